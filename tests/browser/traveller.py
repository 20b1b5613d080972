"""Somebody without a line: plays on their own device, by what the page and its device answer."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

PYTHON = 90_000
"""Milliseconds that Python may take to start on a busy machine."""
ASK = """async ([method, path, body]) => {
  const list = await (await caches.match('/offline/files.json')).json()
  const { name } = list.files.find(({ name }) => name.startsWith('assets/transport-'))
  const { transport } = await import('/' + name)
  const answer = await transport.ask(method, path, body === null ? '' : JSON.stringify(body))
  return [answer.status, answer.body]
}"""


def download(page: Page) -> None:
    """Agree to the download, and wait for the match that begins then."""
    button = page.locator("main button.main")
    expect(button).to_contain_text("M")
    page.evaluate("navigator.serviceWorker.ready")
    button.click()
    expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)


class Traveller(Visitor):
    """A visitor whose tables are on the device."""

    def set_out(self) -> None:
        """Download Keypeg, and cut the line."""
        download(self.open("/offline"))
        self.cut_the_line()

    def api(self, method: str, path: str, body: object = None) -> Any:
        """Ask the device, by the module that the page asks it with."""
        status, answer = self.page.evaluate(ASK, [method, path, body])
        assert status < 400, answer
        return json.loads(answer) if answer.startswith(("{", "[")) else answer

    def open(self, path: str = "/") -> Page:
        """Follow a link within the page, if it is open: Python takes seconds to start."""
        if self.page.url.startswith(self.site) and self.context_is_cut:
            self.page.evaluate(
                "path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')) }", path
            )
            return self.page
        return super().open(path)

    @property
    def context_is_cut(self) -> bool:
        return "net::ERR_" in self.expected

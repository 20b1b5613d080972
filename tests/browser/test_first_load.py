"""What the first screen of a visit weighs on the wire: scripts within 100 kB, everything within 250 kB."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor

ME, OPEN = {"kind": "me"}, {"kind": "open"}
SCRIPTS, ALL = 100_000, 250_000
SENT = """() => {
  const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return sent.map((one) => [new URL(one.name).pathname, one.encodedBodySize])
}"""


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_a_first_screen_stays_within_its_budget(
    visitor: Callable[..., Visitor], browser: Browser, site: str, language: str
) -> None:
    host = visitor()
    made = host.api("POST", "/tables", {"rules": "challenge", "seats": [ME, OPEN]})
    screens = {
        "/": "main",
        made["invites"][0]["link"].removeprefix(site): "input",
        f"/t/{made['table']}": ".board",
        "/daily": "main .button.main",
        "/practice": ".board",
    }
    for path, shown in screens.items():
        # What a service worker fetches is not part of the first screen, and what it answers was not sent.
        context = browser.new_context(locale=language, service_workers="block")
        page = context.new_page()
        page.goto(site + path)
        expect(page.locator(shown).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        sent: list[tuple[str, int]] = page.evaluate(SENT)
        context.close()
        scripts = sum(size for name, size in sent if name.endswith(".js"))
        assert 40_000 < scripts <= SCRIPTS, (path, sent)
        assert sum(size for _, size in sent) <= ALL, (path, sent)

"""What is copied and shared: the result as the command line tells it, and links also where the page is not secure."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from playwright.sync_api import Browser, expect

from keypeg import wire
from keypeg.words import Words
from tests.browser.conftest import HOME
from tests.browser.screens import RECORD
from tests.browser.visitor import DESKTOP, Visitor

MAKE = """async () => {
  const body = JSON.stringify({ rules: 'togo', seats: [{ kind: 'me' }, { kind: 'open' }] })
  const made = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await made.json()).table
}"""


def test_a_result_is_shared_as_the_command_line_tells_it(visitor: Callable[..., Visitor]) -> None:
    person = visitor(size=DESKTOP)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=person.site)
    table = person.api("POST", "/records", {"record": RECORD})["table"]
    page = person.open(f"/t/{table}")
    person.button("Share", exact=True).click()
    expect(person.button("Copied")).to_be_visible()
    shared = msgspec.convert(person.api("GET", f"/tables/{table}/result"), wire.Shared)
    text = "\n".join(Words().render_all(shared.lines))
    assert page.evaluate("navigator.clipboard.readText()") == f"{text}\n{person.site}/t/{table}"
    assert "⬛⬛⬛⬛" in shared.lines


def test_an_invitation_is_copied_on_a_home_network_too(browser: Browser, site: str) -> None:
    person = Visitor(browser, site.replace("127.0.0.1", HOME), size=DESKTOP)
    page = person.open()
    assert not page.evaluate("isSecureContext")
    person.open(f"/t/{page.evaluate(MAKE)}")
    link = page.get_by_label("Link for seat 2").input_value()
    person.button("Copy link").click()
    expect(person.button("Copied")).to_be_focused()
    page.evaluate("document.body.prepend(document.createElement('input'))")
    page.locator("body > input").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("body > input")).to_have_value(link)
    assert [each for each in person.complaints if "untrustworthy" not in each] == []
    person.context.close()

"""What is copied and shared: results, their pictures, and links also where the page is not secure."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.browser.conftest import HOME
from tests.browser.screens import RECORD
from tests.browser.visitor import DESKTOP, Visitor

MAKE = """async () => {
  const body = JSON.stringify({ rules: 'togo', seats: [{ kind: 'me' }, { kind: 'open' }] })
  const made = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await made.json()).table
}"""


def test_a_result_is_copied_with_a_link_that_does_not_tell_the_table(visitor: Callable[..., Visitor]) -> None:
    person = visitor(size=DESKTOP)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=person.site)
    table = person.api("POST", "/records", {"record": RECORD})["table"]
    page = person.open(f"/t/{table}")
    person.button("Share", exact=True).click()
    expect(person.button("Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    shared = person.api("POST", f"/tables/{table}/shares?seat=1")
    assert text == "\n".join(shared["text"])
    assert text.endswith(shared["link"])
    assert "⬛⬛⬛⬛" in shared["text"]
    assert table not in text


def test_a_browser_that_refuses_the_clipboard_copies_all_the_same(visitor: Callable[..., Visitor]) -> None:
    person = visitor(size=DESKTOP)
    person.context.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    )
    table = person.api("POST", "/records", {"record": RECORD})["table"]
    page = person.open(f"/t/{table}")
    person.button("Share", exact=True).click()
    expect(person.button("Copied")).to_be_focused()
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.locator("body > textarea").focus()
    page.keyboard.press("Control+V")
    shared = person.api("POST", f"/tables/{table}/shares?seat=1")
    expect(page.locator("body > textarea")).to_have_value("\n".join(shared["text"]))


def test_a_result_is_saved_as_a_picture(visitor: Callable[..., Visitor]) -> None:
    person = visitor(size=DESKTOP)
    table = person.api("POST", "/records", {"record": RECORD})["table"]
    person.open(f"/t/{table}")
    with person.page.expect_download() as download:
        person.button("As a picture").click()
    assert download.value.suggested_filename == "keypeg.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


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


def test_an_invitation_names_who_invites(visitor: Callable[..., Visitor]) -> None:
    ann, bob = visitor(), visitor()
    made = ann.api("POST", "/tables", {"rules": "challenge", "seats": [{"kind": "me", "name": "Ada"}]})
    bob.page.goto(made["invites"][0]["link"])
    heading = bob.page.get_by_role("heading", name="Ada invites you to play Mastermind Challenge")
    expect(heading).to_be_visible()

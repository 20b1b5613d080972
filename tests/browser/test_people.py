"""People at a table: names, who is there, whose turn it is in a tab that nobody looks at."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.cut_line import line_to
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
ADA, BO = {"kind": "me", "name": "Ada"}, "Bo"
OPEN = {"kind": "open"}
HIDE_AND_SHOW = """
  let hidden = false
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
  window.look = (away) => {
    hidden = away
    document.dispatchEvent(new Event('visibilitychange'))
  }
  window.asked = 0
  const ask = Notification.requestPermission.bind(Notification)
  Notification.requestPermission = () => ((window.asked += 1), ask())
"""


def sit(host: Visitor, guest: Visitor, rules: str = "togo:first=1") -> dict[str, Any]:
    """Both at a table of the host's, without a page yet."""
    made: dict[str, Any] = host.api("POST", "/tables", {"rules": rules, "seats": [ADA, OPEN]})
    guest.api("POST", f"/tables/{made['table']}/seats", {"invite": made["invites"][0]["invite"], "name": BO})
    return made


def said(page: Page) -> Any:
    """What a screen reader is told."""
    return page.locator("div.unseen[role='status'] > p").last


def move(who: Visitor, table: str, text: str) -> None:
    view = who.api("GET", f"/tables/{table}/view")
    key = f"{view['version']} {text}"
    who.api("POST", f"/tables/{table}/moves", {"move": text, "version": view["version"], "key": key})


@pytest.mark.parametrize(("size", "language"), [(PHONE, "de-DE"), (DESKTOP, "en-GB")], ids=["phone", "desktop"])
def test_the_host_is_asked_for_a_name_and_the_invitation_tells_it(
    visitor: Somebody, size: tuple[int, int], language: str
) -> None:
    german = language == "de-DE"
    host, guest = visitor(size=size, language=language), visitor(size=size, language=language)
    page = host.open()
    friend = page.get_by_role("link", name="Mit Freunden spielen" if german else "Play with a friend")
    expect(friend).to_be_in_viewport()
    friend.press("Enter")
    name = page.get_by_label("Wie heißt du?" if german else "What’s your name?")
    expect(name).to_be_in_viewport()
    name.focus()
    page.keyboard.type("Ada")
    expect(page.locator("button[type='submit']")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.get_by_label(re.compile("Link f")).first).to_be_visible()
    # Nobody has a score before somebody has come.
    expect(page.locator("[data-score]")).to_have_count(0)
    link = page.get_by_label(re.compile("Link f")).first.input_value()
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text(
        "Ada lädt dich ein" if german else "Ada invites you to play"
    )
    asked = guest.page.get_by_label("Wie heißt du?" if german else "What’s your name?")
    asked.fill(BO)
    asked.press("Enter")
    seats = page.locator("[data-seats]")
    expect(seats).to_contain_text("Bo · da" if german else "Bo · here")
    expect(said(page)).to_contain_text("Bo hat Platz genommen." if german else "Bo has taken a seat.")
    host.open("/new?with=friend")
    expect(name).to_have_value("Ada")


@pytest.mark.parametrize(("language", "there", "away"), [("en-GB", "here", "away"), ("de-DE", "da", "weg")])
def test_a_stranger_who_comes_by_an_invitation_is_there_to_stay(
    visitor: Somebody, language: str, there: str, away: str
) -> None:
    host, guest = visitor(language=language), visitor(language=language)
    made: dict[str, Any] = host.api("POST", "/tables", {"rules": "togo:first=1", "seats": [ADA, OPEN]})
    page = host.open(f"/t/{made['table']}")
    his = guest.open(f"/t/{made['table']}#{made['invites'][0]['invite']}")
    expect(his.get_by_role("heading", level=1)).to_contain_text("Ada")
    his.wait_for_timeout(500)  # his doorbell is connected, and he has no cookie yet
    assert guest.context.cookies() == []
    field = his.get_by_role("textbox")
    field.fill(BO)
    field.press("Enter")
    seats = page.locator("[data-seats]")
    expect(seats).to_contain_text(f"Bo · {there}")
    page.evaluate(
        """seats => {
          window.shown = []
          const look = () => window.shown.push(seats.innerText)
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
        }""",
        seats.element_handle(),
    )
    # A request counts for seven seconds; after that, only the connection tells that he is there.
    page.wait_for_timeout(10_000)
    expect(seats).to_contain_text(f"Bo · {there}")
    assert not [text for text in page.evaluate("window.shown") if f"Bo · {away}" in text.replace("\n", " ")]


def test_a_line_that_falls_silent_is_seen_on_both_sides_within_ten_seconds(
    visitor: Somebody, browser: Browser, site: str
) -> None:
    host = visitor(size=PHONE)
    with line_to(site) as line:
        guest = Visitor(browser, line.site, language="de-DE")
        table = sit(host, guest)["table"]
        page, his = host.open(f"/t/{table}"), guest.open(f"/t/{table}")
        seats = page.locator("[data-seats]")
        expect(seats).to_contain_text("Bo · here")
        expect(his.locator("[data-seats]")).to_contain_text("Ada · da")
        page.wait_for_timeout(500)
        line.silence()
        expect(seats).to_contain_text(re.compile(r"Bo · away since \d+:\d\d"), timeout=10_000)
        expect(his.get_by_role("banner")).to_contain_text("Offline; neue Verbindung wird gesucht …", timeout=10_000)
        expect(page.get_by_role("banner").get_by_text(re.compile(r"Bo · away since \d+:\d\d"))).to_be_in_viewport()
        expect(said(page)).to_have_text("Bo is away.")
        expect(said(his)).to_contain_text("Offline; neue Verbindung wird gesucht …")
        line.mend()
        expect(seats).to_contain_text("Bo · here")
        expect(said(page)).to_have_text("Bo is back.")
        expect(said(his)).to_contain_text("Wieder verbunden")
        expect(his.get_by_role("banner")).not_to_contain_text("Offline")
        guest.context.close()


def test_a_code_that_somebody_still_to_come_will_hide_is_nobodys(visitor: Somebody) -> None:
    host, guest = visitor(), visitor()
    made = host.api("POST", "/tables", {"rules": "togo:first=2", "seats": [ADA, OPEN]})
    page = host.open(f"/t/{made['table']}")
    label = page.get_by_role("group", name="Boards")
    expect(label).to_contain_text("code not hidden yet")
    expect(label).not_to_contain_text("seat 2")
    seat = {"invite": made["invites"][0]["invite"], "name": BO}
    guest.api("POST", f"/tables/{made['table']}/seats", seat)
    expect(label).to_contain_text("Bo’s code")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_who_goes_away_while_a_code_is_looked_at_is_seen(visitor: Somebody, size: tuple[int, int]) -> None:
    host, guest = visitor(size=size), visitor()
    name = "Максимилиан Константинопольский-Рождеств"
    made = host.api("POST", "/tables", {"rules": "togo:rounds=2,first=1", "seats": [ADA, OPEN]})
    table, invite = made["table"], made["invites"][0]["invite"]
    guest.api("POST", f"/tables/{table}/seats", {"invite": invite, "name": name})
    page = host.open(f"/t/{table}")
    guest.open(f"/t/{table}")
    expect(page.locator("[data-seats]")).to_contain_text(f"{name} · here")
    move(host, table, "hide RYGB")
    move(guest, table, "guess RYGB")
    expect(page.locator("[data-next]")).to_be_visible()
    guest.page.goto("about:blank")
    expect(page.locator("[data-seats]")).to_contain_text(re.compile(rf"{name} · away since \d+:\d\d"))
    if size == PHONE:
        away = page.get_by_role("banner").get_by_text(re.compile("away since"))
        expect(away.last).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_your_turn_shows_in_a_tab_that_nobody_looks_at(visitor_with_windows: Somebody) -> None:
    host, guest = visitor_with_windows(), visitor_with_windows(size=DESKTOP)
    table = sit(host, guest, "togo:rounds=4,first=1")["table"]
    guest.context.add_init_script(HIDE_AND_SHOW)
    guest.context.grant_permissions(["notifications"], origin=guest.site)
    page = guest.open(f"/t/{table}")
    icon = page.locator("link[rel='icon']")
    expect(page.locator("[data-seats]")).to_be_visible()
    page.evaluate("look(true)")
    assert "Your turn" not in page.title()
    move(host, table, "hide RYGB")
    expect(page).to_have_title(re.compile("^● Your turn · Mastermind"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    assert page.evaluate(NOTIFIED) == [], "nobody asked for notifications"
    page.evaluate("look(false)")
    expect(page).to_have_title(re.compile("^Mastermind"))
    expect(icon).to_have_attribute("href", "/icon.svg")
    assert page.evaluate("asked") == 0

    page.get_by_role("button", name="Rules, keys").focus()
    page.keyboard.press("Enter")
    switch = page.get_by_role("checkbox", name="Notify me when it’s my turn")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    assert page.evaluate("asked") == 1
    page.keyboard.press("Escape")
    page.evaluate("look(true)")
    move(guest, table, "guess ROYG")
    expect(page.locator("main")).to_have_attribute("data-version", "4")
    move(guest, table, "guess RYBG")
    assert page.evaluate(NOTIFIED) == [], "it was the guest's own turn all the time"
    move(guest, table, "guess RYGB")
    move(guest, table, "hide ROYG")
    expect(page).to_have_title(re.compile("^Mastermind"))
    move(host, table, "guess ROYG")
    # The next code is the host's again.
    move(host, table, "hide RYGB")
    until = time.monotonic() + 20
    while not page.evaluate(NOTIFIED) and time.monotonic() < until:
        page.wait_for_timeout(100)
    said = ["Your turn · Mastermind, travel edition", "Your turn: row 1 of 9"]
    assert page.evaluate(NOTIFIED) == [[*said, f"{guest.site}/t/{table}"]], "and it leads to the table"


NOTIFIED = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((shown) => shown.map(({ title, body, data }) => [title, body, data]))"""


def test_a_browser_that_allows_no_notifications_says_so(visitor: Somebody) -> None:
    person = visitor(language="de-DE")
    page = person.open("/settings")
    switch = page.get_by_role("checkbox", name="Benachrichtige mich, wenn ich dran bin")
    switch.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("alert").filter(has_text="erlaubt dieser Seite keine")).to_be_visible()
    expect(switch).not_to_be_checked()

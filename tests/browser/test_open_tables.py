"""Open tables: put on the list, joined from the home page, refused, and left alone where the operator has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from keypeg.server.settings import Settings
from tests.browser.test_access import violations
from tests.browser.test_people import said
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.running import serving

Somebody = Callable[..., Visitor]


@pytest.fixture(scope="module")
def open_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("open")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=0, open_tables=True)) as address:
        yield address


@pytest.mark.parametrize(
    ("sizes", "language"),
    [((PHONE, DESKTOP), "de-DE"), pytest.param((DESKTOP, PHONE), "en-GB", marks=pytest.mark.long)],
    ids=["phone", "desktop"],
)
def test_a_table_is_opened_joined_and_a_guest_refused_by_keyboard(
    browser: Browser, open_site: str, sizes: tuple[tuple[int, int], tuple[int, int]], language: str
) -> None:
    german = language == "de-DE"
    host = Visitor(browser, open_site, size=sizes[0], language=language)
    guest, other = (Visitor(browser, open_site, size=sizes[1], language=language) for _ in range(2))
    page, his = host.open("/new?with=friend&rules=togo:first=1"), guest.open("/")
    expect(his.locator("[data-open]")).to_have_count(0)
    page.get_by_label("Wie heißt du?" if german else "What’s your name?").fill("Ada")
    switch = page.get_by_role("checkbox", name="Offen für alle" if german else "Open to everyone")
    switch.focus()
    page.keyboard.press("Space")
    clock = "5 Min. + 5 s je Zug" if german else "5 min + 5 s per move"
    expect(page.locator("label.switch").filter(has_text=clock)).to_be_visible()
    expect(page.locator("button[type='submit']")).to_have_attribute("aria-disabled", "false")
    page.locator("button[type='submit']").press("Enter")
    page.wait_for_url("**/t/*")
    expect(switch).to_be_checked()

    his.reload()
    tables = his.get_by_role("region", name="Offene Tische" if german else "Open tables")
    expect(tables.get_by_role("listitem")).to_have_count(1)
    expect(tables).to_contain_text("1 freier Platz" if german else "1 free seat")
    assert violations(his) == []
    join = tables.get_by_role("link", name="Mit Ada spielen" if german else "Play Ada")
    join.press("Enter")
    his.get_by_label("Wie heißt du?" if german else "What’s your name?").fill("Bo")
    his.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Bo hat Platz genommen" if german else "Bo has taken a seat")
    stranger = page.locator("[data-stranger]")
    expect(stranger).to_contain_text("Bo hat Platz genommen" if german else "Bo has taken a seat")
    assert violations(page) == []
    stranger.get_by_role("button").press("Enter")
    refused = his.get_by_role("heading", level=1)
    expect(refused).to_contain_text("diesmal lieber mit jemand anderem" if german else "rather play someone else")
    expect(refused).to_be_focused()
    expect(stranger).to_have_count(0)

    hers = other.open("/")
    hers.get_by_role("link", name="Mit Ada spielen" if german else "Play Ada").press("Enter")
    hers.get_by_role("button", name="Platz nehmen" if german else "Take a seat").press("Enter")
    expect(stranger).to_have_count(1)
    host.type_row("RYGB")
    other.type_row("ROYG")
    expect(stranger).to_have_count(0)
    for each in (host, guest, other):
        assert [said for said in each.complaints if "403" not in said] == []
        each.context.close()


def test_a_host_takes_the_table_off_the_list(browser: Browser, open_site: str) -> None:
    host = Visitor(browser, open_site)
    host.make("togo", {"kind": "me", "name": "Ada"}, {"kind": "open"}, clock={"seconds": 300})
    page = host.page
    switch = page.get_by_role("checkbox", name="Open to everyone on this server")
    for spoken, listed in (("Now open to everyone", 1), ("Now by link only", 0)):
        switch.press("Space")
        expect(said(page)).to_have_text(spoken)
        assert len(host.api("GET", "/open-tables")["tables"]) == listed
    host.context.close()


def test_a_server_without_open_tables_speaks_of_none(visitor: Somebody) -> None:
    host = visitor()
    page = host.open("/new?with=friend")
    expect(page.locator("button[type='submit']")).to_have_attribute("aria-disabled", "false")
    expect(page.get_by_text("Open to everyone")).to_have_count(0)


def test_an_invitation_to_a_table_without_watchers_is_taken(visitor: Somebody) -> None:
    host, guest = visitor(), visitor()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = host.api("POST", "/tables", {"rules": "togo:first=1", "seats": seats, "watch": False})
    guest.page.goto(made["invites"][0]["link"])
    expect(guest.page.get_by_role("heading", name="You’re invited")).to_be_visible()
    guest.page.get_by_label("What’s your name?").fill("Bo")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_text("Waiting for Ada to hide a code")).to_be_visible()
    guest.complaints[:] = [said for said in guest.complaints if "403" not in said]


def test_a_host_renews_an_invite_and_refuses_who_came_by_it(visitor: Callable[..., Visitor]) -> None:
    ann, thief = visitor(), visitor()
    made = ann.api("POST", "/tables", {"rules": "togo:first=1", "seats": [{"kind": "me", "name": "Ann"}]})
    page = ann.open(f"/t/{made['table']}")
    link = page.get_by_label("Link for seat 2")
    old = link.input_value()
    page.get_by_role("button", name="New link").press("Enter")
    expect(page.get_by_text("The old link no longer works")).to_be_visible()
    expect(link).not_to_have_value(old)
    assert violations(page) == []
    thief.api("POST", f"/tables/{made['table']}/seats", {"invite": link.input_value().partition("#")[2], "name": "Bo"})
    page.get_by_role("button", name="Play someone else").press("Enter")
    expect(link).to_be_visible()
    assert ann.complaints == []

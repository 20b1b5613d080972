"""The day's puzzle as it is played: from the home page to its own end, shared, tried by a friend, and found again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from sqlite3 import connect

import pytest
from playwright.sync_api import Browser, expect

from keypeg.server.guests.daily import today
from keypeg.server.settings import SQLITE, Settings
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.running import serving

Somebody = Callable[..., Visitor]
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


def before(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days)).isoformat()


@pytest.fixture(scope="module")
def old_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has been there for forty days."""
    folder = tmp_path_factory.mktemp("old-site")
    settings = Settings(port=0, data_dir=folder, limits=False, thinkers=1)
    with serving(settings):
        pass
    with closing(connect(folder / SQLITE)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'first-day'", [before(40)])
    with serving(settings) as address:
        yield address


def finish(person: Visitor, day: str) -> int:
    """Play the puzzle that is open to its end; the number of rows."""
    person.table_id = person.api("GET", f"/daily?day={day}")["table"]
    person.play_out()
    return int(person.api("GET", f"/daily?day={day}")["rows"])


@SIZES
def test_the_puzzle_of_the_day_from_the_home_page_to_its_own_end(visitor: Somebody, size: tuple[int, int]) -> None:
    person = visitor(size=size)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=person.site)
    page = person.open()
    card = page.get_by_role("region", name="Daily puzzle")
    expect(card).to_contain_text("Today’s puzzle is waiting for you.")
    card.get_by_role("link").first.click()
    person.button("Start").click()
    expect(page).to_have_url(f"{person.site}/daily/{today()}")
    expect(page.get_by_role("banner")).to_contain_text("Daily puzzle")
    expect(page.get_by_role("banner")).not_to_contain_text("Computer")
    rows = finish(person, today())
    solved = f"Solved in {rows} of 9 rows."
    end = page.get_by_role("region", name="Game over")
    expect(end.get_by_role("heading", name=solved)).to_be_focused()
    expect(page.get_by_role("status").filter(has_text=solved)).to_have_count(1)
    expect(page.locator("body")).not_to_contain_text("Computer")
    expect(end.get_by_text(re.compile(r"Next puzzle in \d+ h \d+ min."))).to_be_visible()
    for name in ("You", "Everyone’s average"):
        expect(end.get_by_role("row", name=name)).to_contain_text(re.compile(r"\d"), timeout=60_000)
    expect(end.locator(".own .unseen").first).to_have_text(re.compile(rf"In {rows} rows?: [1-9]"))
    person.button("Share", exact=True).click()
    expect(person.button("Copied")).to_be_focused()
    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert re.fullmatch(rf"Keypeg \d+ [A-Z][a-z]+ · {rows}/9", lines[0])
    assert lines[rows] == "⬛⬛⬛⬛"
    assert re.fullmatch(rf"{person.site}/r/[\w-]{{22}}", lines[-1])
    assert len(lines) == rows + 2
    page.goto(person.site)
    expect(card).to_contain_text(solved)
    expect(card).to_contain_text("1 day in a row")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.goto(f"{person.site}/daily/archive")
    expect(page.get_by_text("Today’s puzzle is this server’s first.")).to_be_visible()
    expect(page.get_by_text("You can still play every puzzle")).to_have_count(0)


def test_the_end_is_read_in_another_language(visitor: Somebody) -> None:
    person = visitor(language="de-DE")
    page = person.open("/daily")
    person.button("Los geht’s").click()
    expect(person.page.locator(".entry")).to_be_visible()
    rows = finish(person, today())
    expect(page.get_by_role("heading", name=f"Gelöst in {rows} von 9 Reihen.")).to_be_visible()
    expect(page.get_by_role("row", name="Durchschnitt aller")).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_an_old_link_to_the_table_still_shows_the_puzzle(visitor: Somebody) -> None:
    person = visitor()
    page = person.open(f"/t/{person.api('POST', '/daily')['table']}")
    expect(page.get_by_role("banner")).to_contain_text("Daily puzzle")
    person.play_out()
    expect(page.get_by_role("heading", name=re.compile("Solved in . of 9 rows."))).to_be_visible()


def test_giving_up_is_told_kindly(visitor: Somebody) -> None:
    person = visitor()
    person.api("POST", "/daily")
    page = person.open(f"/daily/{today()}")
    person.button("Give up").click()
    person.page.locator("[data-yes]").or_(page.get_by_role("button", name="Give up")).first.click()
    expect(page.get_by_role("heading", name="Not solved this time.")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Not solved this time.")).to_have_count(1)


def test_earlier_puzzles_are_found_and_played_by_keyboard(browser: Browser, old_site: str) -> None:
    person = Visitor(browser, old_site, size=DESKTOP)
    page = person.open("/daily/archive")
    expect(page.get_by_role("listitem")).to_have_count(28)
    person.button("Earlier days").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem")).to_have_count(40)
    expect(page.get_by_role("status").filter(has_text="12 more days")).to_have_count(1)
    page.get_by_role("listitem").nth(2).get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{old_site}/daily/{before(3)}")
    expect(page.get_by_role("heading", name="An earlier puzzle")).to_be_visible()
    person.button("Start").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".entry")).to_be_visible()
    rows = finish(person, before(3))
    expect(page.get_by_role("heading", name=f"Solved in {rows} of 9 rows.")).to_be_visible()
    expect(page.get_by_text("Played after its day")).to_be_visible()
    person.open("/daily/archive")
    expect(page.get_by_role("listitem").nth(2)).to_contain_text(f"Solved in {rows} of 9 rows.")
    person.open()
    expect(page.get_by_role("region", name="Daily puzzle")).to_contain_text("Today’s puzzle is waiting")
    assert person.complaints == []
    person.context.close()


@SIZES
def test_a_friend_sees_the_result_and_tries_the_same_code(visitor: Somebody, size: tuple[int, int]) -> None:
    ann, bob = visitor(size=size), visitor(size=size)
    ann.make("togo:rounds=2,first=1", {"kind": "computer", "player": "novice"}, {"kind": "me", "name": "Ann"})
    ann.play_out()
    shared = ann.api("POST", f"/tables/{ann.table}/shares")
    page = bob.page
    page.goto(shared["link"])
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"(Won against|Lost to|Drew with) Computer"))
    expect(page.get_by_text("Mastermind, travel edition")).to_be_visible()
    expect(page.get_by_text(re.compile("Broke the code|The code was not broken"))).to_have_count(1)
    assert page.locator("main svg use").count() <= 1, "no pegs"
    bob.button("Try the same code").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("banner")).to_contain_text("same code, not counted in statistics")
    bob.play_out()
    expect(page.get_by_role("region", name="Game over")).not_to_contain_text("wins")
    code = bob.view()["past"][0]["shares"][0]["code"]
    last = next(each for each in reversed(ann.view()["past"]) if each["boards"][0]["breaker"] == 2)
    assert code == next(share["code"] for share in last["shares"] if share["holder"] == 1)
    page.get_by_role("link", name="Back to the shared result").click()
    expect(page).to_have_url(shared["link"])
    assert bob.api("GET", "/me/stats")["games"] == []

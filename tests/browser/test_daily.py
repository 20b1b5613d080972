"""The day's puzzle as it is played: from the home page to its own end, shared, tried by a friend, and found again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice, product
from sqlite3 import connect

import pytest
from playwright.sync_api import Browser, expect

from keypeg.server.guests.daily import today
from keypeg.server.settings import SQLITE, Settings
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.guests.test_daily import solve, solve_today
from tests.server.running import Person, serving

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
    solve_today(person.site)
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
    solve_today(person.site)
    page = person.open("/daily")
    person.button("Los geht’s").click()
    expect(person.page.locator(".entry")).to_be_visible()
    rows = finish(person, today())
    expect(page.get_by_role("heading", name=f"Gelöst in {rows} von 9 Reihen.")).to_be_visible()
    expect(page.get_by_role("row", name="Durchschnitt aller")).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


@SIZES
@pytest.mark.parametrize("day", ["2999-01-01", "2026-13-45", "1999-12-31"])
def test_a_day_without_a_puzzle_leads_to_others(visitor: Somebody, size: tuple[int, int], day: str) -> None:
    person = visitor(size=size)
    person.expected.append("400")
    page = person.open(f"/daily/{day}")
    expect(page.get_by_text("There is no puzzle for this day.")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("YYYY")
    expect(page.get_by_role("link", name="Earlier puzzles")).to_be_visible()
    page.get_by_role("link", name="Today’s puzzle").press("Enter")
    expect(person.button("Start")).to_be_visible()


def test_a_page_that_is_open_at_midnight_asks_for_the_next_puzzle(visitor: Somebody) -> None:
    person = visitor()
    page = person.page
    page.clock.install()
    person.open("/daily")
    here = page.get_by_text("Everyone gets the same code today")
    expect(here).to_be_visible()
    with page.expect_response(re.compile(r"/api/v1/daily$")):
        page.clock.fast_forward("24:00:00")
    # The server is still on the same day, and tells its time.
    expect(here).to_be_visible()
    expect(page.get_by_text("The next puzzle is ready")).to_have_count(0)


def test_the_home_page_leads_to_the_puzzle_of_the_day_that_it_is_then(visitor: Somebody) -> None:
    person = visitor()
    page = person.open()
    link = page.get_by_role("region", name="Daily puzzle").get_by_role("link").first
    expect(link).to_contain_text("Today’s puzzle is waiting")
    expect(link).to_have_attribute("href", "/daily")
    person.api("POST", "/daily")
    person.open()
    expect(link).to_have_attribute("href", f"/daily/{today()}")


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
    named = page.get_by_role("listitem").nth(2).locator(".day").inner_text()
    person.open("/games")
    expect(page.get_by_role("region", name="Daily puzzle").get_by_role("listitem")).to_contain_text(named)
    person.open()
    expect(page.get_by_role("region", name="Daily puzzle")).to_contain_text("Today’s puzzle is waiting")
    assert person.complaints == []
    person.context.close()


@pytest.mark.parametrize(
    ("size", "rules", "game"),
    [
        pytest.param(PHONE, "togo:rounds=2,first=1", "Mastermind, travel edition", id="phone"),
        pytest.param(DESKTOP, "logic24:first=1", "Master Logic, 24 pegs per colour", id="desktop"),
    ],
)
def test_a_friend_sees_the_result_and_tries_the_same_code(
    visitor: Somebody, size: tuple[int, int], rules: str, game: str
) -> None:
    ann, bob = visitor(size=size), visitor(size=size)
    ann.make(rules, {"kind": "computer", "player": "novice"}, {"kind": "me", "name": "Ann"})
    ann.play_out()
    shared = ann.api("POST", f"/tables/{ann.table}/shares")
    page = bob.page
    page.goto(shared["link"])
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"(Won against|Lost to|Drew with) Computer"))
    expect(page.get_by_text(game)).to_be_visible()
    expect(page.get_by_text(re.compile("Broke the code|The code was not broken"))).to_have_count(1)
    assert page.locator("main svg use").count() <= 1, "no pegs"
    bob.button("Try the same code").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("banner")).to_contain_text("same code, not counted in statistics")
    bob.play_out()
    assert len(bob.view()["past"]) == 1
    end = page.get_by_role("region", name="Game over")
    expect(end).not_to_contain_text("wins")
    expect(end.get_by_role("heading", name="The shared result")).to_be_visible()
    expect(end.locator("ol > li")).to_have_count(sum(line[0] in "⬛⬜🟫" for line in shared["text"]))
    expect(end.get_by_text(re.compile("Broke the code|The code was not broken"))).to_have_count(1)
    code = bob.view()["past"][0]["shares"][0]["code"]
    last = next(each for each in reversed(ann.view()["past"]) if each["boards"][0]["breaker"] == 2)
    assert code == next(share["code"] for share in last["shares"] if share["holder"] == 1)
    page.get_by_role("link", name="Back to the shared result").click()
    expect(page).to_have_url(shared["link"])
    assert bob.api("GET", "/me/stats")["games"] == []


@pytest.mark.parametrize(("holes", "rows"), [(4, 24), (8, 16)])
def test_many_or_wide_rows_fit_on_the_page_of_a_shared_result(visitor: Somebody, holes: int, rows: int) -> None:
    person = visitor()
    codes = ["".join(pegs) for pegs in islice(product("ROYG", repeat=holes), 1, rows)]
    guesses = [f"2 guess {code}" for code in [*codes, "B" * holes]]
    record = ["Keypeg-Record: 2", f"Rules: {holes}x5:first=1", "", "round 1 code 1", f"1 hide {'B' * holes}", *guesses]
    record += ["", "round 1 code 2", f"2 hide {'R' * holes}", f"1 guess {'R' * holes}", ""]
    table = person.api("POST", "/records", {"record": "\n".join(record)})["table"]
    page = person.page
    page.goto(person.api("POST", f"/tables/{table}/shares?seat=2")["link"])
    expect(page.get_by_role("heading", name="Lost the match.")).to_be_visible()
    expect(page.locator("main ol > li")).to_have_count(rows)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    expect(person.button("Try the same code")).to_be_in_viewport()


def test_who_only_hid_the_code_shares_the_result_alone(visitor: Somebody) -> None:
    ann = visitor()
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Bo")]
    table = ann.api("POST", "/tables", {"rules": "togo:rounds=1,parity=any,first=1", "seats": seats})["table"]
    for seat, move in [(1, "hide RYGB"), (2, "guess RYGB")]:
        version = ann.api("GET", f"/tables/{table}/view?seat={seat}")["version"]
        ann.api("POST", f"/tables/{table}/moves", {"move": move, "version": version, "key": move, "seat": seat})
    ann.page.goto(ann.api("POST", f"/tables/{table}/shares?seat=1")["link"])
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Won the match.")
    expect(ann.page.locator("main ol")).to_have_count(0)
    expect(ann.page.locator("main")).not_to_contain_text(re.compile("not broken|No guesses"))


def test_who_comes_first_is_compared_with_nobody_until_somebody_else_was_measured(
    browser: Browser, old_site: str
) -> None:
    day = before(5)
    for ann, late in ((Visitor(browser, old_site), False), (Visitor(browser, old_site), True)):
        page = ann.open("/daily" if not late else f"/daily/{day}")
        expect(page.get_by_text("Longest streak" if not late else "Played on its day")).to_have_count(0)
        ann.button("Start").click()
        expect(page.locator(".entry")).to_be_visible()
        finish(ann, day if late else today())
        end = page.get_by_role("region", name="Game over")
        expect(end.get_by_role("row", name="You")).to_contain_text(re.compile(r"\d"), timeout=60_000)
        expect(end.get_by_text("No one else has finished today’s puzzle yet.")).to_have_count(0 if late else 1)
        for name in ("Everyone’s average", "How everyone did", "In 3 rows"):
            expect(end.get_by_text(name)).to_have_count(0)
        if not late:
            other = Person(old_site)
            solve(other, other.http.post("/daily").json()["table"])  # and never looks at how they did
            other.http.close()
            page.reload()
            expect(end.get_by_role("heading", name="How everyone did")).to_be_visible()
            expect(end.get_by_role("row", name="You")).to_be_visible()
            expect(end.get_by_text("Everyone’s average")).to_have_count(0)
        ann.context.close()

"""One's own games: running and finished ones, people to play again, and statistics by game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.screens import RECORD
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
SINGLE = "togo:rounds=1,parity=any,first=1"


def together(ann: Visitor, bob: Visitor, rules: str = SINGLE) -> str:
    made = ann.api("POST", "/tables", {"rules": rules, "seats": [{"kind": "me", "name": "Ann"}]})
    invite = made["invites"][0]["invite"]
    bob.api("POST", f"/tables/{made['table']}/seats", {"invite": invite, "name": "Bob"})
    return str(made["table"])


def move(who: Visitor, table: str, text: str) -> None:
    version = who.api("GET", f"/tables/{table}/view")["version"]
    who.api("POST", f"/tables/{table}/moves", {"move": text, "version": version, "key": text})


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_games_are_found_again_finished_ones_too(visitor: Somebody, size: tuple[int, int]) -> None:
    ann, bob = visitor(), visitor(size=size)
    page = bob.open("/games")
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    over, running = together(ann, bob), together(ann, bob)
    for table in (over, running):
        move(ann, table, "hide RYGB")
        move(bob, table, "guess ROYG")
    move(bob, over, "guess RYGB")
    bob.open("/games")
    now = page.get_by_role("region", name="In progress")
    expect(now.get_by_role("listitem")).to_have_count(1)
    expect(now).to_contain_text("against Ann")
    expect(now).to_contain_text("Your turn: row 2 of 9")
    past = page.get_by_role("region", name="Finished").get_by_role("region", name="Mastermind, travel edition")
    expect(past).to_contain_text("Ann wins the match.")
    expect(past).to_contain_text(re.compile(r"Skill \d+, luck"), timeout=60_000)
    expect(past.get_by_role("link", name="Review")).to_have_attribute("href", f"/review/{over}")
    expect(past.get_by_role("link", name="Save match")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.get_by_role("button", name="Remove Mastermind, travel edition from the list").focus()
    page.keyboard.press("Enter")
    expect(now).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="Removed from the list.")).to_have_count(1)
    expect(page.locator("#main")).to_be_focused()
    people = page.get_by_role("region", name="People you played with")
    expect(people).to_contain_text("2 matches")


def test_somebody_is_played_again_from_the_list(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()
    table = together(ann, bob)
    move(ann, table, "hide RYGB")
    move(bob, table, "guess RYGB")
    page = bob.open("/games")
    page.get_by_role("button", name="Play again with Ann").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert bob.table != table
    expect(page.get_by_role("banner")).to_contain_text("against Ann")
    hers = ann.open()
    expect(hers.get_by_role("region", name="Games in progress")).to_contain_text("against Bob")


def test_a_hundred_finished_games_come_page_by_page(visitor: Somebody) -> None:
    person = visitor()
    for _ in range(45):
        person.api("POST", "/records", {"record": RECORD})
    page = person.open("/games")
    finished = page.get_by_role("region", name="Finished")
    expect(finished.get_by_role("listitem")).to_have_count(20)
    for shown, said in ((40, "20 matches"), (45, "5 matches")):
        person.button("More").focus()
        page.keyboard.press("Enter")
        expect(finished.get_by_role("listitem")).to_have_count(shown)
        expect(page.get_by_role("status").filter(has_text=said)).to_have_count(1)
    expect(person.button("More")).to_have_count(0)


def test_who_is_played_against_is_said_without_free_seats_and_not_thrice(visitor: Somebody) -> None:
    person = visitor()
    novice = {"kind": "computer", "player": "novice"}
    for seats in ([novice] * 3, [{"kind": "open"}, novice, novice], [{"kind": "open"}] * 3):
        person.api("POST", "/tables", {"rules": "mm44:first=2", "seats": [{"kind": "me"}, *seats]})
    page = person.open("/games")
    tables = page.get_by_role("region", name="In progress").get_by_role("listitem")
    expect(tables).to_have_count(3)
    for at, said in enumerate(("now", "against 2 × Computer (Novice) · now", "against 3 × Computer (Novice) · now")):
        expect(tables.nth(at).get_by_text("now")).to_have_text(said)


def test_a_game_that_cannot_be_removed_says_why(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()
    together(ann, bob)
    page = bob.open("/games")
    dismiss = page.get_by_role("button", name="Remove Mastermind, travel edition from the list")
    expect(dismiss).to_be_visible()
    bob.cut_the_line()
    dismiss.click()
    expect(page.get_by_role("alert")).to_contain_text("Keypeg cannot reach the server.")
    expect(dismiss).to_be_visible()


def test_a_name_from_right_to_left_turns_nothing_else_around(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()
    made = ann.api("POST", "/tables", {"rules": SINGLE, "seats": [{"kind": "me", "name": "محمد"}]})
    seat = {"invite": made["invites"][0]["invite"], "name": "Bob"}
    bob.api("POST", f"/tables/{made['table']}/seats", seat)
    page = bob.open("/games")
    line = page.get_by_role("region", name="In progress").get_by_text("against")
    expect(line).to_contain_text("against \u2068محمد\u2069 · now")
    left = """line => {
      const range = document.createRange(), text = line.firstChild, at = text.data.lastIndexOf('·')
      const box = (from, to) => (range.setStart(text, from), range.setEnd(text, to), range.getBoundingClientRect())
      return box(at, at + 1).left - box(text.data.indexOf('م'), text.data.indexOf('م') + 1).right
    }"""
    assert line.evaluate(left) >= 0, "what follows the name stands behind it"


def test_statistics_tell_games_apart(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor(language="de-DE")
    for rules in (SINGLE, SINGLE, "togo:colours=6,rounds=1,parity=any,first=1"):
        table = together(ann, bob, rules)
        move(ann, table, "hide RYGB")
        move(bob, table, "guess ROYG")
        move(bob, table, "guess RYGB")
    page = bob.open("/stats")
    whole = page.get_by_role("region", name="Mastermind, Reiseausgabe", exact=True)
    small = page.get_by_role("region", name="Mastermind, Reiseausgabe (4 Löcher, 6 Farben)")
    expect(whole).to_contain_text("2 Codes", timeout=60_000)
    expect(small).to_contain_text("1 Code")
    expect(whole.get_by_role("img", name=re.compile(r"\d+; .*\d+$"))).to_be_visible()
    expect(small.get_by_text("Können im Lauf der Zeit")).to_have_count(0)

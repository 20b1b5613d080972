"""The review of a finished match: rows measured and replayed, links to a row, and what if."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import DESKTOP, Visitor

Somebody = Callable[..., Visitor]

RECORD = """Keypeg-Record: 2
Rules: 4x6:first=1

round 1 code 1
1 hide RYGB
2 guess RROO
2 guess RYRY
2 guess GYBR
2 guess RYGB

round 1 code 2
2 hide RRRR
1 guess RROY
1 guess RRRR
"""
RACE = """Keypeg-Record: 2
Rules: challenge:rounds=1

round 1
1 hide ROYGB
2 hide NWPBY
1 guess RROYG
2 guess RROYG
1 guess BPNYW
2 guess ROYGB
"""
ME, COMPUTER = {"kind": "me"}, {"kind": "computer", "player": "club"}


def finished(person: Visitor) -> str:
    return str(person.api("POST", "/records", {"record": RECORD})["table"])


def test_a_review_says_of_every_row_what_it_cost_and_how_lucky_it_was(visitor: Somebody) -> None:
    person = visitor()
    page = person.open(f"/review/{finished(person)}?at=1.2")
    row = page.locator("[data-row='2']")
    expect(row).to_contain_text("256 → 22 codes left")
    expect(row).to_contain_text("row 1 would have scored 1 exact, 1 near, not 1 exact.")
    expect(row).to_contain_text("Saves 0.20 guesses on average:")
    expect(row).to_contain_text("proved")
    expect(page.get_by_text("4 guesses = 4.340 expected + 0.259 lost − 0.599 good luck")).to_be_visible()
    expect(page.get_by_role("img", name="1,296, 256, 22, 2, 1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_where_both_break_at_once_a_row_has_its_chance_to_win_the_round(visitor: Somebody) -> None:
    person = visitor()
    table = person.api("POST", "/records", {"record": RACE})["table"]
    page = person.open(f"/review/{table}?at=1.1")
    expect(page.locator("[data-row='1']")).to_contain_text(re.compile(r"to win\s*\d+\.\d%"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_match_is_replayed_by_keys_and_every_row_has_an_address(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP)
    page = person.open(f"/review/{finished(person)}")
    step = page.locator("[data-step]")
    expect(step).to_have_text("row 4 of 4")
    page.keyboard.press("Home")
    expect(step).to_have_text("start")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("row 2 of 4")
    expect(page.locator(".board .row:not(.free)")).to_have_count(2)
    address = page.url
    person.button("Round 1 of 1, code 2 of 2").click()
    expect(step).to_have_text("row 2 of 2")
    page.goto(address)
    expect(step).to_have_text("row 2 of 4")


def test_another_row_is_tried_and_what_was_played_comes_back(visitor: Somebody) -> None:
    person = visitor()
    page = person.open(f"/review/{finished(person)}?at=1.2")
    person.button("What if").click()
    left = page.locator("[data-left]")
    expect(left).to_have_attribute("data-left", "256")
    person.type_row("RYYG")
    expect(page.get_by_text("Marks: 2 exact, 1 near.")).to_be_visible()
    expect(left).to_have_attribute("data-left", "13")
    person.type_row("RYGB")
    expect(page.get_by_text("Broken in row 3.")).to_be_visible()
    person.button("Undo").click()
    expect(left).to_have_attribute("data-left", "13")
    person.button("Back to what was played").click()
    expect(page.locator("[data-row='2']")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats"), [("challenge:rounds=3", 2), ("mm44", 4), ("logic12", 2), ("togo", 2)])
def test_a_match_of_every_shape_is_reviewed_from_its_end(visitor: Somebody, rules: str, seats: int) -> None:
    person = visitor(size=DESKTOP)
    person.make(rules, ME, *[COMPUTER] * (seats - 1))
    person.play_out()
    person.page.locator("[data-end]").get_by_role("link", name="Review").click()
    page = person.page
    expect(page.locator("[data-step]")).to_be_visible(timeout=60_000)
    page.keyboard.press("End")
    # A computer may break the first code in two rows.
    last = min(3, int(page.locator("[data-step]").get_attribute("data-step") or 0))
    page.keyboard.press("Home")
    for _ in range(last):
        page.keyboard.press("ArrowRight")
    expect(page.locator(f"[data-step='{last}']")).to_be_visible()
    expect(page.locator(".board .row:not(.free)")).to_have_count(last)
    if seats == 4:
        expect(page.get_by_text("bits").first).to_be_visible()
        person.button("What if").click()
        person.type_row("ROYGB")
        expect(page.locator("[data-whatif] .board .row:not(.free):not(.now)")).to_have_count(1)
        expect(page.locator("[data-left]")).to_be_visible()
    else:
        expect(page.get_by_text("expected").first).to_be_visible()


@pytest.mark.long
def test_who_may_not_look_yet_is_told_so(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()
    made = ann.api("POST", "/tables", {"rules": "togo:first=1"})
    page = bob.open(f"/review/{made['table']}")
    expect(page.get_by_role("heading", name="That didn’t work")).to_be_visible()
    # The browser itself notes the refusal in its console.
    assert all("422" in complaint for complaint in bob.complaints)
    bob.complaints.clear()

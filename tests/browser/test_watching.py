"""Watching: the match goes on by itself, code after code, with names, in every game and however it is marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_people import move, said
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
NAMES = ("Ada", "Bo", "Cy", "Di")
SUMMARY = "#verdict"


def around(visitor: Somebody, rules: str, seats: int) -> tuple[list[Visitor], str]:
    """People with names at a table; they play without a page."""
    people = [visitor() for _ in range(seats)]
    host = people[0]
    made: dict[str, Any] = host.api("POST", "/tables", {"rules": rules, "seats": [{"kind": "me", "name": NAMES[0]}]})
    for guest, name, invite in zip(people[1:], NAMES[1:], made["invites"], strict=False):
        guest.api("POST", f"/tables/{made['table']}/seats", {"invite": invite["invite"], "name": name})
    return people, str(made["table"])


def test_two_people_are_watched_code_after_code(visitor: Somebody) -> None:
    (ada, bo), table = around(visitor, "togo:rounds=4,first=1", 2)
    page = visitor(size=DESKTOP).open(f"/t/{table}")
    german = visitor(size=PHONE, language="de-DE").open(f"/t/{table}")
    expect(page.get_by_role("banner")).to_contain_text("watching Ada and Bo")
    expect(german.get_by_role("banner")).to_contain_text("du siehst zu: Ada und Bo")
    cut = "about => about.scrollHeight > about.clientHeight || about.scrollWidth > about.clientWidth"
    assert not german.locator("header .about").evaluate(cut)
    for maker, breaker, name in ((ada, bo, "Bo"), (bo, ada, "Ada")):
        move(maker, table, "hide RYGB")
        expect(page.get_by_text(f"Waiting for {name} to guess")).to_be_visible()
        move(breaker, table, "guess RYGB")
        expect(said(page)).to_contain_text(f"Row 1: red, yellow, green, blue: 4 exact. {name} broke the code")
        expect(said(german)).to_contain_text(f"{name} hat den Code")
        for each in (page, german):
            expect(each.locator(SUMMARY)).to_contain_text(name)
        for each in (page, german):
            expect(each.locator(SUMMARY)).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("Round 3 of 4")


@pytest.mark.long
def test_marks_by_hand_and_a_void_round_are_watched(visitor: Somebody) -> None:
    (ada, bo), table = around(visitor, "togo:rounds=4,first=1,marking=hand", 2)
    page = visitor(size=DESKTOP).open(f"/t/{table}")
    move(ada, table, "hide RYGB")
    move(bo, table, "guess ROYG")
    expect(page.get_by_text("Waiting for Ada to mark")).to_be_visible()
    move(ada, table, "mark 0,1")
    expect(said(page)).to_contain_text("Row 1: red, orange, yellow, green: 1 near")
    move(bo, table, "give-up")
    expect(page.locator(SUMMARY)).to_contain_text("Ada marked row 1")
    expect(page.locator(SUMMARY)).to_have_count(0)
    expect(page.get_by_text("to hide a code")).to_be_visible()


@pytest.mark.long
def test_four_people_are_watched_deal_after_deal_to_the_end(visitor: Somebody) -> None:
    people, table = around(visitor, "mm44:rounds=3,first=1", 4)
    page = visitor(size=PHONE).open(f"/t/{table}")
    expect(page.locator(".one .who")).to_have_count(4)
    for winner in (0, 1, 1):
        views = [each.api("GET", f"/tables/{table}/view") for each in people]
        code = ["."] * 5
        for view in views:
            own = next(share["code"] for share in view["shares"] if share["holder"] == view["you"])
            code = [mine if mine != "." else known for mine, known in zip(own, code, strict=True)]
        past = len(views[0]["past"])
        move(people[winner], table, f"call {''.join(code)}")
        if past < 2:
            expect(page.locator(SUMMARY)).to_contain_text(NAMES[winner])
            expect(page.locator(SUMMARY)).to_have_count(0)
            expect(page.locator(".one .who")).to_have_count(4)
    expect(page.locator("[data-end]")).to_contain_text("Bo (2) wins the match")
    again = people[0].api("POST", f"/tables/{table}/rematch", {})
    page.get_by_role("link", name="Watch the rematch").click()
    page.wait_for_url(f"**/t/{again['table']}")


def test_on_a_phone_the_board_on_which_something_happens_is_watched(visitor: Somebody) -> None:
    (ada, bo), table = around(visitor, "logic12+two-boards:first=1", 2)
    page = visitor(size=PHONE).open(f"/t/{table}")
    tab = {name: page.get_by_role("button", name=name, exact=True) for name in ("Ada", "Bo")}
    expect(tab["Ada"]).to_have_attribute("aria-current", "true")
    for person in (ada, bo):
        move(person, table, "hide RRYY")
    turns = [ada, bo] if ada.api("GET", f"/tables/{table}/view")["to_act"] == [1] else [bo, ada]
    names = ["Ada", "Bo"] if turns[0] is ada else ["Bo", "Ada"]
    for person, name in zip(turns, names, strict=True):
        move(person, table, "guess RYRY")
        expect(tab[name]).to_have_attribute("aria-current", "true")
    # A board that a spectator chooses stays for this code.
    tab[names[0]].click()
    expect(tab[names[0]]).to_have_attribute("aria-current", "true")
    for person in turns:
        move(person, table, "guess YYYR")
    expect(tab[names[1]].get_by_text("2")).to_be_visible()
    expect(tab[names[0]]).to_have_attribute("aria-current", "true")


def test_on_a_phone_four_boards_are_watched_at_once(visitor: Somebody) -> None:
    (ada, *_), table = around(visitor, "mm44:first=1", 4)
    page = visitor(size=PHONE).open(f"/t/{table}")
    expect(page.locator(".one .who")).to_have_count(4)
    move(ada, table, "guess RRRRR")
    expect(page.get_by_text("Waiting for Bo")).to_be_visible()
    for board in page.locator(".one .board").all():
        expect(board).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_board_of_who_broke_the_code_is_watched(visitor: Somebody) -> None:
    (ada, bo), table = around(visitor, "challenge", 2)
    page = visitor(size=PHONE).open(f"/t/{table}")
    expect(page.get_by_text("Waiting for Ada")).to_be_visible()
    for text in ("hide ROYGB", "guess ROYBG"):
        move(ada, table, text)
        move(bo, table, text.replace("BG", "GB"))
    expect(page.locator(SUMMARY)).to_contain_text("Bo broke the code in row 1.")
    expect(page.get_by_role("button", name="Bo", exact=True)).to_have_attribute("aria-current", "true")


def test_long_names_flow_on_where_they_are_watched(visitor: Somebody) -> None:
    host = visitor()
    names = ("Ada Lovelace", "Максимилиан Константинопольский-Рождеств")
    seats = [{"kind": "me", "name": name} for name in names]
    table = host.api("POST", "/tables", {"rules": "logic24:first=1", "seats": seats})["table"]
    page = visitor(size=PHONE).open(f"/t/{table}")
    line = page.get_by_role("banner").locator(".watching")
    expect(line).to_contain_text(f"Code 1 of 2 · watching {names[0]} and {names[1]}")
    tops = line.locator("> span").evaluate_all("parts => parts.map(part => part.getClientRects()[0].top)")
    assert len(set(tops)) == 1, "the second part begins on the line of the first"


@pytest.mark.long
def test_of_several_codes_that_ended_meanwhile_the_last_is_shown(visitor: Somebody) -> None:
    (ada, bo), table = around(visitor, "togo:rounds=4,first=1", 2)
    page = visitor().open(f"/t/{table}")
    expect(page.get_by_text("Waiting for Ada to hide a code")).to_be_visible()
    for maker, breaker in ((ada, bo), (bo, ada)):
        move(maker, table, "hide RYGB")
        move(breaker, table, "guess RYGB")
    expect(page.locator(SUMMARY)).to_contain_text("Ada broke the code")
    expect(page.locator(SUMMARY)).to_have_count(0)

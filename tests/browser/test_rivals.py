"""Rivals in sight on a phone: it follows whoever moves and comes back, tabs tell the newest row, four boards fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}
NOVICE = {"kind": "computer", "player": "novice"}
PHONE = (390, 844)


def _is_shown(board: Locator) -> None:
    """Wait until the phone shows this board, and not the other."""
    expect(board).to_be_in_viewport(ratio=0.5)


@pytest.mark.parametrize(
    ("language", "rival", "turn"),
    [
        ("en-GB", "Computer (Club)", "Your turn: row 2"),
        ("de-DE", "Computer (Clubspieler)", "Du bist dran: Reihe 2"),
    ],
)
def test_a_phone_shows_the_rivals_row_and_comes_back(visitor: Somebody, language: str, rival: str, turn: str) -> None:
    person = visitor(size=PHONE, motion="no-preference", language=language)
    page = person.page
    person.make("logic12+two-boards:first=2", ME, CLUB)
    person.type_row("RRYY")  # the code to hide
    own, other = page.locator(".one").nth(0), page.locator(".one").nth(1)
    tab = page.locator(".tab").nth(1)
    expect(page.locator("[data-row='1']")).to_be_in_viewport()
    expect(tab).to_have_text(re.compile(rf"^{re.escape(rival)}\s*1\s*$"))
    person.type_row("RRYY")
    _is_shown(other)
    expect(tab).to_have_text(re.compile(r"2\s*$"))
    expect(tab.locator("svg use.mark, svg use").first).to_be_attached()
    _is_shown(own)
    expect(page.locator(".status")).to_contain_text(turn)
    # What a thumb does comes first: a peg brings the own board back at once, and a tab that is pressed stays.
    tab.click()
    _is_shown(other)
    page.locator(".tray button").first.click()
    page.wait_for_timeout(600)
    _is_shown(other)


@pytest.mark.parametrize("language", ["en-GB", "fi-FI"])
def test_four_boards_and_the_hands_fit_a_phone(visitor: Somebody, language: str) -> None:
    person = visitor(size=PHONE, language=language)
    page = person.page
    person.make("mm44:first=1", ME, NOVICE, NOVICE, NOVICE, call_window=600)
    page.locator("[data-dismiss]").first.click()
    expect(page.locator(".tab")).to_have_count(0)
    for board in page.locator(".one .board").all():
        expect(board).to_be_in_viewport(ratio=1)
    for shown in (".share", ".tray", "[data-submit]"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_a_call_window_that_opens_or_closes_moves_nothing(visitor: Somebody) -> None:
    person = visitor(size=PHONE)
    page = person.page
    person.make("mm44:first=3", ME, NOVICE, NOVICE, NOVICE, call_window=600)
    page.locator("[data-dismiss]").first.click()
    buttons = page.locator("[data-window] .buttons")
    go_on = page.locator("[data-go-on]")
    # Until the player has placed a row, the window is only a button.
    for rows in (2, 1):
        expect(go_on).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(0)
        expect(page.get_by_text("Do you know the code?")).to_have_count(0)
        version = person.view()["version"]
        go_on.click()
        person.wait_for_version(version + rows)
    expect(page.locator(".tray")).to_be_visible()

    def place() -> Any:
        page.evaluate("scrollTo(0, 0)")
        return buttons.evaluate("each => [each.getBoundingClientRect().top, each.offsetHeight]")

    before = place()
    person.type_row("RRRRR")
    expect(page.get_by_text("Do you know the code?")).to_be_visible()
    expect(page.locator(".tray")).to_have_count(0)
    assert place() == pytest.approx(before, abs=1)
    go_on.click()
    expect(go_on).to_be_visible()
    assert place() == pytest.approx(before, abs=1)

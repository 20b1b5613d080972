"""A whole match of each box, against computers, in a browser of the size of a phone or larger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import DESKTOP, PHONE, TABLET, Visitor

COMPUTER = {"kind": "computer", "player": "club"}
ME = {"kind": "me"}


def test_a_stranger_places_a_first_guess_within_ten_seconds(visitor: Callable[..., Visitor]) -> None:
    stranger = visitor()
    page = stranger.open()
    stranger.button("Play now").tap()
    tray = page.get_by_role("group", name="Pegs").get_by_role("button")
    for peg in range(4):
        tray.nth(peg).tap()
    page.get_by_role("button", name="Guess", exact=True).tap()
    expect(page.get_by_text("Your turn: row 2 of 9", exact=True)).to_be_visible()
    began = page.evaluate("performance.timeOrigin")
    assert page.evaluate("Date.now()") - began < 10_000


@pytest.mark.parametrize(
    ("rules", "size"),
    [("logic24", PHONE), ("logic12", TABLET), ("togo", PHONE), ("challenge:rounds=3", DESKTOP)],
)
def test_a_match_for_two(visitor: Callable[..., Visitor], rules: str, size: tuple[int, int]) -> None:
    player = visitor(size=size)
    player.make(rules, ME, COMPUTER)
    player.play_out()
    outcome = player.view()["outcome"]
    assert outcome is not None
    end = player.page.locator("[data-end]")
    expect(end).to_be_visible()
    if outcome["winner"] == 1:
        expect(end).to_contain_text("You win the match.")


def test_a_match_for_four(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    player.make("mm44", ME, COMPUTER, COMPUTER, COMPUTER)
    player.play_out()
    assert player.view()["outcome"] is not None
    expect(player.page.locator("[data-end]")).to_be_visible()

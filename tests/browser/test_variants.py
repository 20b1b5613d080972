"""Every variant, and rules that change what a table looks like, played to the end against computers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import DESKTOP, PHONE, TABLET, Visitor

SIZES = (PHONE, TABLET, DESKTOP)
RULES = [
    "logic24+blanks",
    "logic12+two-boards",
    "logic24+blanks+two-boards:equal-turns",
    "logic12:fresh-guesses,rows=12",
    "togo:colours=6,distinct-guesses",
    "togo:supply=box",
    "togo:marking=hand-checked",
    "challenge+beginner:rounds=1",
    "challenge+doubles:rounds=1",
    "challenge:rounds=1,handicap=1",
    "challenge:rounds=1,rows=unlimited",
    "mm44:marks=counts",
    "mm44:seats=3,blanks=any",
    "mm44:seats=2,boards=1,calls=secret",
    "mm44:seats=2,boards=2,last-one-wins",
    "4x6",
    "3x15d:rows=12",
    "8x2b:rows=6",
]


@pytest.mark.long
@pytest.mark.parametrize(("rules", "size"), [(rules, SIZES[at % 3]) for at, rules in enumerate(RULES)])
def test_a_match(visitor: Callable[..., Visitor], rules: str, size: tuple[int, int]) -> None:
    player = visitor(size=size, theme="dark" if size == TABLET else "light")
    seats = player.api("GET", f"/rules?text={rules.replace('+', '%2B')}")["seats"]
    player.make(rules, {"kind": "me"}, *[{"kind": "computer", "player": "club"}] * (seats - 1))
    player.play_out()
    assert player.view()["outcome"] is not None
    expect(player.page.locator("[data-end]")).to_be_visible()

"""Hints draw the pegs that they speak of, and name them for those who listen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_access import violations
from tests.browser.test_home_board import sit_beside
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
FOUR_NAMES = re.compile(r"^\w+, \w+, \w+, \w+$")


def check(said: Locator, opening: str) -> None:
    """Check that a hint names its pegs once, unseen, and draws them."""
    expect(said.locator("p").first).to_have_text(re.compile(rf"^{opening}: \w+, \w+, \w+, \w+ ?\.$"))
    expect(said.locator(".code .unseen")).to_have_text(FOUR_NAMES)
    expect(said.locator(".code svg")).to_have_count(4)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_hints_at_a_table_are_drawn(visitor: Somebody, size: tuple[int, int]) -> None:
    person = visitor(size=size)
    person.make("logic24:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"}, coach="hint")
    said = person.page.locator(".coach .said")
    person.button("A small hint").click()
    expect(said).to_contain_text("Start with")
    person.button("A good row").click()
    check(said, "Good guess")
    person.button("Suggest a row").click()
    check(said, "Best guess")
    expect(said).to_contain_text("Proved: no guess is better.")
    assert violations(person.page) == []


def test_hints_beside_a_real_board_are_drawn(visitor: Somebody) -> None:
    person = visitor()
    sit_beside(person, "togo", "help")
    person.button("A small hint").click()
    person.button("A good row").click()
    check(person.page.locator(".said"), "Good guess")
    person.button("Use this row").click()
    expect(person.page.locator(".entry [data-hole] .peg")).to_have_count(4)

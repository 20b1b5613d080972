"""Rows of computers come one after the other; people who want little motion, or to go on, do not wait."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

WAITS = "rows => rows.map(row => Number(row.dataset.paced))"
STEP = 700


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_rows_of_a_computer_come_one_after_the_other(visitor: Callable[..., Visitor], motion: str) -> None:
    person = visitor(motion=motion)
    page = person.page
    rows, waits = 1, list[int]()
    page.clock.install()
    while rows == 1:  # it may guess the code at once
        person.make("logic24:first=1", {"kind": "me"}, {"kind": "computer", "player": "club"})
        expect(page.locator(".entry")).to_be_visible()
        # The page's clock stands, however long the computer thinks: all rows are new at the same moment.
        person.stop_the_clock()
        person.type_row("YRRB")
        expect(page.locator("[data-next], [data-skip]")).to_be_visible()
        waits = page.locator("[data-paced]").evaluate_all(WAITS)
        page.clock.resume()
        rows = len(person.view()["past"][0]["boards"][0]["rows"])
    if motion == "reduce":
        assert waits == []
    else:
        # The first row waits for nothing.
        assert len(waits) == rows - 1
        assert [later - earlier for earlier, later in pairwise(waits)] == [STEP] * (rows - 2)
    expect(page.locator("[data-next]")).to_be_visible()
    expect(page.locator("[data-paced]")).to_have_count(0)
    expect(page.locator(".board .row:not(.free)")).to_have_count(rows)
    person.go_on()
    page.reload()
    expect(page.locator(".entry, .board").first).to_be_visible()
    expect(page.locator("[data-paced]")).to_have_count(0)

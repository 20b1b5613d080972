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


def test_a_row_to_come_does_not_tell_how_many_marks_it_gets(visitor: Callable[..., Visitor]) -> None:
    person = visitor(motion="no-preference")
    page = person.page
    page.clock.install()
    pegs = page.context.new_cdp_session(page)
    pegs.send("Animation.enable")
    pegs.send("Animation.setPlaybackRate", {"playbackRate": 0})  # what is to fall stays where it is
    holes, seen = list[int](), list[str]()
    while not holes:  # it may guess the code at once
        person.make("logic24:first=1", {"kind": "me"}, {"kind": "computer", "player": "club"})
        expect(page.locator(".entry")).to_be_visible()
        person.stop_the_clock()
        person.type_row("YRRB")
        expect(page.locator("[data-next], [data-skip]")).to_be_visible()
        plates = page.locator("[data-paced] .plate")
        holes = plates.evaluate_all("all => all.map(one => one.querySelectorAll('[href=\"#key-none\"]').length)")
        seen = plates.locator(".mark").evaluate_all("all => all.map(one => getComputedStyle(one).opacity)")
        page.clock.resume()
    assert set(holes) == {4}
    assert set(seen) == {"0"}

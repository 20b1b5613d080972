"""Pegs are dragged into holes, from the tray and from earlier rows, with a mouse and with a finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
Point = tuple[float, float]
LONG = 350
"""Milliseconds after which a press on a row, which may be scrolled, is a grip."""


def middle(of: Locator) -> Point:
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(person: Visitor, start: Point, end: Point, press: int = 0) -> None:
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    person.page.wait_for_timeout(press)
    mouse.move(*end, steps=6)
    mouse.up()


def by_finger(person: Visitor, start: Point, end: Point, press: int = 0) -> None:
    session: CDPSession = person.context.new_cdp_session(person.page)

    def touch(kind: str, *points: Point) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    person.page.wait_for_timeout(press)
    for part in (0.2, 0.5, 0.8, 1):
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    touch("touchEnd")


def hole(person: Visitor, number: int, peg: str) -> Locator:
    return person.page.get_by_label(f"Hole {number}: {peg}", exact=True)


HANDS = [pytest.param(DESKTOP, by_mouse, id="mouse"), pytest.param(PHONE, by_finger, id="finger")]


@pytest.mark.parametrize(("size", "drag"), HANDS)
def test_pegs_are_dragged_from_the_tray_and_from_an_earlier_row(
    visitor: Somebody, size: tuple[int, int], drag: Callable[..., None]
) -> None:
    person = visitor(size=size)
    person.make("togo:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    person.type_row("YYOB")  # never the code, whose pegs all differ
    page = person.page
    expect(page.locator("[data-row='2']")).to_be_visible()
    drag(person, middle(page.locator("[data-peg='G']")), middle(hole(person, 3, "empty")))
    expect(hole(person, 3, "green")).to_be_visible()
    earlier = page.locator(".board .row .holes .hole").nth(3)
    drag(person, middle(earlier), middle(hole(person, 1, "empty")), LONG)
    expect(hole(person, 1, "blue")).to_be_visible()
    drag(person, middle(hole(person, 1, "blue")), middle(hole(person, 3, "green")))
    expect(hole(person, 3, "blue")).to_be_visible()
    expect(hole(person, 1, "green")).to_be_visible()
    drag(person, middle(hole(person, 3, "blue")), (5, 5))
    expect(hole(person, 3, "empty")).to_be_visible()
    assert [row["guess"] for row in person.view()["boards"][0]["rows"]] == ["YYOB"]

"""A desktop of 1366 by 768: the whole board above the fold, and its width used."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from keypeg.boxes import boxes
from tests.browser.visitor import Visitor

LAPTOP = (1366, 768)
ME, CLUB = {"kind": "me"}, {"kind": "computer", "player": "club"}
WHERE = """() => {
  const at = (all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width)
  const boards = at('.board'), own = at('.one:first-child .row'), beside = at('.side > *, .beside > *')
  const [history] = at('.history'), [last] = at('.history > :last-child')
  return {
    row: Math.max(...own.map((box) => box.bottom)),
    empty: history ? history.bottom - last.bottom : 0,
    left: Math.min(...[...boards, ...beside].map((box) => box.left)),
    right: Math.max(...[...boards, ...beside].map((box) => box.right)),
  }
}"""


def check(page: Page, share: float) -> None:
    """Check that the board ends above the fold, that the history is as high as its text, and the width used."""
    where = page.evaluate(WHERE)
    assert where["row"] <= LAPTOP[1], where
    assert where["empty"] < 20, where
    assert where["right"] - where["left"] >= share * LAPTOP[0], where
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP[0]


@pytest.mark.parametrize("box", [*(box.id for box in boxes()), "4x6"])
def test_a_board_and_what_belongs_to_it_fill_a_laptop(visitor: Callable[..., Visitor], box: str) -> None:
    person = visitor(size=LAPTOP)
    page = person.page
    rules = {"challenge": "challenge:rounds=1", "mm44": "mm44:first=1"}.get(box, f"{box}:first=2")
    person.make(rules, ME, *[CLUB] * (3 if box == "mm44" else 1), coach="hint")
    expect(page.locator(".entry")).to_be_visible()
    if box == "challenge":
        person.play_until("[data-row='1']")
    check(page, 0.89)
    if box == "mm44":
        return
    person.play_until("[data-row='2'], [data-next], [data-end]")
    check(page, 0.89 if page.locator("[data-row]").count() else 0.8)
    if box == "togo":
        person.play_out()
        check(page, 0.8)


@pytest.mark.parametrize("daily", [False, True], ids=["match", "daily"])
def test_a_board_stays_where_it_is_when_its_code_ends(visitor: Callable[..., Visitor], daily: bool) -> None:
    person = visitor(size=LAPTOP)
    page = person.page
    if daily:
        person.table_id = person.api("POST", "/daily")["table"]
        person.open("/daily")
    else:
        person.make("logic24:first=2", ME, CLUB)
    expect(page.locator(".entry")).to_be_visible()
    board = page.locator(".board")
    playing = board.bounding_box()
    ended = page.locator("[data-next], [data-end]")
    while not ended.count():
        person.play_once()
        expect(page.locator("[data-row]").or_(ended).first).to_be_visible()
    assert board.bounding_box() == playing
    # What has been stands where the notes were.
    history = page.get_by_role("region", name=re.compile("So far|How it went")).bounding_box()
    assert history
    assert playing
    assert history["x"] + history["width"] < playing["x"]
    if daily:
        return
    person.play_out()
    assert board.bounding_box() == playing


def test_a_large_screen_draws_everything_larger(visitor: Callable[..., Visitor]) -> None:
    heights = []
    for size in (LAPTOP, (1920, 940)):
        person = visitor(size=size)
        person.make("logic24:first=2", ME, CLUB)
        expect(person.page.locator(".entry")).to_be_visible()
        drawn = person.page.locator(".board").bounding_box()
        assert drawn
        assert drawn["y"] + drawn["height"] <= size[1]
        heights.append(drawn["height"] / size[1])
    assert heights[1] > 0.75, heights


def test_what_has_been_numbers_the_rows_of_each_board(visitor: Callable[..., Visitor]) -> None:
    person = visitor(size=LAPTOP)
    page = person.page
    person.make("mm44:seats=2,boards=2", ME, CLUB)
    person.play_out()
    own = [board for board in person.view()["past"][-1]["boards"] if board["breaker"] == 1 and board["rows"]]
    lists = page.locator(".history ol")
    expect(lists).to_have_count(len(own))
    for drawn, board in zip(lists.all(), own, strict=True):
        rows = drawn.locator("li").all_inner_texts()
        assert [row.partition(":")[0] for row in rows] == [f"Row {n + 1}" for n in range(len(board["rows"]))]
    expect(page.locator(".history h3")).to_have_text([f"You, board {board['number']}" for board in own])

"""What people do who have read nothing: cut links, tap twice, reload, open a second tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
COMPUTER = {"kind": "computer", "player": "club"}
ROWS = ".board .row:not(.free):not(.now)"


@pytest.mark.parametrize("path", ["/t/q2VxWvNcTz", "/review/q2VxWvNcTz?at=1.2", "/rules/%E0%A4%A"])
def test_a_link_that_was_cut_off_says_so(visitor: Somebody, path: str) -> None:
    page = visitor().open(path)
    expect(page.get_by_text("This page does not exist. Perhaps the link is incomplete?")).to_be_visible()


def test_a_table_that_is_gone_is_asked_for_once(visitor: Somebody) -> None:
    person = visitor()
    page = person.open(f"/t/{'A' * 22}")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.wait_for_timeout(1200)
    assert asked == []
    person.complaints.clear()


def test_two_taps_place_one_row(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=2", ME, COMPUTER)
    page = person.page
    expect(page.locator(".entry")).to_be_visible()
    page.keyboard.type("YROB")
    page.locator("[data-submit]").dblclick()
    expect(page.locator("[data-row='2']")).to_be_visible()
    assert [row["guess"] for row in person.view()["boards"][0]["rows"]] == ["YROB"]
    # Where the computer moved in between, the row is refused once and sent again.
    person.complaints[:] = [said for said in person.complaints if "409" not in said]


def test_a_code_that_is_over_is_told_again_after_a_reload(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=1", ME, COMPUTER)
    person.type_row("YROB")
    page = person.page
    expect(page.locator("[data-next]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-next]")).to_be_visible()
    person.go_on()
    page.reload()
    expect(page.locator(".entry")).to_be_visible()
    expect(page.locator("[data-next]")).to_have_count(0)


def test_a_second_tab_shows_the_same_table(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=2", ME, COMPUTER)
    person.type_row("YROB")
    expect(person.page.locator("[data-row='2']")).to_be_visible()
    other = person.context.new_page()
    other.goto(person.page.url)
    expect(other.locator(ROWS)).to_have_count(1)
    person.page.bring_to_front()
    person.type_row("GGYY")
    expect(other.locator(ROWS)).to_have_count(2)
    assert other.locator("[data-hole]").first.get_attribute("aria-label") == "Hole 1: empty"

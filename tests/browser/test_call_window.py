"""The time to call before the computers do, on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.test_live import sit_down
from tests.browser.visitor import DESKTOP, PHONE, Visitor

ME, OPEN = {"kind": "me"}, {"kind": "open"}
NOVICE = {"kind": "computer", "player": "novice"}


def _window(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Time to call")


def _rows(view: Any) -> int:
    return sum(len(board["rows"]) for board in view["boards"])


def _row_placed(visitor: Visitor, **agreed: Any) -> None:
    visitor.make("mm44:first=1", ME, NOVICE, NOVICE, NOVICE, **agreed)
    visitor.type_row("RRRRR")
    expect(_window(visitor)).to_be_visible()


def test_the_window_counts_down_and_goes_away_with_the_computers_row(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    _row_placed(player, call_window=3)
    expect(_window(player).get_by_role("timer")).to_have_text(re.compile(r"^[123] seconds?$"))
    assert _rows(player.view()) == 1
    expect(player.page.locator("[data-row='2']")).to_be_visible()
    assert _rows(player.view()) == 4


def test_going_on_lets_the_computers_move_at_once(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=PHONE)
    _row_placed(player, call_window=600)
    for rows in (2, 3, 4):
        version = player.view()["version"]
        player.button("Go on").press("Enter")
        # Going on is a change, and the row that follows another.
        player.page.wait_for_function(
            "version => Number(document.querySelector('main')?.dataset.version) > version + 1", arg=version
        )
        assert _rows(player.view()) == rows
        if rows < 4:
            expect(player.page.locator("[data-go-on]")).to_be_focused()
    expect(player.page.locator("[data-row='2']")).to_be_visible()


def test_opening_the_answer_row_takes_a_minute_more_and_the_call_comes_first(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=PHONE)
    _row_placed(player, call_window=60)
    before = player.view()["call_window"]
    player.button("Call Master Mind").click()
    expect(_window(player).get_by_role("timer")).to_have_text(re.compile(r"^1[012]\d seconds$"))
    after = player.view()["call_window"]
    assert (after["until"], after["extended"]) == (before["until"] + 60, [1])
    expect(player.button("Call Master Mind")).to_have_count(0)
    expect(player.page.locator(".entry")).to_be_visible()
    player.page.keyboard.type("RRR")  # one's own share is there already
    player.page.keyboard.press("Enter")
    expect(_window(player)).to_have_count(0)
    seen = player.view()
    assert seen["past"] or [call["seat"] for call in seen["calls"]] == [1]


def test_a_window_is_read_out_once_and_its_countdown_is_not(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    _row_placed(player, call_window=600)
    expect(player.page.get_by_text("You may call Master Mind: 600 seconds.")).to_have_count(1)
    timer = _window(player).get_by_role("timer")
    assert timer.get_attribute("aria-live") is None, "a timer is not live by itself"


def test_two_people_beside_computers_both_go_on(visitor: Callable[..., Visitor]) -> None:
    host, guest = visitor(size=DESKTOP), visitor(size=PHONE)
    host.make("mm44:first=1", ME, OPEN, NOVICE, NOVICE, call_window=600)
    sit_down(host, [guest])
    host.type_row("RRRRR")
    expect(_window(host).get_by_text("Do you know the code?")).to_be_visible()
    expect(_window(guest).get_by_role("button", name="Go on")).to_be_visible()
    host.button("Go on").click()
    expect(_window(host)).to_contain_text("Others who may still call: Guest 2")
    assert _rows(guest.view()) == 1
    guest.type_row("RRRRR")
    expect(_window(host).get_by_role("button", name="Go on")).to_be_visible()
    assert _rows(guest.view()) == 2
    host.button("Go on").click()
    guest.button("Go on").click()
    expect(_window(host).get_by_role("button", name="Go on")).to_be_visible()
    assert _rows(guest.view()) == 3


def test_the_length_is_chosen_with_the_table(visitor: Callable[..., Visitor]) -> None:
    player = visitor(size=DESKTOP)
    page = player.open("/new?rules=mm44")
    length = page.get_by_label("Time to call before the computers do")
    expect(page.locator("details > summary").first).to_be_visible()
    for summary in page.locator("details > summary").all():
        summary.click()
    # Nobody is hurried in a first match, nor where people share the device.
    expect(length).to_have_value("none")
    page.evaluate("localStorage.setItem('keypeg.settings', JSON.stringify({ guide: false }))")
    page.reload()
    expect(page.locator("details > summary").first).to_be_visible()
    for summary in page.locator("details > summary").all():
        summary.click()
    expect(length).to_have_value("6")
    page.get_by_label(re.compile("^Clock")).select_option("86400+0")
    expect(length).to_have_value("none")
    length.select_option("15")
    page.locator("button[type=submit]").click()
    page.wait_for_url(re.compile("/t/"))
    assert player.api("GET", f"/tables/{player.table}/view")["clock"]["seconds"] == 86_400

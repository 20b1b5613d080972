"""Statistics of one's own play, in the page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]


def test_own_play_is_told_by_box_as_soon_as_there_is_some(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()
    page = bob.open("/stats")
    expect(page.get_by_text("your statistics will appear here")).to_be_visible()
    made = ann.api("POST", "/tables", {"rules": "togo:rounds=1,parity=any,first=1"})
    table, invite = made["table"], made["invites"][0]["invite"]
    bob.api("POST", f"/tables/{table}/seats", {"invite": invite})

    def move(who: Visitor, text: str) -> None:
        version = who.api("GET", f"/tables/{table}/view")["version"]
        who.api("POST", f"/tables/{table}/moves", {"move": text, "version": version, "key": text})

    move(ann, "hide RYGB")
    move(bob, "guess ROYG")
    move(bob, "guess RYGB")
    bob.open("/stats")
    card = page.get_by_role("region", name="Mastermind, travel edition")
    expect(card).to_contain_text("1 code, 1 broken")
    expect(card.get_by_text("In 2 rows: 1")).to_have_count(1)
    for figure in ("loss", "luck", "skill"):
        expect(card.get_by_text(figure, exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_line_over_time_is_not_drawn_across_its_numbers(visitor: Somebody) -> None:
    ann, bob = visitor(), visitor()

    def move(who: Visitor, table: str, text: str) -> None:
        version = who.api("GET", f"/tables/{table}/view")["version"]
        who.api("POST", f"/tables/{table}/moves", {"move": text, "version": version, "key": text})

    for rows in (("ROYG", "ROYB", "ROYP", "NWPB"), ("NWPB",)):
        made = ann.api("POST", "/tables", {"rules": "togo:rounds=1,parity=any,first=1"})
        bob.api("POST", f"/tables/{made['table']}/seats", {"invite": made["invites"][0]["invite"]})
        move(ann, made["table"], "hide NWPB")
        for row in rows:
            move(bob, made["table"], f"guess {row}")
    page = bob.open("/stats")
    chart = page.get_by_role("img", name=re.compile(r": \d+; .*: 100$"))
    expect(chart).to_be_visible(timeout=60_000)
    first, dot = chart.locator("text").first.bounding_box(), chart.locator("circle").first.bounding_box()
    assert first
    assert dot
    assert first["x"] + first["width"] <= dot["x"], "the line goes on to the right of the first dot"

"""Several people at one device: marks are seen before it goes on, and anybody calls at any moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from keypeg.words import Words
from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]
SEATS = [{"kind": "me", "name": name} for name in ("Ada", "Bo", "Cy", "Di")]
PHONE = (390, 844)


@pytest.mark.parametrize("language", ["en-GB", "nl-NL"])
def test_whoever_placed_a_row_sees_its_answers_and_anybody_calls_at_the_curtain(
    visitor: Somebody, language: str
) -> None:
    words = Words(language[:2])
    person = visitor(size=PHONE, language=language)
    page = person.page
    person.make("mm44:first=1", *SEATS)
    page.locator("[data-next]").click()
    person.type_row("RRRRR")
    # Ada sees what her row earned, and may call, before the device goes on.
    row = page.locator(".one.own .row").first
    expect(row.locator(".answer.given")).to_have_count(3)
    expect(page.get_by_role("button", name=words.say("web.call"))).to_be_visible()
    passes = page.locator("[data-next]")
    expect(passes).to_have_text(words.say("web.curtain", who="Bo (2)"))
    expect(passes).to_be_in_viewport(ratio=1)
    passes.click()
    expect(page.get_by_role("heading", name=words.say("web.curtain", who="Bo (2)"))).to_be_visible()
    # Di calls out of turn, thinks better of it, and hands the device on.
    page.get_by_role("group", name=words.say("web.call")).get_by_role("button", name="Di (4)").click()
    expect(page.locator(".entry")).to_be_visible()
    expect(page.locator("[data-submit]")).to_be_visible()
    page.get_by_role("button", name=words.say("web.call.cancel")).click()
    expect(passes).to_have_text(words.say("web.curtain", who="Bo (2)"))
    passes.click()
    # Cy calls, wrongly: the call is told, and Bo is next.
    page.locator("[data-call='3']").click()
    expect(page.locator(".entry")).to_be_visible()
    for _ in range(3):
        page.locator(".tray button").first.click()
    page.locator("[data-submit]").click()
    expect(page.locator(".call, [data-end], [data-next]").first).to_be_visible()
    assert [call["seat"] for call in person.view(3)["calls"] or person.view(3)["past"][0]["calls"]] == [3]


def test_where_the_codes_are_on_a_real_board_no_curtain_falls(visitor: Somebody) -> None:
    person = visitor(size=PHONE)
    page = person.page
    person.make("togo:marking=home,first=1", *SEATS[:2])
    expect(page.locator("[data-turn='2']")).to_be_visible()
    person.type_row("RYGB")
    expect(page.locator("[data-turn='1']")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)

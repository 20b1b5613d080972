"""The screens around the table: rules, the puzzle of the day, settings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from keypeg.boxes import boxes
from keypeg.words import Words
from tests.browser.visitor import Visitor
from tests.server.guests.test_daily import solve_today

Somebody = Callable[..., Visitor]


@pytest.mark.parametrize("box", [*(box.id for box in boxes()), "4x6"])
def test_the_rules_of_a_box_are_told_with_drawn_examples(visitor: Somebody, box: str) -> None:
    page = visitor().open("/rules")
    page.locator(f'a[href="/rules/{box}"]').click()
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    assert page.locator("figure").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_settings_dress_the_page_and_are_kept(visitor: Somebody) -> None:
    page = visitor().open("/settings")
    page.get_by_label("Walnut (dark)").check()
    page.get_by_label("Digits").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".preview .digit").first).to_have_text("1")


def test_another_language_is_spoken_at_once_and_again_next_time(visitor: Somebody) -> None:
    page = visitor().open("/settings")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(page.url.replace("/settings", "/rules/togo"))
    expect(page.get_by_role("heading", level=2).first).to_have_text(Words("de").say("rules.section.contents"))


def test_another_language_leaves_the_board_as_it_was(visitor: Somebody) -> None:
    person = visitor()
    person.make("logic24:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    table = person.page.url
    expect(person.page.locator(".entry")).to_be_visible()
    person.page.keyboard.type("YR")
    person.open("/settings").get_by_label("Language").select_option("de")
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    person.page.goto(table)
    hole = Words("de").say("web.entry.hole", hole=2, peg=Words("de").say("colour.R"))
    expect(person.page.get_by_label(hole)).to_be_visible()


def test_the_puzzle_of_the_day_is_played_once(visitor: Somebody) -> None:
    person = visitor()
    solve_today(person.site)
    page = person.open("/daily")
    person.button("Start").click()
    page.wait_for_url("**/daily/*")
    person.table_id = person.api("GET", "/daily")["table"]
    person.play_out()
    page.goto(person.site + "/daily")
    expect(page.locator("li.own > .unseen")).to_have_count(1)
    expect(person.button("Start")).to_have_count(0)


def test_an_identity_is_taken_to_another_device_and_forgotten(visitor: Somebody) -> None:
    first, second = visitor(), visitor()
    page = first.open("/settings")
    page.get_by_label("Your name").fill("Anna")
    with page.expect_response("**/api/v1/me"):
        page.get_by_label("Your name").blur()
    first.button("Use another device").click()
    link = page.locator("input[readonly]").input_value()
    other = second.page
    other.goto(link)
    second.button("Yes, that’s me").click()
    expect(other.get_by_role("status").get_by_text("This device is yours now.")).to_be_visible()
    assert second.api("GET", "/me")["name"] == "Anna"
    first.button("Delete my data").click()
    first.button("Delete all your data?").click()
    expect(page.get_by_text("Your data has been deleted.").first).to_be_visible()
    assert second.api("GET", "/me")["known"] is False


def test_a_table_that_does_not_exist_offers_no_second_try(visitor: Somebody) -> None:
    person = visitor()
    person.expected.append("404")
    for path in ("/t/AAAAAAAAAAAAAAAAAAAAAA", "/review/AAAAAAAAAAAAAAAAAAAAAA"):
        page = person.open(path)
        expect(page.get_by_text("There is no such table")).to_be_visible()
        expect(page.get_by_role("link", name="Home")).to_be_visible()
        expect(person.button("Try again")).to_have_count(0)

"""At a real board: Keypeg breaks, helps and finds a mark that was entered wrongly, or is the referee."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from keypeg.core import mark
from tests.browser.visitor import DESKTOP, Visitor

Somebody = Callable[..., Visitor]


def sit_beside(person: Visitor, box: str, role: str) -> None:
    page = person.open("/board")
    page.locator(f"label.box:has(input[value='{box}'])").click()
    page.locator(f"input[name='role'][value='{role}']").check()
    person.button("Start").click()


def enter(person: Visitor, guess: str, exact: int, near: int) -> None:
    person.type_row(guess)
    expect(person.page.locator("[data-enter-marks]")).to_be_visible()
    person.set_marks(exact, near)


def codes_left(person: Visitor, codes: int) -> None:
    expect(person.page.locator("[data-left]")).to_have_attribute("data-left", str(codes))


def test_a_mark_entered_wrongly_is_found_and_mended_with_one_tap(visitor: Somebody) -> None:
    person = visitor()
    sit_beside(person, "togo", "help")
    codes_left(person, 1680)
    code = "RYGB"
    enter(person, "ROYG", *mark(code, "ROYG"))
    codes_left(person, 144)
    enter(person, "RYPW", *mark(code, "RYPW"))
    enter(person, "RYOG", 0, 4)  # it earned 2,1
    doctor = person.page.locator("[data-doctor]")
    expect(doctor).to_contain_text("No code fits these rows")
    doctor.get_by_role("button").first.click()
    expect(doctor).to_have_count(0)
    expect(person.page.locator("[data-left]")).not_to_have_attribute("data-left", "0")
    person.page.reload()
    expect(person.page.locator(".board .row:not(.free):not(.now)")).to_have_count(3)


def test_keypeg_breaks_a_code_that_only_the_real_board_knows(visitor: Somebody) -> None:
    person = visitor()
    sit_beside(person, "logic24", "break")
    page, code = person.page, "GYYB"
    names = {"yellow": "Y", "red": "R", "orange": "O", "blue": "B", "green": "G"}
    for row in range(1, 10):
        proposed = page.locator("[data-enter-marks] .row .unseen")
        expect(proposed).to_be_visible()
        guess = "".join(names[name] for name in proposed.inner_text().split(", "))
        person.set_marks(*mark(code, guess))
        expect(page.locator(".board .row:not(.free):not(.now)")).to_have_count(row)
        if guess == code:
            break
    expect(page.locator("[data-done]")).to_contain_text("Broken in")


@pytest.mark.long
def test_a_row_is_checked_corrected_removed_and_taken_back(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP)
    sit_beside(person, "togo", "help")
    page = person.page
    enter(person, "ROYG", 1, 2)
    codes_left(person, 144)
    page.keyboard.type("PWNO")
    person.button("Could this be the code?").click()
    expect(page.get_by_text("If this were the code, this row would have scored")).to_be_visible()
    person.button("Correct row 1").click()
    person.page.locator("[data-mark='near'] input").fill("0")
    person.button("Enter: 1 exact").click()
    expect(page.locator("[data-left]")).not_to_have_attribute("data-left", "144")
    person.button("Undo").click()
    codes_left(person, 144)
    person.button("A small hint").click()
    person.button("A good row").click()
    expect(person.button("Use this row")).to_be_visible()
    person.button("Correct row 1").click()
    person.button("Delete row").click()
    codes_left(person, 1680)


@pytest.mark.long
def test_a_referee_is_a_table_for_those_who_share_this_device(visitor: Somebody) -> None:
    person = visitor()
    page = person.open("/board")
    page.locator("label.box:has(input[value='togo'])").click()
    page.locator("input[name='role'][value='referee']").check()
    page.get_by_label("by hand. You enter the code in secret").check()
    page.get_by_label("Seat 1’s name").fill("Ada")
    page.get_by_label("Seat 2’s name").fill("Bo")
    person.button("Start").click()
    page.wait_for_url("**/t/*")
    view = person.view()
    assert view["rules"]["marking"] == "hand-checked"
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bo"]


@pytest.mark.long
@pytest.mark.parametrize("marking", ["table", "hand-checked", "home"])
def test_a_referee_goes_through_a_row_on_a_phone(visitor: Somebody, marking: str) -> None:
    person = visitor()
    page = person.open("/board")
    page.locator("label.box:has(input[value='togo'])").click()
    page.locator("input[name='role'][value='referee']").check()
    page.locator(f"input[name='marking'][value='{marking}']").check()
    person.button("Start").click()
    page.wait_for_url("**/t/*")
    if marking != "home":
        person.go_on()
        person.type_row("RYGB")
    person.go_on()
    person.type_row("ROYG")
    if marking != "table":
        person.go_on()
        person.set_marks(1, 2)
        person.go_on()
    expect(page.get_by_text("row 2 of 9").first).to_be_visible()
    boards = person.view()["boards"]
    assert [row["text"] for board in boards for row in board["rows"]] == ["ROYG:1,2"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.long
def test_of_a_split_code_answers_that_cannot_be_right_are_noticed(visitor: Somebody) -> None:
    person = visitor(size=DESKTOP)
    sit_beside(person, "mm44", "help")
    page = person.page
    codes_left(person, 6480)
    person.type_row("RRRRR")
    for seat in (2, 3, 4):
        page.get_by_role("group", name=f"Seat {seat} answers").get_by_role("button", name="exact").click()
    person.button("Enter the answers").click()
    expect(page.locator("[data-left]")).not_to_have_attribute("data-left", "6480")
    person.type_row("OOOOO")
    for seat in (1, 3, 4):
        page.get_by_role("group", name=f"Seat {seat} answers").get_by_role("button", name="exact").click()
    person.button("Enter the answers").click()
    doctor = page.locator("[data-doctor]")
    expect(doctor).to_be_visible()
    doctor.get_by_role("button").first.click()
    expect(doctor).to_have_count(0)


def test_the_row_that_is_marked_stays_in_sight(visitor: Somebody) -> None:
    person = visitor()
    sit_beside(person, "togo", "help")
    for number, guess in enumerate(("ROYG", "RYPW", "NPWB"), start=1):
        person.type_row(guess)
        expect(person.page.locator("[data-enter-marks]")).to_be_visible()
        row = person.page.locator(".board .row.now")
        expect(row).to_contain_text(f"What are the marks for row {number}?")
        expect(row.locator(".holes use")).to_have_count(4)
        expect(row).to_be_in_viewport()
        person.set_marks(*mark("RYGB", guess))

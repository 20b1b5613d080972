"""Practice: a puzzle of every kind, answered by touch and by keys, with the reason and the run of solved ones."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from keypeg import rules
from keypeg.puzzles import LEVELS, Kind, Puzzle, make
from keypeg.tell import peg_message
from keypeg.words import Words
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Somebody = Callable[..., Visitor]
NAMES = {
    Kind.CODE: "Find the code",
    Kind.FITS: "What fits?",
    Kind.WRONG: "Find the wrong marks",
    Kind.NEXT: "Best next row",
}


def _open(visitor: Visitor, kind: Kind, level: str) -> tuple[Page, Puzzle]:
    """Choose a kind and a level from the home page; return the puzzle that is asked."""
    page = visitor.open()
    page.get_by_role("link", name="Practice").click()
    other = Kind.FITS if kind is Kind.WRONG else Kind.WRONG
    page.get_by_role("combobox", name="Puzzle").select_option(NAMES[other])
    page.get_by_role("combobox", name="Difficulty").select_option(level.capitalize())
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    with page.expect_response(re.compile(f"/puzzles/{kind}.*level={level}")) as asked:
        page.get_by_role("combobox", name="Puzzle").select_option(NAMES[kind])
    seed = asked.value.url.rpartition("seed=")[2]
    return page, make(kind, rules(LEVELS[level]), seed)


def _answer(page: Page, puzzle: Puzzle, answers: tuple[str, ...]) -> None:
    match puzzle.kind:
        case Kind.CODE | Kind.NEXT:
            page.get_by_role("button", name="Hole 1: empty").click()
            page.keyboard.type(answers[0])
            page.keyboard.press("Enter")
        case Kind.FITS:
            for code in answers:
                page.locator(f"input[value='{code}']").check()
            page.get_by_role("button", name="Check").click()
        case Kind.WRONG:
            page.get_by_label(f"Row {answers[0]}", exact=True).check()
            page.get_by_role("button", name="Check").click()


def _named(code: str) -> str:
    return ", ".join(Words("en").render_all(peg_message(peg) for peg in code))


@pytest.mark.parametrize(("kind", "size"), list(zip(Kind, (PHONE, DESKTOP, PHONE, DESKTOP), strict=True)))
def test_a_right_answer_is_praised_explained_and_counted(visitor: Somebody, kind: Kind, size: tuple[int, int]) -> None:
    ann = visitor(size=size)
    page, puzzle = _open(ann, kind, "medium")
    _answer(page, puzzle, puzzle.answers)
    # The focus goes on, and what it comes to is read out with it.
    again = page.get_by_role("button", name="Next puzzle")
    expect(again).to_be_focused()
    expect(again).to_have_accessible_description(re.compile(r"^That’s right! .*Solved in a row: 1\. Your best: 1\.$"))
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]")).to_have_count(0)
    expect(page.get_by_role("heading", level=2)).to_be_focused()


def test_a_wrong_answer_says_which_row_speaks_against_it_and_ends_the_run(visitor: Somebody) -> None:
    page, puzzle = _open(visitor(), Kind.CODE, "easy")
    wrong = next(code for code in puzzle.rules.codes[0] if code not in puzzle.answers)
    _answer(page, puzzle, (wrong,))
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_contain_text("Not quite.")
    # Codes are drawn, and named for those who listen: no letter stands on a peg.
    expect(verdict).to_contain_text(f"{_named(wrong)} does not fit row")
    expect(verdict).to_contain_text(f"{_named(puzzle.answers[0])} is the only code that fits every row.")
    assert verdict.locator("svg.peg").count() >= 2 * len(wrong)
    assert wrong not in verdict.inner_text()
    expect(verdict).not_to_contain_text("Solved in a row")  # who has solved none yet is not told so
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    page.get_by_role("combobox", name="Difficulty").focus()
    with page.expect_response(re.compile("level=medium")):
        page.get_by_role("combobox", name="Difficulty").select_option("Medium")
    expect(page.get_by_role("button", name="Hole 4: empty")).to_be_visible()
    expect(page.get_by_role("combobox", name="Difficulty")).to_be_focused()


def test_practice_speaks_german_and_keeps_what_was_chosen(visitor: Somebody) -> None:
    page = visitor(language="de-DE").open("/practice")
    page.get_by_role("combobox", name="Rätsel").select_option("Finde die falsche Bewertung")
    expect(page.get_by_role("heading", name="Eine dieser Reihen ist falsch bewertet. Welche?")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Eine dieser Reihen ist falsch bewertet. Welche?")).to_be_visible()


def test_a_late_answer_to_an_earlier_choice_does_not_replace_the_puzzle(visitor: Somebody) -> None:
    page = visitor().open("/practice")
    expect(page.locator(".board")).to_be_visible()
    held: list[Route] = []
    page.route("**/puzzles/**", lambda route: route.continue_() if held else held.append(route))
    for level in ("medium", "hard", "medium"):
        page.locator("[name=level]").select_option(level)
    expect(page.locator(".board")).to_be_visible()
    page.keyboard.type("1")
    filled = page.locator(".entry button").first.get_attribute("aria-label")
    with page.expect_response("**/puzzles/**") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    expect(page.locator(".entry button").first).to_have_attribute("aria-label", filled or "")

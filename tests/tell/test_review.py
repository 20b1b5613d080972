"""What a review says, on a terminal and as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from keypeg import Marks, State, rules
from keypeg.drawing.review_page import review_page
from keypeg.look import COLOURS, SHAPES
from keypeg.message import message
from keypeg.notation import Record
from keypeg.players import read_player
from keypeg.review import review, review_rows
from keypeg.solve import problem_of
from keypeg.table import Table
from keypeg.tell.layout import text_lines
from keypeg.tell.review import board_messages, fit_messages, record_names, review_messages, row_messages
from keypeg.words import PSEUDO, Words
from tests.rules.matches import played

WORDS = Words()
MATCH = ("togo:first=1,rounds=2", "1 hide RYGB", "2 guess RRYY", "2 guess RYOB", "2 guess RYGB")


def test_the_terminal_shows_a_table_and_the_identity() -> None:
    lines = list(text_lines(WORDS.render, review_messages({2: "Bo"}, review(played(*MATCH)))))
    assert lines[:3] == [
        "Round 1 of 2",
        "Codebreaker: Bo",
        "row  guess  marks   codes left  suggested   loss    luck  skill",
    ]
    assert "  2  RYOB   3,0        120 → 8  ROGB        0.11   +0.28     89" in lines
    assert "Row 1: RRYY could not be the code. In a code each colour appears only once." in lines
    assert any(re.fullmatch(r"3 guesses = 4.641 expected \+ 0.\d{3} lost − 2.\d{3} good luck", line) for line in lines)


def test_a_row_is_told_with_the_row_that_it_contradicts() -> None:
    board = review_rows(problem_of(rules("4x6")), [("RROO", Marks(1, 1)), ("RRYG", Marks(1, 0)), ("YGBP", Marks(0, 2))])
    assert list(WORDS.render_all(row_messages(board, board.rows[1]))) == [
        "RRYG could not be the code.",
        "If it were the code, row 1 (RROO) would have scored 2 exact, not 1 exact, 1 near.",
        f"{board.rows[1].best} would have saved {board.rows[1].loss:.2f} guesses on average.",
        *list(WORDS.render_all(row_messages(board, board.rows[1])))[-1:],
    ]
    assert "It does not fit these rows either: 2." in WORDS.render_all(row_messages(board, board.rows[2]))


def test_a_row_that_could_be_the_code_is_told_unless_it_was() -> None:
    board = review_rows(problem_of(rules("4x6")), [("RROO", Marks(1, 1)), ("RYRG", Marks(0, 2)), ("ORYY", Marks(4, 0))])
    told = [list(WORDS.render_all(row_messages(board, row))) for row in board.rows]
    assert "It could still be the code." in told[1]
    assert "It could still be the code." not in told[2]
    assert message("tell.review.fits") in fit_messages(board, board.rows[1], drawn=True)
    assert message("tell.review.fits") not in fit_messages(board, board.rows[2], drawn=True)


def test_marks_that_contradict_each_other_are_named_and_not_measured() -> None:
    board = review_rows(problem_of(rules("4x6")), [("RROO", Marks(4, 0)), ("RROO", Marks(0, 0))])
    assert "From row 2 on, the marks contradict each other" in " ".join(WORDS.render_all(board_messages(board)))


def test_seats_are_called_as_the_record_calls_them() -> None:
    record = Record(played(*MATCH), {"Seat-1": "Ada", "Player-1": "club", "Player-2": "expert"})
    names = {seat: WORDS.render(name) for seat, name in record_names(record).items()}
    assert names == {1: "Ada", 2: "Seat 2 (expert)"}


class _Addresses(HTMLParser):
    """Everything that a browser might fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object", "base"), tag
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "srcset", "action", "data")]


def _matches() -> list[tuple[str, State]]:
    found = []
    for text in ("4x6", "logic24+blanks", "challenge+beginner:rounds=1", "mm44", "mm44:marks=counts", "8x10:rows=2"):
        seats = range(1, rules(text).seats + 1)
        table = Table(rules(text), {seat: read_player("club", f"{seat}") for seat in seats}, seed="s")
        table.run()
        found.append((text, table.state))
    wrong = ("1 hide RYGB", "2 guess ROYG", "1 mark 0,0", "2 guess BWNP", "1 mark 0,1", "2 give-up")
    found.append(("wrong marks", played("togo:first=1,marking=hand", *wrong)))
    found.append(("not begun", played("togo:first=1")))
    return found


@pytest.mark.parametrize(("name", "state"), _matches(), ids=lambda value: value if isinstance(value, str) else "")
def test_the_page_is_well_formed_and_needs_nothing_else(name: str, state: State) -> None:
    page = review_page(Words(PSEUDO).render, PSEUDO, {1: "<Ada & “Co”>"}, review(state))
    tree = ET.fromstring(page.removeprefix("<!doctype html>"))  # noqa: S314  our own page
    ids = {element.get("id") for element in tree.iter()}
    addresses = _Addresses()
    addresses.feed(page)
    found = [*addresses.found, *re.findall(r"url\((.*?)\)", page)]
    assert all(address[0] == "#" and address[1:] in ids for address in found)
    assert "@import" not in page
    assert "//" not in re.sub(r"<!doctype html>|</", "", page)
    # Every text is from the catalogue: headings and what is read aloud are in the pseudo-language.
    said = [element.get("aria-label", "") for element in tree.iter()] + [
        heading.text or "" for heading in tree.iter("h3")
    ]
    assert all(text.startswith(("[", "<Ada")) for text in said if text), name


def test_every_peg_has_a_shape_of_its_own() -> None:
    letters = set(rules("1x15").palette)
    assert COLOURS.keys() == SHAPES.keys() == letters
    assert len(set(SHAPES.values())) == len(SHAPES)

"""Questions that need no table."""

from __future__ import annotations

import pytest

from keypeg import rules as read_rules
from keypeg import suggest
from keypeg.api.boxes import boxes, players, rules_of
from keypeg.api.doctor import doctor
from keypeg.api.puzzles import PuzzleAnswer, answer_puzzle, puzzle
from keypeg.api.tools import AskCheck, AskMark, AskRows, AskSuggest, Marked, check, mark
from keypeg.api.tools import suggest as suggest_next
from keypeg.core import Share
from keypeg.errors import KeypegError
from keypeg.puzzles import Kind
from keypeg.puzzles import make as made


def _refused(call: object, *arguments: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        call(*arguments)  # type: ignore[operator]
    return wrong.value.slug


def test_a_guess_is_marked() -> None:
    assert mark(AskMark(rules="togo", code="RYGB", guess="ROYG")) == Marked(1, 2)
    by_hole = mark(AskMark(rules="mm44", code="BGRY.", guess="BBBBB")).by_hole
    assert by_hole == ["black", "none", "none", "none", None]


def test_a_puzzle_comes_without_its_answer_and_its_answer_is_judged() -> None:
    for kind in ("code", "fits", "wrong", "next"):
        shown = puzzle(kind, "medium", "a")
        assert (shown.rules.text, shown.kind) == ("logic24", kind)
        assert bool(shown.options) == (kind == "fits")
        assert (shown.may is None) == (kind in ("fits", "wrong"))
        right = made(Kind(kind), read_rules("logic24"), "a").answers
        verdict = answer_puzzle(PuzzleAnswer(" ".join(right)), kind, "medium", "a")
        assert (verdict.right, verdict.answers, verdict.loss) == (True, list(right), 0)
    assert not answer_puzzle(PuzzleAnswer("RRRR"), "code", "medium", "a").right


def test_a_guess_against_shares_is_a_row() -> None:
    deal = [Share(seat, share) for seat, share in enumerate(("R....", ".O...", "..Y..", "...G."), start=1)]
    row = mark(AskMark(rules="mm44", shares=deal, guess="YOBGR", seat=2)).row
    assert row is not None
    assert (row.text, row.total) == ("YOBGR:w/_/w/b", (1, 2))
    both = [Share(1, "RYGB"), Share(2, "ROYG")]
    alone = mark(AskMark(rules="logic24+two-boards", shares=both, guess="RROO", seat=1)).row
    assert alone is not None
    assert alone.text == "RROO:1,1"


def test_shares_that_cannot_be_are_refused() -> None:
    deal = [Share(seat, share) for seat, share in enumerate(("R....", ".O...", "..Y.."), start=1)]
    assert _refused(mark, AskMark(rules="mm44", shares=deal, guess="YOBGR")) == "deal-shares"
    mine = [Share(1, "RYGB")]
    assert _refused(mark, AskMark(rules="togo", shares=mine, guess="ROYG", seat=1)) == "deal-shares"
    unknown = [Share(1, "RYGB"), Share(2, "????")]
    asked = AskMark(rules="logic24+two-boards", shares=unknown, guess="RROO", seat=1)
    assert _refused(mark, asked) == "code-unreadable"


def test_a_code_that_cannot_be_is_refused() -> None:
    assert _refused(mark, AskMark(rules="togo", code="RRGB", guess="ROYG")) == "peg-twice"
    assert _refused(mark, AskMark(rules="togo", code="RYGB", guess="ROYG", seat=3)) == "seat-unknown"


def test_codes_that_fit_are_counted_and_listed() -> None:
    found = check(AskCheck("4x6", ["RROO:4,0"]))
    assert (found.codes, found.candidates) == (1, ["RROO"])


def test_a_suggestion_says_how_it_is_known() -> None:
    found = suggest_next(AskSuggest("4x6", ["RROO:4,0"]))
    assert (found.guess, found.is_candidate, found.basis) == ("RROO", True, "proved")
    assert (found.partition, found.top, found.complete) == ({"4,0": 1}, [], None)


def test_several_guesses_come_with_what_each_is_worth() -> None:
    rows = ["RROO:1,1", "RYRG:0,2"]
    found, best = suggest_next(AskSuggest("4x6", rows, top=3)), suggest("4x6", rows, top=3)
    assert [(each.guess, each.expected, each.worst) for each in found.top] == [
        (each.guess, each.expected, each.worst) for each in best.top
    ]
    assert (found.guess, found.partition, found.complete) == (found.top[0].guess, best.partition, best.complete)
    assert found.partition is not None
    assert sum(found.partition.values()) == found.candidates == 23


def test_the_doctor_names_rows_that_contradict_each_other() -> None:
    found = doctor(AskRows("4x6", ["RRRR:0,0", "RRRR:4,0"]))
    assert found.fits is False
    assert found.conflicts == [[1, 2]]
    assert found.messages


def test_all_boxes_and_levels_are_listed() -> None:
    assert [box.id for box in boxes()] == ["logic24", "logic12", "togo", "challenge", "mm44", "4x6"]
    assert [level.player for level in players().levels] == ["novice", "club", "expert", "perfect"]
    assert rules_of(read_rules("togo:colours=6")).palette == "ROYGBP"

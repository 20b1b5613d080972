"""Puzzles: every answer is checked against all codes of the game, by marking them one by one."""

from __future__ import annotations

import pytest

from keypeg import Illegal, Malformed, Rules, mark, rules, suggest, worth
from keypeg.puzzles import LEVELS, Kind, Puzzle, judge, make
from keypeg.tell.puzzles import judged_messages
from keypeg.words import Words

GAMES = [*LEVELS.values(), "2x4", "4x6", "4x10d", "challenge", "logic24+blanks"]
SEEDS = ("1", "2", "3")


def _fitting(puzzle: Puzzle, without: int | None = None) -> list[str]:
    rows = [row for number, row in enumerate(puzzle.rows, start=1) if number != without]
    return [code for code in puzzle.rules.codes[0] if all(mark(code, guess) == marks for guess, marks in rows)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_one_code_is_left_and_every_row_is_needed(game: str, seed: str) -> None:
    puzzle = make(Kind.CODE, rules(game), seed)
    assert _fitting(puzzle) == list(puzzle.answers)
    assert all(len(_fitting(puzzle, row)) > 1 for row in range(1, len(puzzle.rows) + 1))
    assert judge(puzzle, puzzle.answers[0].lower()).right


@pytest.mark.parametrize("options", [1, 4])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_options_that_fit_are_the_answers(game: str, seed: str, options: int) -> None:
    puzzle = make(Kind.FITS, rules(game), seed, options=options)
    fit = set(_fitting(puzzle))
    assert len(set(puzzle.options)) == options
    assert set(puzzle.answers) == fit & set(puzzle.options)
    assert len(puzzle.answers) < options or options == 1
    assert puzzle.candidates == len(fit)
    assert judge(puzzle, ", ".join(reversed(puzzle.answers))).right
    assert not judge(puzzle, " ".join(set(puzzle.options) - set(puzzle.answers))).right


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_only_one_row_can_be_wrong(game: str, seed: str) -> None:
    puzzle = make(Kind.WRONG, rules(game), seed)
    assert not _fitting(puzzle)
    may_be_wrong = [str(row) for row in range(1, len(puzzle.rows) + 1) if _fitting(puzzle, row)]
    assert may_be_wrong == list(puzzle.answers)
    (wrong,) = map(int, puzzle.answers)
    guess, said = puzzle.rows[wrong - 1]
    judged = judge(puzzle, str(wrong))
    assert judged.right
    assert {mark(code, guess) for code in _fitting(puzzle, wrong)} == {judged.meant} != {said}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["3x5", "logic24", "4x6", "togo"])
def test_the_best_next_row_is_proved_and_others_lose_something(game: str, seed: str) -> None:
    puzzle = make(Kind.NEXT, rules(game), seed)
    assert puzzle.candidates == len(_fitting(puzzle))
    best = suggest(puzzle.rules, puzzle.rows)
    assert (best.basis, best.expected, (best.guess,)) == ("proved", puzzle.expected, puzzle.answers)
    assert judge(puzzle, best.guess).loss == 0
    losses = [judge(puzzle, code).loss for code in _fitting(puzzle)]
    assert max(losses) > 0
    assert losses == [max(0.0, worth(puzzle.rules, code, puzzle.rows).behind or 0) for code in _fitting(puzzle)]


def test_the_same_seed_gives_the_same_puzzle() -> None:
    togo = rules("togo")
    for kind in Kind:
        assert make(kind, togo, "a") == make(kind, togo, "a")
        assert make(kind, togo, "a").rows != make(kind, togo, "b").rows


@pytest.mark.parametrize("game", ["mm44", "challenge:handicap=1", "1x2"])
def test_rules_without_such_puzzles_are_refused(game: str) -> None:
    with pytest.raises(Illegal) as refused:
        make(Kind.WRONG, rules(game), "a")
    assert refused.value.slug == "puzzle-rules"


@pytest.mark.parametrize(
    ("kind", "answer", "slug"),
    [
        (Kind.CODE, "RYX", "code-unreadable"),
        (Kind.CODE, "RY", "holes-wrong"),
        (Kind.FITS, "RRRR", "puzzle-option"),
        (Kind.WRONG, "0", "puzzle-row"),
        (Kind.WRONG, "two", "puzzle-row"),
        (Kind.NEXT, "", "holes-wrong"),
    ],
)
def test_an_answer_of_the_wrong_form_is_refused(kind: Kind, answer: str, slug: str) -> None:
    with pytest.raises((Illegal, Malformed)) as refused:
        judge(make(kind, rules("togo"), "a"), answer)
    assert refused.value.slug == slug


def _told(game: Rules, kind: Kind, seed: str, answer: str) -> list[str]:
    puzzle = make(kind, game, seed)
    return list(Words("en").render_all(judged_messages(puzzle, judge(puzzle, answer))))


def test_the_reason_is_told() -> None:
    logic = rules("logic24")
    assert _told(logic, Kind.CODE, "a", "RRRR") == [
        "Not quite.",
        "RRRR does not fit row 1: it would have scored 1 exact, not 1 near.",
        "YOYY is the only code that fits every row.",
    ]
    assert _told(logic, Kind.CODE, "a", "YOYY") == ["That’s right!", "YOYY is the only code that fits every row."]
    assert _told(logic, Kind.NEXT, "a", "RBGY") == [
        "Not quite.",
        "RBGY needs 2.69 rows on average, YGGO only 2.31.",
        "16 codes are left. RBGY sorts them into 5 groups.",
    ]
    assert _told(rules("togo"), Kind.WRONG, "b", "2")[1] == (
        "Row 1 is wrong. 1 code fits the other rows. Row 1 should be: 2 near."
    )

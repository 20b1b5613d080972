"""Refusals: which error a wrong move, rules text, row or record gets, and the sentence it says, word for word.

A block of a file in tests/refusals holds rules and moves, if it needs them, then what is refused behind `!`, then the
type of the error, its slug and its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from keypeg import KeypegError, new, play, read_move, read_record, rules
from keypeg.notation import read_row, read_seat
from keypeg.notation.codes import read_split_row

FOLDER = Path(__file__).parent / "refusals"


def _blocks(name: str) -> Iterator[object]:
    """Yield what comes before, what is refused, and the error."""
    for block in (FOLDER / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n\n"):
        *lines, error = block.split("\n")
        refused = [line.removeprefix("!").removeprefix(" ") for line in lines if line.startswith("!")]
        yield pytest.param([line for line in lines if not line.startswith("!")], "\n".join(refused), error)


def refusals(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("before", "refused", "error"), list(_blocks(name)))


def _check(error: str, refused: Callable[[], object]) -> None:
    with pytest.raises(KeypegError) as caught:
        refused()
    assert f"{type(caught.value).__name__} {caught.value.slug}: {caught.value}" == error


@refusals("moves")
def test_moves_that_may_not_be_made(before: list[str], refused: str, error: str) -> None:
    state = new(rules(before[0]))
    for line in before[1:]:
        seat, _, move = line.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, move))
    seat, _, move = refused.partition(" ")
    _check(error, lambda: play(state, read_seat(seat), read_move(state.rules, move)))


@refusals("rules")
def test_rules_that_do_not_exist(before: list[str], refused: str, error: str) -> None:
    assert not before
    _check(error, lambda: rules(refused))


@refusals("move-texts")
def test_texts_that_are_not_moves(before: list[str], refused: str, error: str) -> None:
    _check(error, lambda: read_move(rules(before[0]), refused))


@refusals("rows")
def test_texts_that_are_not_rows(before: list[str], refused: str, error: str) -> None:
    found = rules(before[0])
    _check(error, lambda: (read_split_row if found.split else read_row)(found, refused))


@refusals("records")
def test_texts_that_are_not_records(before: list[str], refused: str, error: str) -> None:
    assert not before
    _check(error, lambda: read_record(refused))

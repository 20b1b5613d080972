"""Long matches at a table: memory grows with the moves, and undo goes back however long they are."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random

import pytest

from keypeg import Guess, Hide, rules
from keypeg.core import State, new, play
from keypeg.table import Table


def _long(guesses: int) -> Table:
    """A match with this many wrong guesses."""
    table = Table(rules("4x6:first=1"), seed="s")
    table.play(1, Hide("RRRR"))
    for number in range(guesses):
        table.play(2, Guess("GGYY" if number % 2 else "YYGG"))
    return table


def _memory(guesses: int) -> int:
    tracemalloc.start()
    try:
        table = _long(guesses)
        assert table.length == guesses + 1
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_memory_grows_with_the_moves_and_not_with_their_square() -> None:
    _memory(10)
    short, long = _memory(200), _memory(800)
    assert long < 8 * short, "four times as many moves take four times the memory, not sixteen times"
    assert long < 800 * 1000


@pytest.mark.parametrize("text", ["togo:first=1,rounds=2", "challenge:first=1,rounds=3", "4x6:first=1"])
@pytest.mark.parametrize("seed", range(5))
def test_undo_gives_the_state_before_the_move_whatever_was_kept(text: str, seed: int) -> None:
    random = Random(f"{text} {seed}")
    table = Table(rules(text), seed="s")
    palette = "ROYGBP"
    for _ in range(120):
        if not table.waits_for:
            break
        seat = random.choice(sorted(table.waits_for))
        hides = table.view(None).phase == "hide"
        code = "".join(random.sample(palette, table.rules.codes[0].holes))
        table.play(seat, Hide(code) if hides else Guess(code))
        while random.random() < 0.4:
            seat = random.choice([1, 2])
            others = {1, 2} - {seat}
            if not table.may_undo(seat, others):
                break
            table.undo(seat, others)
            assert table.state == _replayed(table)
    assert table.state == _replayed(table)


def _replayed(table: Table) -> State:
    state = new(table.rules)
    for seat, move in table.moves:
        state = play(state, seat, move)
    return state


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_a_hidden_guess_can_be_changed_until_the_row_is_opened(rows: int) -> None:
    table = Table(rules("challenge:first=1"), seed="s")
    table.play(1, Hide("ROYGB"))
    table.play(2, Hide("OYGBP"))
    for _ in range(rows):
        table.play(1, Guess("RYGBP"))
        table.play(2, Guess("RYGBP"))
        assert not table.may_undo(1)
        assert table.may_undo(1, {2})
    table.play(1, Guess("ROGBP"))
    assert table.may_undo(1)
    table.undo(1)
    assert table.state == _replayed(table)
    assert table.may_undo(2) is (rows == 0), "before the first row the hidden code can be changed as well"

"""Hypothesis strategies for matches. A match that fails a test shrinks to a few moves, each as plain as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from keypeg import Move, State, move_text, new, play, rules, to_act
from keypeg.notation import seat_text
from tests.properties.random_play import choice

LONGEST = 80


class Match:
    """A match as far as it was played: every position with the move made in it, and the last one."""

    def __init__(self, positions: Sequence[tuple[State, int, Move]], end: State) -> None:
        self.positions = positions
        self.end = end

    def __repr__(self) -> str:
        said = (f"{seat_text(seat)} {move_text(state.rules, move)}" for state, seat, move in self.positions)
        return f"{self.end.rules}: {'; '.join(said)}"


@st.composite
def matches(draw: st.DrawFn, text: str) -> Match:
    """Draw the number of moves, then move by move which of the legal ones it is."""
    state, positions, random = new(rules(text)), list[tuple[State, int, Move]](), Drawn(draw)
    for _ in range(draw(st.integers(0, LONGEST))):
        if not to_act(state):
            break
        seat, move = choice(state, random)
        positions.append((state, seat, move))
        state = play(state, seat, move)
    return Match(positions, state)


class Drawn(Random):
    """Chance by the choices of Hypothesis: each is an index, and shrinks to the first of its options."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        super().__init__(0)
        self._draw = draw

    def random(self) -> float:
        """Shrinks to just under 1, where only the usual happens."""
        return 1 - (self._index(1000) + 1) / 1000

    def choice(self, seq: Any) -> Any:
        return seq[self._index(len(seq))]

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """Any of the options that can come at all, the heavy ones no more often than others."""
        assert cum_weights is None
        options = [each for each, weight in zip(population, weights, strict=True) if weight] if weights else population
        return [self.choice(options) for _ in range(k)]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        assert counts is None
        left = list(population)
        return [left.pop(self._index(len(left))) for _ in range(k)]

    def _index(self, options: int) -> int:
        return self._draw(st.integers(0, options - 1))

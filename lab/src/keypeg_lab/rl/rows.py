"""Encode the rows of a board as numbers: actions, observations and masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keypeg.core import Marks, Rules
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import MarkedRows, problem_of

MOST_LISTED = 10**5
"""Up to this many rows an action is the number of a row, and there are masks; above, it is one colour per hole."""
UNLIMITED = 12
"""Rows of a board whose rules set no limit, unless another number is asked for."""

Array: TypeAlias = NDArray[Any]


class BoardRows:
    """The rows that can be placed on one board, and how boards are observed."""

    def __init__(self, rules: Rules, seat: int, rows: int | None) -> None:
        self.problem = problem_of(rules, seat)
        self.placing = placing_of(rules)
        self.most = rows or rules.rows or UNLIMITED
        self.holes, self.pegs = self.problem.holes, self.problem.pegs
        self.listed = len(self.problem.guesses) <= MOST_LISTED
        self.texts = list(self.problem.guesses) if self.listed else []
        self.digits = self.digits_of(self.texts)
        self.counts = counts_of(self.digits, len(self.pegs))

    def digits_of(self, codes: Sequence[str]) -> NDArray[np.int8]:
        """Return codes as the numbers of their pegs, from 1."""
        numbers = [[self.pegs.index(peg) + 1 for peg in code] for code in codes]
        return np.array(numbers, dtype=np.int8).reshape(len(codes), self.holes)

    @property
    def action_space(self) -> spaces.Discrete | spaces.MultiDiscrete:
        if self.listed:
            return spaces.Discrete(len(self.texts))
        return spaces.MultiDiscrete([len(self.pegs)] * self.holes)

    def text(self, action: Any) -> str:
        """Return the row that an action stands for."""
        return self.texts[int(action)] if self.listed else "".join(self.pegs[int(colour)] for colour in action)

    def mask(self, placed: Sequence[str]) -> NDArray[np.int8]:
        """Return 1 for every row that is legal after these, else 0."""
        rows = self.placing.rows(self.problem.guesses, placed)
        mask = np.ones(len(self.texts), dtype=np.int8)
        if rows.left is not None:
            left = np.array([rows.left.get(peg, self.holes) for peg in self.pegs])
            mask[(self.counts > left).any(axis=1)] = 0
        for code in rows.earlier:
            mask[self.texts.index(code)] = 0
        return mask

    @property
    def array_space(self) -> spaces.Box:
        """One line per row: the numbers of its pegs, from 1, then exact and near; a free row is all 0."""
        high = np.array([len(self.pegs)] * self.holes + [self.holes] * 2, dtype=np.int8)
        return spaces.Box(np.zeros((self.most, self.holes + 2), np.int8), np.tile(high, (self.most, 1)), dtype=np.int8)

    def array(self, rows: MarkedRows) -> NDArray[np.int8]:
        board = np.zeros((self.most, self.holes + 2), dtype=np.int8)
        if rows:
            board[: len(rows), : self.holes] = self.digits_of([guess for guess, _ in rows])
            board[: len(rows), self.holes :] = [marks for _, marks in rows]
        return board

    @property
    def text_space(self) -> spaces.Text:
        longest = self.most * (self.holes + 5)
        return spaces.Text(longest, min_length=0, charset=frozenset(f"{self.pegs}0123456789:, "))


def rows_text(rows: MarkedRows) -> str:
    """Write rows as `ROYG:1,2 RYGB:4,0`."""
    return " ".join(f"{guess}:{Marks(*marks).exact},{Marks(*marks).near}" for guess, marks in rows)


def counts_of(digits: NDArray[np.int8], colours: int) -> NDArray[np.int8]:
    """Return how often each colour occurs in each row."""
    same = digits[:, :, None] == np.arange(1, colours + 1, dtype=np.int8)
    return np.asarray(same.sum(axis=1, dtype=np.int8))

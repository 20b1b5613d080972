"""What every possible secret would earn in each row: one table, from which the doctor reads everything by counting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from keypeg.core import Marks, Row, Rules, Space
from keypeg.players.search.deal_arrays import EXACT, NEAR, Deals, Deck, answer_table, deck_of, fitting, state_of
from keypeg.players.search.split_odds import ANSWERS
from keypeg.solve import mark_tables
from keypeg.solve.layout import Bytes, digits_of, id_of, layout, layout_of, marks_of

WholeRow = tuple[str, Marks]
SplitRow = tuple[int, Row]
"""Who placed a row of a split code, and the row."""


@dataclass(frozen=True, eq=False)
class Earnings:
    """One line a row, one column a secret: the number of the marks that this row would earn if that were the secret."""

    numbers: Bytes
    said: Bytes
    """By row: the number of the marks that were said."""
    weights: NDArray[np.float64]
    """By secret: how likely it is before any row, up to a factor."""
    codes: NDArray[np.int64]
    """By secret: which code it is. Several deals of a split code make the same one."""

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Which rows would be wrong, by secret."""
        found: NDArray[np.bool_] = self.numbers != self.said[:, None]
        return found


def whole_earnings(space: Space, rows: Sequence[WholeRow], digits: Bytes | None = None) -> Earnings:
    """Of codes that are broken whole: of all codes of the space, or of these."""
    codes = layout_of(space) if digits is None else layout(digits, space)
    numbers = np.zeros((len(rows), len(codes)), dtype=np.uint8)
    for line, (guess, _) in enumerate(rows):
        pegs = np.array(digits_of(guess, space.pegs), dtype=np.uint8)
        needs = [space.holes * guess.count(peg) * (guess.index(peg) == at) for at, peg in enumerate(guess)]
        numbers[line] = mark_tables.mark_ids(codes.rows, codes.counts, pegs, np.array(needs, dtype=np.uint8))
    said = np.array([id_of(marks, space.holes) for _, marks in rows], dtype=np.uint8)
    return Earnings(numbers, said, np.ones(len(codes)), np.arange(len(codes)))


def whole_marks(space: Space, number: int) -> Marks:
    """The marks with this number."""
    return marks_of(number, space.holes)


def split_earnings(rules: Rules, rows: Sequence[SplitRow], own: Sequence[tuple[int, str]] = ()) -> Earnings:
    """Of all deals of a split code in which these shares (index, share) are known; answers not given are not asked."""
    deck = deck_of(rules)
    deals = fitting(deck, ())
    if own:
        shares, codes = zip(*own, strict=True)
        deals = deals.holding(tuple(shares), tuple(state_of(deck, code) for code in codes))
    numbers = np.zeros((len(rows), len(deals)), dtype=np.uint8)
    said = np.zeros(len(rows), dtype=np.uint8)
    for line, (breaker, row) in enumerate(rows):
        answering = [share for share in range(rules.shares) if share // rules.boards + 1 != breaker]
        if rules.counts_only:
            numbers[line], said[line] = _sums(deck, deals, answering, row)
            continue
        table = answer_table(deck, row.guess)
        for share, marks in zip(answering, row.marks, strict=True):
            if marks is not None:
                numbers[line] = numbers[line] * ANSWERS + table[deals.states[:, share]]
                said[line] = said[line] * ANSWERS + 2 * marks.exact + marks.near
    return Earnings(numbers, said, deals.weights, deals.codes)


def _sums(deck: Deck, deals: Deals, answering: Sequence[int], row: Row) -> tuple[Bytes, int]:
    answers = answer_table(deck, row.guess)[deals.states[:, answering]]
    base = len(answering) + 1
    exact, near = (answers == EXACT).sum(axis=1), (answers == NEAR).sum(axis=1)
    total = row.total
    if total is None:
        return np.zeros(len(deals), dtype=np.uint8), 0
    return (exact * base + near).astype(np.uint8), total.exact * base + total.near


def split_marks(rules: Rules, row: Row, number: int) -> tuple[Marks | None, ...]:
    """The answers to a row of a split code with this number; those that were not given stay so."""
    if rules.counts_only:
        exact, near = divmod(number, rules.shares - rules.boards + 1)
        return (Marks(exact, near),)
    answers: list[Marks | None] = []
    for marks in reversed(row.marks):
        if marks is None:
            answers.append(None)
            continue
        number, answer = divmod(number, ANSWERS)
        answers.append(Marks(int(answer == EXACT), int(answer == NEAR)))
    return tuple(reversed(answers))

"""The marks that every possible secret would give each row. The doctor derives everything from them by counting.

Sets of secrets are integers, see `deduce.bit_table`. Marks are numbers: ids for whole codes, and for a split code the
answers of all shares as digits in base three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from keypeg.core import BLANK, Marks, Row, Rules
from keypeg.deduce.bit_table import members
from keypeg.deduce.code_table import CodeTable
from keypeg.deduce.mark_ids import id_of
from keypeg.players.split.deals import ANSWERS, EXACT, NEAR, Deals, deck_of, fitting_deals
from keypeg.players.split.facts import LeftEmpty, left_empty

WholeRow = tuple[str, Marks]
PlacedRow = tuple[int, Row]
"""The seat that placed a row of a split code, and the row."""


NEVER = -1
"""The number for marks that add up to more than the holes of a row."""


@dataclass(frozen=True, slots=True)
class RowOutcomes:
    """By row: the secrets, by the number of the marks that they would give, and the number of the actual marks."""

    every: int
    """All secrets."""
    by_number: list[dict[int, int]]
    given: list[int]
    weigh: Callable[[int], int]
    """Returns the prior probability of a set of secrets, before any row, up to a constant factor."""
    count_codes: Callable[[int], int]
    """Returns the number of codes in a set of secrets; several deals of a split code make the same code."""

    @property
    def true(self) -> list[int]:
        """By row: the secrets that would give it the marks that it was given."""
        return [numbers.get(given, 0) for numbers, given in zip(self.by_number, self.given, strict=True)]

    def breaches(self) -> set[int]:
        """Return every set of rows that some secret would make wrong, as bits: row n is the n-th bit."""
        if not self.every:
            return set()
        if not self.given:
            return {0}
        width = self.every.bit_length()
        columns = [f"{self.every ^ true:0{width}b}" for true in reversed(self.true)]
        found = set(zip(f"{self.every:b}", *columns, strict=True))
        return {int("".join(wrong), 2) for possible, *wrong in found if possible == "1"}

    def breaching(self, rows: int) -> int:
        """Return the secrets that would make exactly these rows wrong."""
        found = self.every
        for at, true in enumerate(self.true):
            found &= self.every ^ true if rows >> at & 1 else true
        return found


def whole_outcomes(table: CodeTable, rows: Sequence[WholeRow]) -> RowOutcomes:
    """Return the outcomes for all codes of a table, if the code is not split."""
    holes = table.space.holes
    by_number = [{id_of(marks, holes): codes for marks, codes in table.by_marks(guess).items()} for guess, _ in rows]
    given = [id_of(marks, holes) if sum(marks) <= holes else NEVER for _, marks in rows]
    return RowOutcomes(table.every, by_number, given, int.bit_count, int.bit_count)


def split_outcomes(rules: Rules, rows: Sequence[PlacedRow], own: Sequence[tuple[int, str]] = ()) -> RowOutcomes:
    """Return the outcomes for all deals with these (index, share) pairs. Answers that were not given are left out."""
    deck = deck_of(rules)
    known = tuple((index, deck.state(share)) for index, share in own)
    every = fitting_deals(deck, known, ())
    # Unlike marks, empty holes are certain; but on a real board one may have been left empty by mistake.
    deals = fitting_deals(deck, known, tuple(_left_empty(rules, rows))) or every
    table = deals.table
    found = []
    for breaker, row in rows:
        shares = [share for share in range(rules.shares) if share // rules.boards + 1 != breaker]
        found.append(_sums(deals, shares, row) if rules.counts_only else _answers(deals, shares, row))
    return RowOutcomes(
        deals.lines,
        [numbers for numbers, _ in found],
        [given for _, given in found],
        lambda lines: sum(table.weight(deal) for deal in members(lines)),
        lambda lines: len({table.code(deal) for deal in members(lines)}),
    )


def _left_empty(rules: Rules, rows: Sequence[PlacedRow]) -> Iterator[LeftEmpty]:
    """Yield what empty holes prove, if a seat may leave only its own holes empty."""
    for breaker, row in rows:
        if rules.full_rows and BLANK in row.guess:
            first = (breaker - 1) * rules.boards
            yield left_empty(row.guess, tuple(range(first, first + rules.boards)))


def _answers(deals: Deals, shares: Sequence[int], row: Row) -> tuple[dict[int, int], int]:
    numbers, given = {0: deals.lines}, 0
    for share, marks in zip(shares, row.marks, strict=True):
        if marks is None:
            continue
        answers = deals.table.by_answer(share, row.guess)
        numbers = {
            number * ANSWERS + answer: both
            for number, lines in numbers.items()
            for answer, answering in enumerate(answers)
            if (both := lines & answering)
        }
        given = given * ANSWERS + 2 * marks.exact + marks.near
    return numbers, given


def _sums(deals: Deals, shares: Sequence[int], row: Row) -> tuple[dict[int, int], int]:
    total, base = row.total, len(shares) + 1
    if total is None:
        return {0: deals.lines}, 0
    sums = deals.by_sum(row.guess, shares)
    given = total.exact * base + total.near if sum(total) < base else NEVER
    return {exact * base + near: lines for (exact, near), lines in sums.items()}, given


def split_marks(rules: Rules, row: Row, number: int) -> tuple[Marks | None, ...]:
    """Return the answers with this number to a row of a split code; those that were not given stay None."""
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

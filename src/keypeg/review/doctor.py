"""The doctor for contradictory marks: which rows cannot all be true, and which marks were probably meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import and_
from time import monotonic
from typing import Protocol

from keypeg.argument_types import checked
from keypeg.core import HIDDEN, Board, Phase, Row, Rules, Space, View, row_refusal
from keypeg.core.fit import STEPS, Undecided, any_fit, count_fitting
from keypeg.deduce.code_table import table_from, table_of
from keypeg.deduce.late_import import late_import
from keypeg.deduce.mark_ids import earnable_marks, marks_of
from keypeg.errors import Illegal
from keypeg.notation import marks_text, row_marks_text
from keypeg.review.conflicts import MOST_ROWS, rows_of, smallest_hitting
from keypeg.review.corrections import Change, Correction, Rate, likeliest
from keypeg.review.row_outcomes import (
    PlacedRow,
    RowOutcomes,
    WholeRow,
    split_marks,
    split_outcomes,
    whole_outcomes,
)
from keypeg.review.slips import Slip, answers_likelihood, likelihood, slip_of

MOST_COUNTED, MOST_FOUND = 200_000, 10_000
"""The most codes that such a search returns: of those that fit, and of those that nearly do."""

MOST_SETS = 100


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to go for a diagnosis."""

    listed: int = 50_000
    """The size of the largest space that is examined completely; larger ones are searched within a time limit."""
    seconds: float = 0.6
    """The time limit of all searches of a larger space together."""
    steps: int = STEPS
    """The most steps of a search for one code that fits."""
    clock: Callable[[], float] = monotonic
    """Tells a search the time."""


USUAL = Effort()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Which rows contradict each other, and how to correct them; neither if some code `fits` all rows.

    Rows count from 1, in the order given.
    """

    fits: bool | None
    """True if some code fits all rows; None if this was not decided in time."""
    codes: int | None
    """The number of codes that fit; None if they were not counted."""
    conflicts: tuple[tuple[int, ...], ...] = ()
    """The smallest sets of rows that cannot all be true."""
    corrections: tuple[Correction, ...] = ()
    """Corrections of the fewest rows, then of two rows if one is enough; the likeliest of each first."""
    others: int = 0
    """The number of further corrections."""
    exact: bool = True
    """True if every code was examined; if not, there may be smaller conflicts and other corrections."""

    @property
    def wrong(self) -> int:
        """The least number of rows that must be wrong."""
        return len(self.corrections[0].changes) if self.corrections else int(bool(self.conflicts))


class Found(Protocol):
    """The result of `solve.large_space.search`."""

    complete: bool

    def __len__(self) -> int: ...

    def codes(self, most: int | None = None) -> list[str]: ...


@checked
def diagnose(rules: Rules, rows: Sequence[WholeRow], seat: int = 1, *, effort: Effort = USUAL) -> Diagnosis:
    """Diagnose the rows of this seat, under rules without a split code."""
    _not_too_many(rows)
    for guess, _ in rows:
        wrong = row_refusal(rules, seat, guess)
        if wrong:
            raise wrong
    space = rules.codes[seat - 1]

    def rate(line: int, number: int) -> tuple[Change, float, int]:
        said, true = rows[line][1], marks_of(number, space.holes)
        change = Change(line + 1, marks_text(said), marks_text(true), slip_of(said, true))
        return change, likelihood(said, true, space.holes), 1

    if len(space) <= effort.listed:
        return _diagnosis(whole_outcomes(table_of(space), rows), rate)
    return _searched(space, rows, rate, effort)


def diagnose_split(rules: Rules, rows: Sequence[PlacedRow], own: Sequence[tuple[int, str]] = ()) -> Diagnosis:
    """Diagnose the rows of a split code, given that these (index, share) pairs are certain."""
    _not_too_many(rows)

    def rate(line: int, number: int) -> tuple[Change, float, int]:
        breaker, row = rows[line]
        said, true = row.marks, split_marks(rules, row, number)
        pairs = [(a, b) for a, b in zip(said, true, strict=True) if a is not None and b is not None]
        before, after = (row_marks_text(rules, Board(breaker), Row(row.guess, marks)) for marks in (said, true))
        changed = [(a, b) for a, b in pairs if a != b]
        if rules.counts_only:
            return Change(line + 1, before, after, slip_of(*pairs[0])), likelihood(*pairs[0], rules.shares + 1), 1
        slip = slip_of(*changed[0]) if len(changed) == 1 else Slip.OTHER
        return Change(line + 1, before, after, slip), answers_likelihood(*zip(*pairs, strict=True)), len(changed)

    return _diagnosis(split_outcomes(rules, rows, own), rate)


def diagnose_view(view: View) -> Diagnosis:
    """Diagnose the marks that the owner of a View can see; rows count as in `rows_seen`.

    A watcher and a codemaker see the rows of the board that has the turn.
    """
    rules = view.rules
    if rules.split:
        seat = view.seat
        own = [
            (index, share.code)
            for index, share in enumerate(view.shares)
            if share.holder == seat and share.code and HIDDEN not in share.code
        ]
        return diagnose_split(rules, [(board.breaker, row) for board, row in rows_seen(view)], own)
    boards = _boards_seen(view)
    return diagnose(rules, [row for board in boards for row in board.marked], boards[0].breaker if boards else 1)


def rows_seen(view: View) -> list[tuple[Board, Row]]:
    """Return the marked rows from which the owner of a View deduces the code, board by board."""
    return [(board, row) for board in _boards_seen(view) for row in board.rows if row.given]


def _boards_seen(view: View) -> Sequence[Board]:
    if view.phase is Phase.OVER:
        return []
    if view.rules.split:
        return view.boards
    return view.own_boards or view.boards[view.turn : view.turn + 1]


def _not_too_many(rows: Sequence[object]) -> None:
    if len(rows) > MOST_ROWS:
        raise Illegal("doctor-rows", rows=len(rows), most=MOST_ROWS)


def _diagnosis(outcomes: RowOutcomes, rate: Rate) -> Diagnosis:
    """Diagnose rows from the outcomes of all secrets."""
    fits = reduce(and_, outcomes.true, outcomes.every)
    if fits:
        return Diagnosis(True, outcomes.count_codes(fits))
    breaches = outcomes.breaches()
    sets = smallest_hitting(sorted(breaches), MOST_SETS)
    return Diagnosis(False, 0, tuple(map(rows_of, sets)), *likeliest(outcomes, breaches, rate))


def _searched(space: Space, rows: Sequence[WholeRow], rate: Rate, effort: Effort) -> Diagnosis:
    """Diagnose rows in a space too large to list, using what is found in time."""
    search = late_import("keypeg.solve.large_space:search")
    clock, began = effort.clock, monotonic()
    end = began + effort.seconds
    earnable = earnable_marks(space.holes)
    never = [1 << at for at, (_, marks) in enumerate(rows) if marks not in earnable]
    none_fits = exact = bool(never)
    if not never:
        fit: Found = search(space, rows, 0, MOST_COUNTED, 0.25 * effort.seconds, clock)
        if fit.complete and len(fit):
            return Diagnosis(True, len(fit))
        none_fits = exact = fit.complete
        if not fit.complete:
            with suppress(Undecided):
                if len(fit) or any_fit(space, rows, effort.steps) is not None:
                    codes = count_fitting(space, rows, effort.steps) if len(fit) < MOST_COUNTED else None
                    return Diagnosis(True, codes, exact=codes is not None)
                none_fits = True
    known: list[str] = []
    best: tuple[tuple[Correction, ...], int] = (), 0
    for wrong in range(max(len(never), 1), len(rows) + 1):
        left = began + 0.65 * effort.seconds - monotonic()
        if left <= 0:
            exact = False
            break
        found: Found = search(space, rows, wrong, MOST_FOUND, left, clock)
        exact &= found.complete
        if len(found):
            known = found.codes()
            outcomes = whole_outcomes(table_from(space, known), rows)
            breaches = outcomes.breaches()
            if 0 in breaches:
                return Diagnosis(True, None, exact=False)
            best = likeliest(outcomes, breaches, rate)
            break
    sets, all_sets = _searched_conflicts(space, rows, known, never, end, clock)
    if sets == [0]:
        return Diagnosis(True, None, exact=False)
    if best[0] and len(best[0][0].changes) == 1:
        two: Found = search(space, rows, 2, MOST_FOUND, end - monotonic(), clock)
        exact &= two.complete
        outcomes = whole_outcomes(table_from(space, sorted({*known, *two.codes()})), rows)
        best = likeliest(outcomes, outcomes.breaches(), rate)
    if not sets and not none_fits:
        return Diagnosis(None, None, (), *best, exact=False)
    smallest = tuple(map(rows_of, sets)) or (tuple(range(1, len(rows) + 1)),)
    return Diagnosis(False, 0, smallest, *best, exact=exact and all_sets)


def _searched_conflicts(  # noqa: PLR0913, PLR0917
    space: Space,
    rows: Sequence[WholeRow],
    known: Sequence[str],
    never: Sequence[int],
    end: float,
    clock: Callable[[], float],
) -> tuple[list[int], bool]:
    """Return the smallest contradictory sets found in time, and True if these are all of them.

    No contradictory set is smaller than the smallest sets that hit the breaches of the codes known so far. Test these
    sets: if a code fits the rows of one, that code's breaches must be hit, too, so compute the sets again, until all
    of them are contradictory. A code that makes no row wrong cannot be hit: then return only the empty set, `[0]`.
    """
    search = late_import("keypeg.solve.large_space:search")
    every = (1 << len(rows)) - 1
    sets = whole_outcomes(table_from(space, known), rows).breaches() or {every}
    proved = [*never]
    while monotonic() < end:
        if 0 in sets:
            return [0], False
        found = smallest_hitting(sorted(sets), MOST_SETS)
        untested = [each for each in found if each not in proved]
        if not untested:
            return found, True
        some = [rows[row - 1] for row in rows_of(untested[0])]
        fits: Found = search(space, some, 0, 1, end - monotonic(), clock)
        if len(fits):
            sets |= whole_outcomes(table_from(space, fits.codes(50)), rows).breaches()
        elif fits.complete:
            proved.append(untested[0])
        else:
            break
    return sorted(proved, key=rows_of), False

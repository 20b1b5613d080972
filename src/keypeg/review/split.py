"""The review of a split code: what every row told whom, how sure each seat could be, and which calls it missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log2

import numpy as np

from keypeg.core import TABLE, Attempt, Call, Draw, Guess, Move, Pass, State, new, play, view
from keypeg.notation import row_marks_text
from keypeg.players.search.deal_arrays import Deals
from keypeg.players.search.split_odds import CERTAIN, best_guess, told
from keypeg.players.search.split_rows import Asked
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import known_to


@dataclass(frozen=True, slots=True)
class Told:
    """What a row told a seat, in bits: by the answers that came, and in the mean over all that could have come."""

    seat: int
    bits: float
    expected: float


@dataclass(frozen=True, slots=True)
class Chance:
    """The code that a seat had to think likeliest, by all that it could know, and the chance that it was right."""

    seat: int
    code: str
    chance: float


@dataclass(frozen=True, slots=True)
class SplitRow:
    """A row and its answers. A seat whose shares nobody has learned, or no deal fits, is left out of both lists."""

    number: int
    """Among all rows of the deal, from 1."""
    seat: int
    """Who placed it."""
    guess: str
    marks: str
    told: tuple[Told, ...]
    chances: tuple[Chance, ...]
    """After the answers, for the seats that can still call."""


@dataclass(frozen=True, slots=True)
class SplitCall:
    """A call, after so many rows; `chance` is what the caller could know of its being right, None if nothing."""

    after: int
    seat: int
    code: str
    right: bool | None
    chance: float | None


@dataclass(frozen=True, slots=True)
class Missed:
    """A call that a seat could have made after so many rows: certain, or for want of anything to lose at the end."""

    after: int
    seat: int
    code: str
    chance: float
    last: bool
    """Whether it passed in the last round of calls."""


@dataclass(frozen=True, slots=True)
class SplitReview:
    """One deal. `start` is what each seat could know before the first row."""

    start: tuple[Chance, ...]
    rows: tuple[SplitRow, ...]
    calls: tuple[SplitCall, ...]
    missed: tuple[Missed, ...]


def review_split(state: State) -> list[SplitReview]:
    """A review of every deal of a match."""
    at = new(state.rules)
    if state.rules.first is None and state.first is not None:
        at = play(at, TABLE, Draw(state.first))
    found = []
    for attempt in [*state.past, *([state.now] if state.now else [])]:
        watch = _Watch(attempt, len(at.past))
        for seat, move in attempt.log:
            before, at = at, play(at, seat, move)
            watch.see(before, seat, move, at)
        found.append(SplitReview(watch.start, tuple(watch.rows), tuple(watch.calls), tuple(watch.missed)))
    return found


@dataclass
class _Watch:
    """One deal, seen move by move."""

    attempt: Attempt
    index: int
    placed: State | None = None
    """Before the row that is being answered was placed."""
    start: tuple[Chance, ...] = ()
    chances: tuple[Chance, ...] = ()
    rows: list[SplitRow] = field(default_factory=list)
    calls: list[SplitCall] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)

    def see(self, before: State, seat: int, move: Move, after: State) -> None:
        """Take in a move and the states before and after it."""
        match move:
            case Guess():
                self._missed(chance for chance in self.chances if chance.chance >= CERTAIN)
                self.placed = before
            case Call(code):
                right, chance = self.attempt.calls[len(self.calls)].right, self._chance_of(before, seat, code)
                self.calls.append(SplitCall(len(self.rows), seat, code, right, chance))
            case Pass():
                self._missed((chance for chance in self.chances if chance.seat == seat), last=True)
            case _:
                pass
        if after.now is None or len(after.past) > self.index:
            return
        if self.placed is not None and not after.now.marking:
            self.rows.append(self._row(self.placed, after))
            self.placed = None
        if self.placed is None:
            self.chances = tuple(self._chances(after))
            self.start = self.start or self.chances

    def _missed(self, chances: Iterable[Chance], *, last: bool = False) -> None:
        """Every seat misses once: what follows is the same chance again."""
        for chance in chances:
            if all(chance.seat != missed.seat for missed in self.missed):
                self.missed.append(Missed(len(self.rows), chance.seat, chance.code, chance.chance, last))

    def _row(self, before: State, after: State) -> SplitRow:
        assert before.now is not None, "a row is placed within a deal"
        assert after.now is not None, "and answered within it"
        board = after.now.boards[before.now.turn]
        row = board.rows[-1]
        return SplitRow(
            len(self.rows) + 1,
            board.breaker,
            row.guess,
            row_marks_text(after.rules, board, row),
            tuple(self._told(before, after, board.breaker, row.guess)),
            tuple(self._chances(after)),
        )

    def _told(self, before: State, after: State, breaker: int, guess: str) -> Iterator[Told]:
        for seat in range(1, before.rules.seats + 1):
            old, new_ = self._deals(before, seat), self._deals(after, seat)
            if old is None or new_ is None:
                continue
            asked = Asked(answering(view(before, seat), breaker), before.rules.counts_only)
            alone = np.zeros(len(old), dtype=np.int64)
            mean = told(old, asked.outcomes(old, [guess]), alone, 1, asked.kinds)
            yield Told(seat, log2(old.weights.sum() / new_.weights.sum()), float(mean[0]))

    def _chances(self, state: State) -> Iterator[Chance]:
        assert state.now is not None, "there are chances only while the deal lasts"
        for seat in range(1, state.rules.seats + 1):
            deals = self._deals(state, seat)
            if deals is not None and seat not in state.now.out:
                yield Chance(seat, *best_guess(deals))

    def _chance_of(self, state: State, seat: int, code: str) -> float | None:
        deals = self._deals(state, seat)
        if deals is None:
            return None
        numbers, places = np.unique(deals.codes, return_inverse=True)
        weights = np.bincount(places, deals.weights)
        right = next((at for at, number in enumerate(numbers) if deals.text(int(number)) == code), None)
        return 0.0 if right is None else float(weights[right] / weights.sum())

    def _deals(self, state: State, seat: int) -> Deals | None:
        """The deals that a seat had to think possible; None where its shares are not known, or nothing fits them."""
        own = [share.code for share in self.attempt.held_by(seat)]
        known = tuple(code for code in own if code is not None)
        if len(known) < len(own):
            return None
        deals = known_to(view(state, seat), known).mine
        return deals if len(deals) else None

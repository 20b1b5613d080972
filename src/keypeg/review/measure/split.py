"""Review a split code: what every row told each seat, how sure the seat could be, and which calls it missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log2

import numpy as np

from keypeg.core import TABLE, Attempt, Call, Draw, Guess, Move, Pass, State, new, play, view
from keypeg.notation import row_marks_text
from keypeg.players.search.deal_arrays import DealArrays, own_deals
from keypeg.players.search.split_odds import bits_told, sums
from keypeg.players.search.split_rows import Asked
from keypeg.players.split.deals import CERTAIN
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import known_to
from keypeg.review.split_results import Chance, Learned, MissedCall, SplitCall, SplitReview, SplitRow


def review_split(state: State) -> list[SplitReview]:
    """Review every deal of a match."""
    at = new(state.rules)
    if state.rules.first is None and state.first is not None:
        at = play(at, TABLE, Draw(state.first))
    found = []
    for attempt in state.attempts:
        watch = _Watch(attempt, len(at.past))
        for seat, move in attempt.log:
            before, at = at, play(at, seat, move)
            watch.see(before, seat, move, at)
        found.append(SplitReview(watch.start, tuple(watch.rows), tuple(watch.calls), tuple(watch.missed)))
    return found


@dataclass
class _Watch:
    """The review of one deal, built move by move."""

    attempt: Attempt
    index: int
    placed: State | None = None
    """The state before the row that is being answered."""
    start: tuple[Chance, ...] = ()
    chances: tuple[Chance, ...] = ()
    rows: list[SplitRow] = field(default_factory=list)
    calls: list[SplitCall] = field(default_factory=list)
    missed: list[MissedCall] = field(default_factory=list)

    def see(self, before: State, seat: int, move: Move, after: State) -> None:
        """Record a move, given the states before and after it."""
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
        """Record missed calls, one per seat: a later one is the same missed chance."""
        for chance in chances:
            if all(chance.seat != missed.seat for missed in self.missed):
                self.missed.append(MissedCall(len(self.rows), chance.seat, chance.code, chance.chance, last))

    def _row(self, before: State, after: State) -> SplitRow:
        assert before.now is not None, "a row is placed within a deal"
        assert after.now is not None, "and answered within it"
        turn = before.now.turn
        board = after.now.boards[turn]
        row = board.rows[-1]
        return SplitRow(
            len(self.rows) + 1,
            board.breaker,
            turn,
            row.guess,
            row_marks_text(after.rules, board, row),
            tuple(self._told(before, after, board.breaker, row.guess)),
            tuple(self._chances(after)),
        )

    def _told(self, before: State, after: State, breaker: int, guess: str) -> Iterator[Learned]:
        for seat in before.rules.all_seats:
            old, new_ = self._deals(before, seat), self._deals(after, seat)
            if old is None or new_ is None:
                continue
            asked = Asked(answering(view(before, seat), breaker), before.rules.counts_only)
            alone = np.zeros(len(old), dtype=np.int64)
            mean = bits_told(old, asked.outcomes(old, [guess]), alone, 1, asked.kinds)
            yield Learned(seat, log2(old.weights.sum() / new_.weights.sum()), float(mean[0]))

    def _chances(self, state: State) -> Iterator[Chance]:
        assert state.now is not None, "there are chances only while the deal lasts"
        for seat in state.rules.all_seats:
            deals = self._deals(state, seat)
            if deals is not None and seat not in state.now.out:
                yield Chance(seat, *_likeliest(deals))

    def _chance_of(self, state: State, seat: int, code: str) -> float | None:
        deals = self._deals(state, seat)
        if deals is None:
            return None
        numbers, places = np.unique(deals.codes, return_inverse=True)
        weights = np.bincount(places, deals.weights)
        right = next((at for at, number in enumerate(numbers) if deals.deck.text(int(number)) == code), None)
        return 0.0 if right is None else float(weights[right] / weights.sum())

    def _deals(self, state: State, seat: int) -> DealArrays | None:
        """Return the deals that a seat could not rule out; None if its shares are unknown, or no deal fits them."""
        own = [share.code for share in self.attempt.held_by(seat)]
        known = tuple(code for code in own if code is not None)
        if len(known) < len(own):
            return None
        deals = own_deals(known_to(view(state, seat), known))
        return deals if len(deals) else None


def _likeliest(deals: DealArrays) -> tuple[str, float]:
    """Return the likeliest code and its probability."""
    codes, inverse = np.unique(deals.codes, return_inverse=True)
    weights = sums(inverse, deals.weights)
    at = int(weights.argmax())
    return deals.deck.text(int(codes[at])), float(weights[at] / deals.weights.sum())

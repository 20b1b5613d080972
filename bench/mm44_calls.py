"""Measure when computers call a split code: `python bench/mm44_calls.py [DEALS]`, four of a level at the table.

It prints how many rows are on all boards by then, how sure the caller was and how often it was right; and what it would
cost one of four to wait until it is certain. The same number of deals gives the same figures.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import mean

from keypeg import Call, Move, View, read_record, rules
from keypeg.core import Phase
from keypeg.players import Computer, Level
from keypeg.players.split.choose import next_row
from keypeg.players.split.deals import CERTAIN
from keypeg.players.split.knowledge import known_to
from keypeg.review import SplitReview, review
from keypeg.table import Table, seat_seed, series

RULES = rules("mm44")
SEED = "7"


def main() -> None:
    """Play, and print a line for every level, then one for every patient player."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for level in Level:
        splits = [_review(result.record) for result in series(RULES, [level] * 4, deals, SEED, records=True)]
        calls = [call for split in splits for call in split.calls]
        first = [split.calls[0].after for split in splits if split.calls]
        print(
            f"four {level}s, {deals} deals: {mean(len(split.rows) for split in splits):.1f} rows in all; "
            f"first call after {mean(first):.1f} rows, in {mean(after < 4 for after in first):.0%} of deals before "
            f"everybody had a row; {mean(bool(call.right) for call in calls):.0%} of {len(calls)} calls right, "
            f"expected {mean(call.chance or 0 for call in calls):.0%}",
            flush=True,
        )
    for level in (Level.EXPERT, Level.PERFECT):
        won = mean(_patient_wins(level, number) for number in range(deals))
        print(f"one {level} who waits until it is certain, beside three who do not: wins {won:.1%} of {deals}")


def _review(record: str | None) -> SplitReview:
    assert record is not None, "records were asked for"
    found = review(read_record(record)).rounds[0].split
    assert found is not None, "the code is split"
    return found


@dataclass(frozen=True, slots=True)
class Patient:
    """Plays as this computer does, but calls only what is certain."""

    player: Computer

    def choose(self, view: View) -> Move:
        move = self.player.choose(view)
        if not isinstance(move, Call) or self._is_certain(view):
            return move
        if view.phase is Phase.CALL:
            return move  # there is nothing left to wait for
        return next_row(self.player.level, view, self._own(view), self.player.seed)

    def interject(self, view: View) -> Move | None:
        move = self.player.interject(view)
        return move if self._is_certain(view) or view.phase is Phase.CALL else None

    def _is_certain(self, view: View) -> bool:
        mine = known_to(view, self._own(view)).mine
        return len(mine) > 0 and mine.likeliest()[1] >= CERTAIN

    def _own(self, view: View) -> tuple[str, ...]:
        return tuple(share.code for share in view.own_shares if share.code)


def _patient_wins(level: Level, number: int) -> bool:
    seed = f"{SEED}/{number}"
    players = {seat: Computer(level, seat_seed(seed, seat)) for seat in range(1, 5)}
    table = Table(RULES, {**players, 1: Patient(players[1])}, seed=seed)
    table.run()
    return table.outcome is not None and table.outcome.winner == 1


if __name__ == "__main__":
    main()

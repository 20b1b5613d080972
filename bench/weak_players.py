"""Measure how long novice and club take for a move, on the first call and later: `python bench/weak_players.py`."""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import perf_counter

from keypeg import Guess, new, play, rules, to_act, view
from keypeg.core import TABLE, Deal, Draw, legal
from keypeg.players import Computer, Level

TEXTS = ("logic24", "togo", "challenge+doubles", "6x9", "6x10", "mm44", "mm44:seats=2")
MOVES = 40


def main() -> None:
    """Print the first, the median and the longest time of a row, in milliseconds; nothing here imports NumPy."""
    for text in TEXTS:
        for level in (Level.NOVICE, Level.CLUB):
            first, *others = _times(text, level)
            middle, most = median(others), max(others)
            print(f"{text} {level}: {first:.1f} ms first, {middle:.1f} ms in the middle, {most:.1f} ms at most")
    assert "numpy" not in sys.modules


def _times(text: str, level: Level) -> list[float]:
    chosen, random, taken = rules(text), Random(1), []
    state, number = new(chosen), 0
    while len(taken) < MOVES:
        waited = to_act(state)
        if not waited:
            number += 1
            state = new(chosen)
        elif TABLE in waited:
            state = play(state, TABLE, legal(state, TABLE).only(Draw, Deal).sample(random))
        else:
            seat = min(waited)
            seen = view(state, seat)
            began = perf_counter()
            move = Computer(level, f"{number}/{seat}").choose(seen)
            if isinstance(move, Guess):
                taken.append(1000 * (perf_counter() - began))
            state = play(state, seat, move)
    return taken


if __name__ == "__main__":
    main()

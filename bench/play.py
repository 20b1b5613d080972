"""Measure the speed of the rules: random togo matches through `play`, on one core."""

from __future__ import annotations

import sys
import time
from random import Random

from keypeg import legal, new, play, rules, to_act

MATCHES = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000


def main() -> None:
    """Play, and print the time it took."""
    random = Random(7)
    togo = rules("togo")
    moves = 0
    start = time.perf_counter()
    for _ in range(MATCHES):
        state = new(togo)
        while waited := to_act(state):
            (seat,) = waited
            options = legal(state, seat)
            state = play(state, seat, options.only(options.types[0]).sample(random))
            moves += 1
    seconds = time.perf_counter() - start
    print(f"{MATCHES} random togo matches, {moves} moves: {seconds:.1f} s, {moves / seconds:,.0f} moves/s")


if __name__ == "__main__":
    main()

"""How `perfect` stands at mm44 beside players made for it: `python bench/mm44_rivals.py [DEALS [NAME…]]`.

The names take turns, and how they stand is printed after every block of deals.

`experts` and `experts-any`: `perfect` beside three experts of version 0.1.0, with full rows and with blanks anywhere;
every other name is one player beside three `perfect`, see `_mm44_players.READINGS`. Without names, all of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from _expert_0_1 import OldExpert
from _mm44_players import READINGS, Exploiter

from keypeg import rules
from keypeg.cores import usable_cores
from keypeg.players import Computer, Level, Player
from keypeg.table import Table, seat_seed

SEED, BLOCK = "rivals", 500
EXPERTS = {"experts": "mm44", "experts-any": "mm44:blanks=any"}


def main() -> None:
    """Play, and print how often the first of four wins."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    names, wins = sys.argv[2:] or (*EXPERTS, *READINGS), Counter[str]()
    with ProcessPoolExecutor(usable_cores(), get_context("spawn")) as pool:
        for first in range(0, deals, BLOCK):
            done = min(first + BLOCK, deals)
            for name in names:
                wins[name] += sum(pool.map(partial(_first_wins, name), range(first, done), chunksize=10))
                share = wins[name] / done
                width = 1.96 * (share * (1 - share) / done) ** 0.5
                print(
                    f"{name}: {wins[name]} of {done}, {share:.1%}, {share - width:.1%} to {share + width:.1%}",
                    flush=True,
                )


def _first_wins(name: str, number: int) -> bool:
    seed = f"{SEED}/{number}"
    seeds = {seat: seat_seed(seed, seat) for seat in range(1, 5)}
    players: dict[int, Player]
    if name in EXPERTS:
        players = {seat: OldExpert(each) for seat, each in seeds.items()} | {1: Computer(Level.PERFECT, seeds[1])}
    else:
        players = {seat: Computer(Level.PERFECT, each) for seat, each in seeds.items()} | {1: Exploiter(name, seeds[1])}
    table = Table(rules(EXPERTS.get(name, "mm44")), players, seed=seed)
    table.run()
    return table.outcome is not None and table.outcome.winner == 1


if __name__ == "__main__":
    main()

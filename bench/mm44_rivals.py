"""Measure `perfect` at mm44 beside players made to beat it: `python bench/mm44_rivals.py [DEALS [NAME…]]`.

The names take turns, and their shares of wins are printed after every block of deals. `--keep FILE` writes every deal
to a file; a later run with the same file continues from there. `--first N` begins with deal N, after the deals that
another run has played.

`experts` and `experts-any`: `perfect` beside three experts of version 0.1.0, with full rows and with blanks anywhere.
Every other name is one player beside three `perfect`; see `_mm44_players.READINGS`. Without names, all of them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from _expert_0_1 import OldExpert
from _mm44_players import READINGS, Exploiter

from keypeg import rules
from keypeg.cores import usable_cores
from keypeg.players import Computer, Level, Player
from keypeg.table import Table, seat_seed

SEED, BLOCK = "rivals", 100
EXPERTS = {"experts": "mm44", "experts-any": "mm44:blanks=any"}


def main() -> None:
    """Play, and print how often the first of four wins."""
    parser = ArgumentParser()
    parser.add_argument("deals", type=int, nargs="?", default=10_000)
    parser.add_argument("names", nargs="*", default=[*EXPERTS, *READINGS])
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    won = _kept(asked.keep)
    with ProcessPoolExecutor(usable_cores(), get_context("spawn")) as pool:
        for first in range(asked.first, asked.deals, BLOCK):
            block = range(first, min(first + BLOCK, asked.deals))
            for name in asked.names:
                missing = [number for number in block if (name, number) not in won]
                for number, win in zip(
                    missing, pool.map(partial(_first_wins, name), missing, chunksize=5), strict=True
                ):
                    won[name, number] = win
                    if asked.keep:
                        with asked.keep.open("a") as file:
                            print(name, number, int(win), file=file)
                _print_share(name, [won[name, number] for number in range(asked.first, block.stop)])


def _kept(file: Path | None) -> dict[tuple[str, int], bool]:
    """Return whether the first of four won each deal in a file, by name and number."""
    lines = file.read_text().splitlines() if file and file.exists() else []
    return {(name, int(number)): win == "1" for name, number, win in map(str.split, lines)}


def _print_share(name: str, wins: list[bool]) -> None:
    share = sum(wins) / len(wins)
    width = 1.96 * (share * (1 - share) / len(wins)) ** 0.5
    print(f"{name}: {sum(wins)} of {len(wins)}, {share:.1%}, {share - width:.1%} to {share + width:.1%}", flush=True)


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

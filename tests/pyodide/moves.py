"""Time computers in Pyodide, in seconds of the processor: `python -m tests.pyodide.moves MATCHES RULES…`."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from importlib import import_module
from statistics import median

from keypeg import Move, View, rules
from keypeg.players import Computer, Level
from keypeg.players.without_engine import levels_without_engine
from keypeg.table import Table


def used() -> float:
    """Return the seconds of the processor that were used so far, by all threads."""
    if "pyodide" not in sys.modules:
        return time.process_time()
    spent = import_module("js").process.cpuUsage()
    return float(spent.user + spent.system) / 1e6


@dataclass
class Timed:
    """A computer, and the seconds that each of its moves took."""

    player: Computer
    seconds: list[float] = field(default_factory=list)

    def choose(self, view: View) -> Move:
        began = used()
        move = self.player.choose(view)
        self.seconds.append(used() - began)
        return move

    def interject(self, view: View) -> Move | None:
        began = used()
        move = self.player.interject(view)
        self.seconds.append(used() - began)
        return move


def measure(text: str, level: Level, matches: int) -> list[float]:
    """Return the seconds of all moves of matches between computers of one level."""
    played = rules(text)
    seconds: list[float] = []
    for match in range(matches):
        names = [f"{text} {match} {seat}" for seat in range(played.seats)]
        players = {seat: Timed(Computer(level, name)) for seat, name in enumerate(names, start=1)}
        Table(played, players, seed=str(match)).run()
        seconds += [each for player in players.values() for each in player.seconds]
    return seconds


if __name__ == "__main__":
    for text in sys.argv[2:]:
        for level in levels_without_engine(rules(text)):
            found = measure(text, level, int(sys.argv[1]))
            sys.stdout.write(f"{text} {level} {len(found)} {median(found):.4f} {max(found):.4f}\n")
            sys.stdout.flush()

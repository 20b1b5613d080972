"""Play playthroughs, and print a hash of every View and what levels would do: `python -m tests.pyodide.views NAME…`.

A name that is a rules text is played as whole matches between the levels that need no engine.

Runs in CPython and in Pyodide; both must print the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from keypeg import TABLE, Rules, State, rules, to_act, view
from keypeg.api.view import view_of
from keypeg.notation import move_text
from keypeg.notation.versions import VERSION
from keypeg.players import Level, read_player
from keypeg.players.without_engine import levels_without_engine
from keypeg.table import Agreed, Chair, Entry, Setup, Table
from tests.playthrough import FOLDER, Playthrough, read


def views(playthrough: Playthrough) -> Iterator[str]:
    """Yield a line for every View of every seat and of a watcher after every move, then one for every move chosen."""
    played = rules(playthrough.rules)
    chairs = [Chair(seat, "person", guest="me", name=f"Ada {seat}") for seat in range(1, played.seats + 1)]
    agreed = Agreed(coach="hint", version=VERSION)
    table = Table.hosted(Setup("table", played, agreed, "seed", 0.0), chairs)
    for number, move in enumerate(playthrough.moves, start=1):
        table.replay(Entry("table", number, float(number), "import", TABLE, move))
        for seat in (*range(1, played.seats + 1), None):
            mine = (seat,) if seat else ()
            body = msgspec.json.encode(view_of(table, seat, mine, {}))
            yield f"{number} {seat} {len(body)} {sha256(body).hexdigest()}"
        yield from (f"{number} {line}" for line in chosen(played, table.state))


def matches(text: str) -> Iterator[str]:
    """Yield the moves of a match between the levels that need no engine, each against each."""
    played = rules(text)
    levels = levels_without_engine(played)
    for number, level in enumerate(levels):
        names = [level, *(levels[(number + seat) % len(levels)] for seat in range(1, played.seats))]
        players = {seat: read_player(name, f"{text} {seat}") for seat, name in enumerate(names, start=1)}
        table = Table(played, players, seed=text)
        table.run()
        for seat, move in table.moves:
            yield f"{' '.join(names)} {seat} {move_text(played, move)}"


def chosen(played: Rules, state: State) -> Iterator[str]:
    """Yield what every level would do now at every seat whose turn it is."""
    for seat in sorted(to_act(state) - {TABLE}):
        for level in (Level.NOVICE, Level.CLUB):
            move = read_player(level, f"seed {seat}").choose(view(state, seat))
            yield f"{seat} {level} {move_text(played, move)}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(FOLDER, f"{name}.txt")
        for line in views(read(file.read_text("utf-8"))) if file.exists() else matches(name):
            sys.stdout.write(f"{name} {line}\n")

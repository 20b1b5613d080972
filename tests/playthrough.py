"""Playthroughs: a match as a text file that shows every seat's View after every move.

`python -m tests.playthrough FILE…` writes each file anew from its title, its sentences and its moves. A draft holds no
more than that; the Views that come of it are to be read against the rules before they are kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from keypeg import TABLE, State, new, play, read_move, rules, view
from keypeg.notation import read_seat, view_lines

FOLDER = Path(__file__).parent / "playthroughs"
TITLE = "Playthrough: "
MOVE = "> "


@dataclass(frozen=True)
class Playthrough:
    rules: str
    about: str
    moves: tuple[str, ...]


def read(text: str) -> Playthrough:
    title, _, about = text.partition("\n\n")[0].partition("\n")
    moves = (line.removeprefix(MOVE) for line in text.splitlines() if line.startswith(MOVE))
    return Playthrough(title.removeprefix(TITLE), about, tuple(moves))


def write(playthrough: Playthrough) -> str:
    """The text that the rules core itself makes of these moves."""
    state = new(rules(playthrough.rules))
    blocks = [f"{TITLE}{state.rules}\n{playthrough.about}", "\n".join(("start", *_views(state)))]
    for move in playthrough.moves:
        seat, _, said = move.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, said))
        blocks.append("\n".join((f"{MOVE}{move}", *_views(state))))
    return "\n\n".join(blocks) + "\n"


def _views(state: State) -> Iterator[str]:
    """What everybody sees once, then what only some see, with who they are."""
    viewers = [str(seat) for seat in range(1, state.rules.seats + 1)] + ["watcher"]
    lines = [list(view_lines(view(state, int(name) if name != "watcher" else TABLE))) for name in viewers]
    public = [line for line in lines[0] if all(line in other for other in lines)]
    yield from public
    private: dict[str, list[str]] = {}
    for name, seen in zip(viewers, lines, strict=True):
        for line in seen:
            if line not in public:
                private.setdefault(line, []).append(name)
    yield from (f"[{' '.join(names)}] {line}" for line, names in private.items())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(write(read(Path(name).read_text("utf-8"))), "utf-8")

"""Playthroughs: a match as a text file that shows every seat's View after every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from keypeg import TABLE, State, new, play, read_move, rules, view
from keypeg.notation import read_seat, view_lines

TITLE = "Playthrough: "


@dataclass(frozen=True)
class Playthrough:
    rules: str
    about: str
    moves: tuple[str, ...]


def read(text: str) -> Playthrough:
    head, *blocks = text.split("\n\n")
    title, _, about = head.partition("\n")
    moves = (block.splitlines()[0].removeprefix("> ") for block in blocks[1:])
    return Playthrough(title.removeprefix(TITLE), about, tuple(moves))


def write(playthrough: Playthrough) -> str:
    """The text that the rules core itself makes of these moves."""
    state = new(rules(playthrough.rules))
    blocks = [f"{TITLE}{state.rules}\n{playthrough.about}", "\n".join(("start", *_views(state)))]
    for move in playthrough.moves:
        seat, _, said = move.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, said))
        blocks.append("\n".join((f"> {move}", *_views(state))))
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

"""Nothing that the guide says is false: every sentence is compared with the code, for all codes of small games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import pytest

from keypeg.core import BLANK, Guess, Hide, Marks, Rules, Space, legal, mark, new, play, view
from keypeg.message import Message
from keypeg.notation import rules
from keypeg.tell.guide import guide_messages

GAMES = [rules(f"{form}:first=1") for form in ("3x3", "2x5", "3x4d", "4x2", "3x3b")]
GAMES.append(replace(GAMES[2], guesses=(Space(3, "ROYG"),) * 2))  # codes without, rows with equal colours
LATER = 2
"""Rows that follow every first row, drawn by lot; a row may come again."""


@dataclass(frozen=True)
class Told:
    """What the guide says after some rows, and everything that decides whether it is true."""

    code: str
    codes: list[str]
    """All codes of the game."""
    rows: list[tuple[str, Marks]]
    pegs: str

    @property
    def row(self) -> str:
        return self.rows[-1][0]

    @property
    def others(self) -> set[str]:
        """The colours that are not in the row."""
        return set(self.pegs) - set(self.row) - {BLANK}

    def fitting(self, rows: Sequence[tuple[str, Marks]]) -> list[str]:
        return [code for code in self.codes if all(mark(code, row) == marks for row, marks in rows)]

    @property
    def left(self) -> list[str]:
        return self.fitting(self.rows)

    @property
    def before(self) -> list[str]:
        return self.fitting(self.rows[:-1])

    @property
    def matched(self) -> int:
        """Pegs of the row that have a partner of their colour in the code."""
        return (Counter(self.row) & Counter(self.code)).total()


def _exact(told: Told, n: int) -> bool:
    """So many are right, and the reader cannot know which, as not all are."""
    return n == sum(map(str.__eq__, told.row, told.code)) < len(told.row)


def _near(told: Told, n: int) -> bool:
    """That many pegs of the row have their colour in another place of the code."""
    holes = range(len(told.row))
    wrong = [at for at in holes if told.row[at] != told.code[at]]
    return sum(any(told.code[other] == told.row[at] for other in wrong if other != at) for at in wrong) >= n > 0


def _step(told: Told, keep: int, move: int) -> bool:
    """Some code that fits has so many pegs of the row in place, so many elsewhere, and other colours in the rest."""
    return any(
        sum(map(str.__eq__, told.row, code)) == keep
        and (Counter(told.row) & Counter(code)).total() == keep + move
        and sum(peg in told.others for peg in code) == len(code) - keep - move
        for code in told.left
    )


def _second(told: Told, steps: object) -> bool:
    each = {part.key.rpartition(".")[2]: part.fields.get("n", 0) for part in _parts(steps)}
    return _step(told, int(str(each.get("keep", 0))), int(str(each.get("move", 0))))


def _parts(steps: object) -> Iterator[Message]:
    if isinstance(steps, Message) and steps.key.startswith("tell.guide.step."):
        yield steps
    elif isinstance(steps, Message):
        for value in steps.fields.values():
            yield from _parts(value)
    elif isinstance(steps, (list, tuple)):
        for value in steps:
            yield from _parts(value)


def _n(said: Message, field: str = "n") -> int:
    found = said.fields[field]
    assert isinstance(found, int)
    return found


def _colours(message: Message) -> list[str]:
    listed = message.fields["colours"]
    assert isinstance(listed, tuple)
    return [each.key.rpartition(".")[2] for each in listed if isinstance(each, Message)]


TRUE: dict[str, Callable[[Told, Message], bool]] = {
    "exact": lambda told, said: _exact(told, _n(said)),
    "near": lambda told, said: _near(told, _n(said)),
    "nothing": lambda told, _: not set(told.row) & set(told.code) - ({BLANK} - set(told.pegs)),
    "lot": lambda told, _: len(told.left) <= len(told.before) * (2 / 3 if len(told.rows) == 1 else 1 / 2),
    "rest": lambda told, said: _n(said) == sum(peg in told.pegs for peg in told.row) - told.matched,
    "known": lambda told, said: len(told.before) == len(told.left) == _n(said, "codes"),
    "left": lambda told, said: (
        _n(said, "rows") == len(told.rows)
        and _n(said, "codes") == len(told.left) < len(told.before)
        and _n(said, "all") == len(told.codes)
    ),
    "out": lambda told, said: not any(set(_colours(said)) & set(code) for code in told.left),
    "in": lambda told, said: all(set(_colours(said)) <= set(code) for code in told.left),
    "second": lambda told, said: _second(told, said.fields["steps"]),
    "second-other": lambda told, _: _step(told, 0, 0),
}
"""By sentence: whether it is true."""


@pytest.mark.parametrize(
    ("game", "key"), [*((game, "pegs") for game in GAMES), (GAMES[0], "pins"), (GAMES[0], "arms")], ids=str
)
def test_what_the_guide_says_of_a_row_is_true(game: Rules, key: str) -> None:
    random = Random(game.text)
    space = game.codes[1]
    codes = list(space)
    pegs = "".join(dict.fromkeys(game.guesses[1].pegs + BLANK))
    said = Counter[str]()
    for code in codes:
        hidden = play(new(game), 1, Hide(code))
        legally = legal(hidden, 2)
        may = [guess for row in product(pegs, repeat=space.holes) if (guess := Guess("".join(row))) in legally]
        for first in may:
            state, rows = hidden, list[tuple[str, Marks]]()
            for guess in (first, *random.choices([first, *may], k=LATER)):
                state = play(state, 2, guess)
                if state.past:
                    break
                rows.append((guess.code, mark(code, guess.code)))
                for message in guide_messages(view(state, 2), {}, key=key):
                    kind = message.key.removeprefix("tell.guide.").removesuffix(f"-{key}")
                    assert TRUE[kind](Told(code, codes, rows, space.pegs), message), (code, rows, message)
                    said[kind] += 1
    assert {"exact", "near", "left", "known", "in"} <= said.keys()

"""A benchmark of reasoning: make puzzles of every kind and size from a seed, and score the answers to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keypeg.errors import KeypegError, Malformed, Unknown
from keypeg.notation import rules as read_rules
from keypeg.puzzles.judge import judge
from keypeg.puzzles.make import make
from keypeg.puzzles.puzzle import Kind, Puzzle

VERSION = 1
"""Changes whenever the same seed would give a different puzzle."""

GAMES = ("2x4", "3x5", "3x6d", "4x5", "4x6", "4x8d", "5x6", "5x8d", "5x8", "6x8")

YES, NO = "yes", "no"
NOTHING_TOLD = 1.0
"""The loss for a next row that cannot be read or placed: as much as for a row that yields no information."""


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of the benchmark, which can be made again from its id."""

    id: str
    puzzle: Puzzle

    @property
    def answer(self) -> str:
        """A right answer; yes or no, if the question is whether a code fits."""
        if self.puzzle.kind is Kind.FITS:
            return YES if self.puzzle.answers else NO
        return self.puzzle.answers[0]


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of an answer. `loss` is 0 or 1, or the guesses that a next row loses on average."""

    item: Item
    read: str | None
    """The answer as it was understood; None if it could not be."""
    right: bool
    loss: float


def items(number: int, seed: str, kinds: Sequence[Kind] = (), games: Sequence[str] = GAMES) -> Iterator[Item]:
    """Yield this many puzzles, cycling through the kinds and, more slowly, through the games."""
    for index in range(number):
        kind = (kinds or list(Kind))[index % len(kinds or list(Kind))]
        game = games[index // len(kinds or list(Kind)) % len(games)]
        yield item(f"{VERSION}/{game}/{kind}/{seed}-{index}")


def item(identity: str) -> Item:
    """Make the puzzle with this id again. Raise Malformed if it is not an id of this version."""
    version, _, rest = identity.partition("/")
    game, _, rest = rest.partition("/")
    kind, _, seed = rest.partition("/")
    if version != str(VERSION) or kind not in list(Kind) or not seed:
        raise Malformed("bench-id", id=identity, version=VERSION)
    return Item(identity, make(Kind(kind), read_rules(game), seed, options=1))


def read_answer(puzzle: Puzzle, text: str) -> str | None:
    """Extract the answer from a free text: the last code, number, or yes or no in it. None if there is none."""
    if puzzle.kind is Kind.FITS:
        said = re.findall(rf"\b({YES}|{NO})\b", text.lower())
    elif puzzle.kind is Kind.WRONG:
        said = re.findall(r"\d+", text)
    else:
        peg = f"[{puzzle.rules.palette}]"
        holes = puzzle.rules.codes[0].holes
        said = [re.sub(r"\W", "", found) for found in re.findall(rf"\b{peg}(?:[\s,-]*{peg}){{{holes - 1}}}\b", text)]
    return said[-1] if said else None


def score(identity: str, text: str) -> Scored:
    """Score an answer to the puzzle with this id."""
    asked = item(identity)
    puzzle, found = asked.puzzle, read_answer(asked.puzzle, text)
    worst = NOTHING_TOLD if puzzle.kind is Kind.NEXT else 1.0
    if found is None:
        return Scored(asked, None, False, worst)
    if puzzle.kind is Kind.FITS:
        right = found == asked.answer
        return Scored(asked, found, right, float(not right))
    try:
        judged = judge(puzzle, found)
    except KeypegError:
        return Scored(asked, found, False, worst)
    return Scored(asked, found, judged.right, judged.loss)


def read_kinds(text: str) -> list[Kind]:
    """Read a comma-separated list of kinds of puzzle."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in list(Kind):
            raise Unknown("puzzle-kind", kind=name, kinds=", ".join(Kind))
    return [Kind(name) for name in names]

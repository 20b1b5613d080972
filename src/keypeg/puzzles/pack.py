"""Puzzles about the best next row, packed with the worth of every guess for players without the engine.

`python -m keypeg.puzzles.pack` rebuilds pack.json; it needs the engine. With the engine, `make` gives the same puzzle
for the same seed.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from keypeg.core import Marks, Rules
from keypeg.deduce import ask
from keypeg.deduce.code_table import table_of
from keypeg.deduce.suggestion import Basis, GuessWorth, Option
from keypeg.notation import rules as read_rules
from keypeg.puzzles.make import make
from keypeg.puzzles.puzzle import LEVELS, Kind, Puzzle

FILE = Path(__file__).with_name("pack.json")
COUNTS = {"easy": 12, "medium": 10, "hard": 6}
"""How many puzzles of each level are packed."""
LEAST = ord("!")
"""The character for 0: small numbers are written as characters from here on."""


class Packed(TypedDict):
    """A puzzle as it is stored; `totals` and `worsts` have a character for every guess, in palette order."""

    seed: str
    rows: list[tuple[str, tuple[int, int]]]
    answer: str
    candidates: int
    totals: str
    """By guess: the total guesses needed for all candidates if it is placed, less one for each candidate."""
    worsts: str


@cache
def _pack() -> dict[str, list[Packed]]:
    read: dict[str, list[Packed]] = json.loads(FILE.read_text("utf-8"))
    return read


def packed_puzzle(level: str, seed: str) -> Puzzle:
    """Return the packed puzzle with this seed. Any other seed always selects the same packed puzzle."""
    known = _pack()[level]
    at = int.from_bytes(sha256(seed.encode()).digest()[:4], "big") % len(known)
    found = next((each for each in known if each["seed"] == seed), known[at])
    rows = tuple((guess, Marks(*marks)) for guess, marks in found["rows"])
    rules = read_rules(LEVELS[level])
    totals = [ord(each) - LEAST for each in found["totals"]]
    expected = 1 + min(totals) / found["candidates"]
    answers = (found["answer"],)
    return Puzzle(Kind.NEXT, rules, found["seed"], rows, answers, found["candidates"], expected=expected)


def packed_worth(puzzle: Puzzle, guess: str) -> GuessWorth:
    """Return what a guess is worth in a packed puzzle."""
    level = next(name for name, text in LEVELS.items() if read_rules(text) == puzzle.rules)
    found = next(each for each in _pack()[level] if each["seed"] == puzzle.seed)
    table, best = table_of(puzzle.rules.codes[0]), _option(puzzle.rules, found, found["answer"])
    own = _option(puzzle.rules, found, guess)
    assert own.expected is not None, "every guess is packed with its worth"
    assert best.expected is not None, "every guess is packed with its worth"
    return GuessWorth(
        *(puzzle.candidates, guess, own.is_candidate, own.expected, own.worst, own.basis),
        partition=table.partition(guess, table.fitting(puzzle.rows)),
        best=best,
        behind=own.expected - best.expected,
    )


def _option(rules: Rules, found: Packed, guess: str) -> Option:
    at = list(rules.guesses[0]).index(guess)
    table = table_of(rules.codes[0])
    rows = [(row, Marks(*marks)) for row, marks in found["rows"]]
    inside = Marks(len(guess), 0) in table.by_marks(guess, table.fitting(rows))
    expected = 1 + (ord(found["totals"][at]) - LEAST) / found["candidates"]
    return Option(guess, inside, expected, ord(found["worsts"][at]) - LEAST, Basis.PROVED)


def pack_puzzle(level: str, seed: str) -> Packed | None:
    """Return a puzzle with the worth of every guess, or None if not all of these are proved. Takes a while."""
    rules = read_rules(LEVELS[level])
    puzzle = make(Kind.NEXT, rules, seed)
    worths = [ask.worth(rules, guess, puzzle.rows) for guess in rules.guesses[0]]
    if any(worth.basis is not Basis.PROVED or worth.expected is None or worth.worst is None for worth in worths):
        return None
    return {
        "seed": seed,
        "rows": [(guess, (marks.exact, marks.near)) for guess, marks in puzzle.rows],
        "answer": puzzle.answers[0],
        "candidates": puzzle.candidates,
        "totals": "".join(
            chr(LEAST + round((worth.expected or 1) * puzzle.candidates) - puzzle.candidates) for worth in worths
        ),
        "worsts": "".join(chr(LEAST + (worth.worst or 0)) for worth in worths),
    }


def main() -> None:
    """Write the pack."""
    made: dict[str, list[Packed]] = {}
    for level, count in COUNTS.items():
        made[level], number = [], 0
        while len(made[level]) < count:
            number += 1
            found = pack_puzzle(level, f"pack-{number}")
            if found and max(found["totals"]) < "\x7f":
                made[level].append(found)
            sys.stderr.write(f"{level} {len(made[level])}\n")
    FILE.write_text(json.dumps(made, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()

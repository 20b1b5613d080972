"""Make puzzles: the same kind, rules and seed give the same puzzle on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from keypeg.argument_types import checked
from keypeg.core import Marks, Rules, Space, fitting_by_colours, mark
from keypeg.core.rows import Rows
from keypeg.deduce import ask
from keypeg.deduce.code_table import table_of
from keypeg.deduce.mark_ids import earnable_marks
from keypeg.deduce.suggestion import Basis
from keypeg.errors import Illegal
from keypeg.puzzles.puzzle import Kind, Puzzle

MarkedRows = Sequence[tuple[str, Marks]]

LISTED = 50_000
"""The size of the largest space whose codes are all listed in a table."""

OPTIONS = 4
"""The number of codes to choose from, some of which fit."""

MOST_ROWS = 12

FEWEST, MOST = 3, 40
"""The fewest and the most codes that are left when the next row is asked for."""

TRIES = 200
"""How many times to try to make a puzzle before giving up on the rules."""


@checked
def make(kind: Kind, rules: Rules, seed: str, *, options: int = OPTIONS) -> Puzzle:
    """Return the puzzle of this kind and seed. Raise Illegal if these rules do not allow one."""
    if rules.split or rules.codes != (rules.codes[0],) * rules.seats:
        raise Illegal("puzzle-rules", rules=str(rules))
    random = Random(f"{kind} {rules} {seed} {options}")
    for _ in range(TRIES):
        found = _MAKERS[kind](rules, random, options)
        if found:
            return replace(found, seed=seed)
    raise Illegal("puzzle-rules", rules=str(rules))


def fitting_codes(space: Space, rows: MarkedRows) -> list[str]:
    """List the codes that fit these rows."""
    if len(space) <= LISTED:
        table = table_of(space)
        return table.codes(table.fitting(rows))
    return list(fitting_by_colours(space, rows))


def _code(rules: Rules, random: Random, _: int) -> Puzzle | None:
    space = rules.codes[0]
    for rows, left in _played(rules, random):
        if len(left) == 1:
            needed = _without_idle_rows(space, rows)
            return Puzzle(Kind.CODE, rules, "", tuple(needed), tuple(left), 1)
    return None


def _without_idle_rows(space: Space, rows: MarkedRows) -> list[tuple[str, Marks]]:
    """Drop every row that is not needed to leave a single code."""
    needed = list(rows)
    for row in rows:
        fewer = [each for each in needed if each != row]
        if len(fitting_codes(space, fewer)) == 1:
            needed = fewer
    return needed


def _fits(rules: Rules, random: Random, options: int) -> Puzzle | None:
    space = rules.codes[0]
    for rows, left in _played(rules, random):
        if len(rows) < 2 or len(left) > max(MOST, len(space) // 50):
            continue
        if len(left) < 2:
            return None
        most = min(len(left), options - (options > 1))
        fit = random.sample(left, random.randint(0 if options == 1 else 1, most))
        astray = _nearly_fitting(space, rows, random, options - len(fit))
        if len(fit) + len(astray) < options:
            return None
        chosen = random.sample([*fit, *astray], options)
        answers = tuple(code for code in chosen if code in fit)
        return Puzzle(Kind.FITS, rules, "", tuple(rows), answers, len(left), tuple(chosen))
    return None


def _nearly_fitting(space: Space, rows: MarkedRows, random: Random, wanted: int) -> list[str]:
    """Return up to `wanted` codes that fit all rows but one."""
    found: set[str] = set()
    for row in random.sample(list(rows), len(rows)):
        others = fitting_codes(space, [each for each in rows if each != row])
        near = sorted({code for code in others if mark(code, row[0]) != row[1]} - found)
        found.update(random.sample(near, min(len(near), -(-wanted // len(rows)))))
    return random.sample(sorted(found), min(wanted, len(found)))


def _wrong(rules: Rules, random: Random, _: int) -> Puzzle | None:
    space = rules.codes[0]
    for rows, left in _played(rules, random):
        if len(rows) < 3 or len(left) > MOST:
            continue
        at = random.randrange(len(rows))
        guess, true = rows[at]
        slips = [
            marks for marks in earnable_marks(space.holes) if 0 < _apart(marks, true) <= 2 and marks.exact < space.holes
        ]
        for slip in random.sample(sorted(slips), len(slips)):
            said = [*rows[:at], (guess, slip), *rows[at + 1 :]]
            without = [fitting_codes(space, [*said[:row], *said[row + 1 :]]) for row in range(len(said))]
            # Only this row can be wrong, and its true marks are certain.
            if sum(map(bool, without)) == 1 and {mark(code, guess) for code in without[at]} == {true}:
                return Puzzle(Kind.WRONG, rules, "", tuple(said), (str(at + 1),), len(without[at]))
    return None


def _apart(one: Marks, other: Marks) -> int:
    return abs(one.exact - other.exact) + abs(one.near - other.near)


def _next(rules: Rules, random: Random, _: int) -> Puzzle | None:
    fewest = random.randint(FEWEST, MOST // 2)
    for rows, left in _played(rules, random):
        if len(left) > 2 * fewest:
            continue
        if len(left) < fewest:
            return None
        best = ask.suggest(rules, rows)
        if best.basis is not Basis.PROVED or best.expected is None:
            return None
        # Make no puzzle of a position in which any code that fits would do as well.
        other = random.choice(left)
        worth = ask.worth(rules, other, rows)
        if worth.basis is not Basis.PROVED or not worth.behind:
            return None
        return Puzzle(Kind.NEXT, rules, "", tuple(rows), (best.guess,), len(left), expected=best.expected)
    return None


def _played(rules: Rules, random: Random) -> Iterator[tuple[list[tuple[str, Marks]], list[str]]]:
    """Yield a codebreaker's rows after each guess, with the codes that fit. It usually guesses one of these."""
    space = rules.codes[0]
    every = Rows(space)
    hidden = every.sample(random)
    rows: list[tuple[str, Marks]] = []
    left: list[str] = []
    while len(rows) < min(MOST_ROWS, rules.most_rows - 1) and len(left) != 1:
        guess = random.choice(left) if left and random.random() < 0.7 else every.sample(random)
        if guess == hidden or guess in [placed for placed, _ in rows]:
            continue
        rows.append((guess, mark(hidden, guess)))
        left = fitting_codes(space, rows)
        yield list(rows), left


_MAKERS: dict[Kind, Callable[[Rules, Random, int], Puzzle | None]] = {
    Kind.CODE: _code,
    Kind.FITS: _fits,
    Kind.WRONG: _wrong,
    Kind.NEXT: _next,
}

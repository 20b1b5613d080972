"""Rounds in which one or two rows were marked wrongly, so that no code fits any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from keypeg import Marks, Rules, mark
from keypeg.core import Space, fitting
from keypeg.core.fit import random_fit
from keypeg.deduce.mark_ids import earnable_marks
from keypeg.notation import marks_text
from keypeg.review.doctor import Diagnosis, diagnose
from keypeg.review.slips import distance, likelihood

BOXES = (
    "logic24",
    "logic12",
    "logic24+blanks",
    "logic24+two-boards",
    "togo",
    "togo:colours=6",
    "challenge",
    "challenge+beginner",
    "challenge+doubles",
)

Plant = Callable[[Marks, int, Random], Marks]
"""Wrong marks for a row with this number of holes, given the true ones."""


@dataclass(frozen=True, slots=True)
class Planted:
    """The rows as stated, and the wrong ones by number (from 1) with their true marks."""

    rows: list[tuple[str, Marks]]
    wrong: tuple[tuple[int, Marks], ...]

    def rank(self, diagnosis: Diagnosis) -> int | None:
        """Return the rank of the true marks among the corrections, from 1; None if they are not among them."""
        true = [(row, marks_text(marks)) for row, marks in self.wrong]
        for rank, correction in enumerate(diagnosis.corrections, start=1):
            if [(change.row, change.marks) for change in correction.changes] == true:
                return rank
        return None


def one_peg(true: Marks, holes: int, random: Random) -> Marks:
    """Return marks with one peg too many, too few, or of the other kind."""
    return random.choice([marks for marks in earnable_marks(holes) if distance(marks, true) == 1])


def anything(true: Marks, holes: int, random: Random) -> Marks:
    """Return any other marks, all equally likely."""
    return random.choice([marks for marks in earnable_marks(holes) if marks != true])


def as_people_do(true: Marks, holes: int, random: Random) -> Marks:
    """Return wrong marks drawn by the doctor's own model of how people err."""
    others = [marks for marks in earnable_marks(holes) if marks != true]
    return random.choices(others, [likelihood(marks, true, holes) for marks in others])[0]


def random_code(space: Space, random: Random) -> str:
    pegs = random.sample(space.pegs, space.holes) if space.distinct else random.choices(space.pegs, k=space.holes)
    return "".join(pegs)


def random_rows(rules: Rules, plant: Plant, random: Random) -> Planted:
    """Return three to ten random rows, one of them marked wrongly."""
    return _planted(rules, plant, random, random.randint(3, 10), 1)


def two_wrong_rows(rules: Rules, plant: Plant, random: Random) -> Planted:
    """Return four to ten random rows, two of them marked wrongly."""
    return _planted(rules, plant, random, random.randint(4, 10), 2)


def _planted(rules: Rules, plant: Plant, random: Random, many: int, wrong: int) -> Planted:
    space, guesses = rules.codes[0], rules.guesses[0]
    code = random_code(space, random)
    rows = [(guess, mark(code, guess)) for guess in (random_code(guesses, random) for _ in range(many))]
    true = []
    for at in sorted(random.sample(range(many), wrong)):
        guess, marks = rows[at]
        true.append((at + 1, marks))
        rows[at] = (guess, plant(marks, space.holes, random))
    return Planted(rows, tuple(true))


def misled_rows(rules: Rules, plant: Plant, random: Random) -> Planted | None:
    """Return the rows of a player who believes wrong marks, until no code fits; None if the code is broken first."""
    space = rules.codes[0]
    code, at = random_code(space, random), random.randrange(4)
    rows: list[tuple[str, Marks]] = []
    true: Marks | None = None
    while (guess := random_fit(space, rows, random)) is not None:
        marks = mark(code, guess)
        if len(rows) == at:
            true, marks = marks, plant(marks, space.holes, random)
        if marks.exact == space.holes:
            return None
        rows.append((guess, marks))
    return Planted(rows, ((at + 1, true),)) if true is not None else None


def contradictory(
    rules: Rules, make: Callable[[Rules, Plant, Random], Planted | None], plant: Plant, seed: int
) -> Iterator[tuple[Planted, Diagnosis]]:
    """Yield rounds without end, each with its diagnosis, leaving out those that some code fits: nobody could notice."""
    random = Random(f"{rules}/{seed}")
    while True:
        planted = make(rules, plant, random)
        if planted is not None and next(fitting(rules.codes[0], planted.rows), None) is None:
            yield planted, diagnose(rules, planted.rows)

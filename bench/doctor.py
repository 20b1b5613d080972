"""Measure the doctor: its time, and how early it names the true marks. `python bench/doctor.py [ROUNDS]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from time import perf_counter

from keypeg import Marks, mark, rules
from keypeg.core import Row, Rules
from keypeg.core.move_sets import Deals
from keypeg.core.moves import Deal
from keypeg.deduce.code_table import table_of
from keypeg.deduce.mark_ids import earnable_marks
from keypeg.review.corrections import MOST
from keypeg.review.doctor import diagnose, diagnose_split
from keypeg.review.row_outcomes import WholeRow
from keypeg.review.slips import distance, likelihood

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.review.planted import (
    BOXES,
    Plant,
    anything,
    as_people_do,
    contradictory,
    misled_rows,
    one_peg,
    random_code,
    random_rows,
    two_wrong_rows,
)

TIMED = (*BOXES, "5x8", "6x9", "6x10", "8x10d", "8x15", "mm44", "mm44:seats=3", "mm44:seats=2,boards=2")
ROWS, REPEATS = 10, 30


def main() -> None:
    """Print times, how often the true marks were first and among the first five, and the same for two wrong rows."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"ten rows, one wrong, {REPEATS} times: seconds in the median, at most; how many were looked at whole")
    for text in TIMED:
        taken, whole = _times(rules(text))
        print(f"  {text}: {sorted(taken)[len(taken) // 2]:.4f} s, {max(taken):.4f} s; {whole}")
    print(f"true marks first / among the first five, {rounds} rounds that no code fits")
    for text in BOXES:
        found = []
        for make in (random_rows, misled_rows):
            for plant in (one_peg, as_people_do, anything):
                cases = islice(contradictory(rules(text), make, plant, 1), rounds)
                ranks = []
                for planted, diagnosis in cases:
                    ((wrong, _),) = planted.wrong
                    assert all(wrong in conflict for conflict in diagnosis.conflicts)
                    ranks.append(planted.rank(diagnosis) or 99)
                first, five = (sum(rank <= most for rank in ranks) / rounds for most in (1, 5))
                found.append(f"{make.__name__} {plant.__name__} {first:.1%} / {five:.1%}")
        print(f"  {text}: {'; '.join(found)}", flush=True)
    print(f"two rows marked wrongly, {rounds} rounds that no code fits: the true pair among the first {MOST} / among")
    print(f"the first {MOST} pairs / in the best list of {MOST} pairs, by somebody who knows how marks are planted")
    for text in BOXES:
        print(f"  {text}: {'; '.join(_two_wrong(rules(text), plant, rounds) for plant in CHANCES)}", flush=True)


def _two_wrong(chosen: Rules, plant: Plant, rounds: int) -> str:
    """Measure how often the pair of wrong rows is found, and how often the best possible list of pairs has it.

    In that list, every code is as likely as the slips that it implies.
    """
    first = pairs = 0
    best = 0.0
    for planted, diagnosis in islice(contradictory(chosen, two_wrong_rows, plant, 1), rounds):
        rank = planted.rank(diagnosis)
        singles = sum(len(correction.changes) == 1 for correction in diagnosis.corrections)
        first += rank is not None and rank <= MOST
        pairs += rank is not None and rank <= MOST + singles
        chances = sorted(_pair_chances(chosen, planted.rows, CHANCES[plant]), reverse=True)
        best += sum(chances[:MOST]) / sum(chances)
    return f"{plant.__name__} {first / rounds:.1%} / {pairs / rounds:.1%} / {best / rounds:.1%}"


def _pair_chances(chosen: Rules, rows: Sequence[WholeRow], chance: Chance) -> list[float]:
    """Return how likely every pair of wrong rows with its true marks is, up to a factor, if slips have this chance."""
    table, holes = table_of(chosen.codes[0]), chosen.codes[0].holes
    by_marks = [table.by_marks(guess) for guess, _ in rows]
    wrong = [table.every ^ parts.get(said, 0) for parts, (_, said) in zip(by_marks, rows, strict=True)]
    found = []
    for pair in combinations(range(len(rows)), 2):
        codes = table.every
        for at, missed in enumerate(wrong):
            codes &= missed if at in pair else table.every ^ missed
        one, other = pair
        for (a, first), (b, second) in product(by_marks[one].items(), by_marks[other].items()):
            many = (codes & first & second).bit_count()
            if many:
                found.append(many * chance(rows[one][1], a, holes) * chance(rows[other][1], b, holes))
    return found


def _equally(said: Marks, true: Marks, holes: int, weigh: Chance) -> float:
    """Return the chance of marks among all wrong ones, each with its weight."""
    return weigh(said, true, holes) / sum(weigh(each, true, holes) for each in earnable_marks(holes) if each != true)


Chance = Callable[[Marks, Marks, int], float]
"""The chance that a person gives the first marks instead of the second to a row with this number of holes."""

CHANCES: dict[Plant, Chance] = {
    one_peg: partial(_equally, weigh=lambda said, true, _: float(distance(said, true) == 1)),
    as_people_do: partial(_equally, weigh=likelihood),
    anything: partial(_equally, weigh=lambda *_: 1.0),
}


def _times(chosen: Rules) -> tuple[list[float], int]:
    random, taken, whole = Random(1), [], 0
    for _ in range(REPEATS):
        began, exact = _split(chosen, random) if chosen.split else _whole(chosen, random)
        taken.append(perf_counter() - began)
        whole += exact
    return taken, whole


def _whole(chosen: Rules, random: Random) -> tuple[float, bool]:
    space, guesses = chosen.codes[0], chosen.guesses[0]
    code = random_code(space, random)
    rows = [(guess, mark(code, guess)) for guess in (random_code(guesses, random) for _ in range(ROWS))]
    rows[3] = (rows[3][0], one_peg(rows[3][1], space.holes, random))
    began = perf_counter()
    return began, diagnose(chosen, rows).exact


def _split(chosen: Rules, random: Random) -> tuple[float, bool]:
    deal = Deals(chosen).sample(random)
    assert isinstance(deal, Deal)
    rows = []
    for number in range(ROWS):
        breaker = number % chosen.seats + 1
        guess = "".join(random.choices(chosen.palette, k=chosen.codes[0].holes))
        held = [share for index, share in enumerate(deal.shares) if index // chosen.boards + 1 != breaker]
        rows.append((breaker, Row(guess, tuple(mark(share.replace(".", " "), guess) for share in held))))
    breaker, row = rows[3]
    first = row.marks[0]
    said = Marks(0, 0) if first != (0, 0) else Marks(0, 1)
    rows[3] = (breaker, Row(row.guess, (said, *row.marks[1:])))
    began = perf_counter()
    return began, diagnose_split(chosen, rows).exact


if __name__ == "__main__":
    main()

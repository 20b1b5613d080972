"""How long a suggestion takes: after random rows once warm, in a second process, and where nothing is compiled.

python bench/solve_suggest.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from keypeg.core.marks import Marks, mark
from keypeg.core.space import Space
from keypeg.solve import Problem, suggest, warm

EIGHT = "ROYGBPWN"
BOXES = {
    "logic24": Problem(Space(4, "YROBG"), Space(4, "YROBG")),
    "logic24+blanks": Problem(Space(4, "YROBG."), Space(4, "YROBG.")),
    "togo": Problem(Space(4, EIGHT, True), Space(4, EIGHT)),
    "challenge": Problem(Space(5, EIGHT, True), Space(5, EIGHT)),
    "challenge+doubles": Problem(Space(5, EIGHT), Space(5, EIGHT)),
}

ONCE = """
from time import perf_counter
began = perf_counter()
from keypeg.core.marks import Marks
from keypeg.core.space import Space
from keypeg.solve import Problem, suggest
eight = "ROYGBPWN"
suggest(Problem(Space(5, eight), Space(5, eight)), ROWS)
print(perf_counter() - began)
"""


def random_code(space: Space, random: Random) -> str:
    pegs = random.sample(space.pegs, space.holes) if space.distinct else random.choices(space.pegs, k=space.holes)
    return "".join(pegs)


def worst_latency(problem: Problem, games: int, random: Random) -> tuple[float, float]:
    """The greatest and the mean seconds over games in which half of the rows are random."""
    taken = []
    for _ in range(games):
        code = random_code(problem.codes, random)
        rows: list[tuple[str, Marks]] = []
        while not rows or rows[-1][0] != code:
            began = perf_counter()
            found = suggest(problem, rows)
            taken.append(perf_counter() - began)
            stray = len(rows) < 4 and random.random() < 0.5
            guess = random_code(problem.guesses, random) if stray else found.guess
            rows.append((guess, mark(code, guess)))
    return max(taken), sum(taken) / len(taken)


def in_a_process(rows: str, cache: str | None) -> float:
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    program = ONCE.replace("ROWS", rows)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def main() -> None:
    warm()
    print(f"{'box':20}{'worst s':>10}{'mean s':>10}{'reach':>8}")
    for name, problem in BOXES.items():
        worst_latency(problem, 2, Random(1))
        worst, mean = worst_latency(problem, 20, Random(2))
        print(f"{name:20}{worst:10.3f}{mean:10.3f}{0.2:8}")
    off_tree = '[("RRRRR", Marks(1, 0)), ("OYOYO", Marks(1, 1))]'
    print(f"{'a second process, opening':40}{in_a_process('[]', None):8.2f}{1.0:8}")
    print(f"{'a second process, off the atlas':40}{in_a_process(off_tree, None):8.2f}{1.0:8}")
    with TemporaryDirectory() as empty:
        print(f"{'nothing compiled, opening':40}{in_a_process('[]', empty):8.2f}{2.0:8}")
        print(f"{'nothing compiled, off the atlas':40}{in_a_process(off_tree, empty):8.2f}{2.0:8}")


if __name__ == "__main__":
    main()

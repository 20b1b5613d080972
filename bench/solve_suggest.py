"""Time the evaluator for suggest, --top 5 and worth after random rows with warm kernels, and for a first answer.

`python bench/solve_suggest.py [GAMES [BOX…]]`
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from keypeg.core.marks import Marks, mark
from keypeg.core.space import Space
from keypeg.solve import Basis, Problem, suggest, warm, worth
from keypeg.solve.position_value import forget_answers

EIGHT = "ROYGBPWN"
SIX = "ROYGBP"
BOXES = {
    "4x6": Problem(Space(4, SIX), Space(4, SIX)),
    "logic24": Problem(Space(4, "YROBG"), Space(4, "YROBG")),
    "logic24+blanks": Problem(Space(4, "YROBG."), Space(4, "YROBG.")),
    "togo": Problem(Space(4, EIGHT, True), Space(4, EIGHT)),
    "challenge": Problem(Space(5, EIGHT, True), Space(5, EIGHT)),
    "challenge+doubles": Problem(Space(5, EIGHT), Space(5, EIGHT)),
    "4x7": Problem(Space(4, EIGHT[:7]), Space(4, EIGHT[:7])),
    "6x6": Problem(Space(6, SIX), Space(6, SIX)),
}

SCATTERED = 20
"""Positions after one or two random rows, most of which no atlas has."""

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


Measured = dict[str, list[float]]


def walk(problem: Problem, games: int, random: Random) -> tuple[Measured, int]:
    """Play games with half of the first rows random; return processor seconds by question, and how many are proved."""
    taken: Measured = {"suggest": [], "--top 5": [], "worth": []}
    proved = 0
    for _ in range(games):
        code = random_code(problem.codes, random)
        rows: list[tuple[str, Marks]] = []
        while not rows or rows[-1][0] != code:
            other = random_code(problem.guesses, random)
            forget_answers()
            began = process_time()
            found = suggest(problem, rows)
            taken["suggest"].append(process_time() - began)
            began = process_time()
            suggest(problem, rows, top=5)
            taken["--top 5"].append(taken["suggest"][-1] + process_time() - began)
            began = process_time()
            worth(problem, other, rows)
            taken["worth"].append(taken["suggest"][-1] + process_time() - began)
            proved += found.basis is Basis.PROVED
            guess = other if len(rows) < 4 and random.random() < 0.5 else found.guess
            rows.append((guess, mark(code, guess)))
    return taken, proved


def scattered(problem: Problem, random: Random) -> tuple[list[float], int]:
    """Return the processor seconds of suggestions after one or two random rows, in turn, and how many are proved."""
    taken, proved = [], 0
    for number in range(SCATTERED):
        code = random_code(problem.codes, random)
        guesses = [random_code(problem.guesses, random) for _ in range(1 + number % 2)]
        forget_answers()
        began = process_time()
        found = suggest(problem, [(guess, mark(code, guess)) for guess in guesses])
        taken.append(process_time() - began)
        proved += found.basis is Basis.PROVED
    return taken, proved


def in_a_process(rows: str, cache: str | None) -> float:
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    program = ONCE.replace("ROWS", rows)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def main() -> None:
    warm()
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    heads = "".join(f"{name + ', worst':>16}{'mean':>10}" for name in ("suggest", "--top 5", "worth"))
    print(f"{'time of one core':20}{heads}{'proved':>10}")
    for name in sys.argv[2:] or BOXES:
        problem = BOXES[name]
        walk(problem, 1, Random(1))
        taken, proved = walk(problem, games, Random(2))
        figures = "".join(f"{max(each):14.3f} s{sum(each) / len(each):8.3f} s" for each in taken.values())
        print(f"{name:20}{figures}{proved / len(taken['suggest']):10.1%}", flush=True)
        random_rows, proved = scattered(problem, Random(99))
        figures = f"{max(random_rows):14.3f} s{sum(random_rows) / SCATTERED:8.3f} s"
        print(f"{'  random rows':20}{figures}{'':52}{proved / SCATTERED:10.1%}", flush=True)
    off_tree = '[("RRRRR", Marks(1, 0)), ("OYOYO", Marks(1, 1))]'
    print(f"{'a second process, opening':40}{in_a_process('[]', None):8.2f} s{1.0:8}")
    print(f"{'a second process, off the atlas':40}{in_a_process(off_tree, None):8.2f} s{1.0:8}")
    with TemporaryDirectory() as empty:
        print(f"{'nothing compiled, opening':40}{in_a_process('[]', empty):8.2f} s{2.0:8}")


if __name__ == "__main__":
    main()

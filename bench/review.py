"""Measure how long reviews take, by the clock and in processor time, box by box, and how much of them is proved.

`python bench/review.py [ROUNDS]`
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeVar

from keypeg import rules
from keypeg.core import Marks, Space, mark
from keypeg.players import read_player
from keypeg.review import BoardReview, review, review_rows
from keypeg.solve import Problem, problem_of, warm
from keypeg.table import Table, save

R = TypeVar("R")

LEVELS = ("novice", "club", "expert", "perfect")
BOXES = {
    "4x6": 1.0,
    "logic24:rounds=1": None,
    "logic12:rounds=1": None,
    "logic24+blanks:rounds=1": None,
    "togo:colours=6": None,
    "togo": None,
    "challenge+beginner:rounds=1": None,
    "challenge:rounds=1": 5.0,
    "challenge+doubles:rounds=1": None,
    "mm44": None,
}
"""What is reviewed, and how long a round may take."""


def match(text: str, number: int) -> Table:
    seats = rules(text).seats
    levels = [LEVELS[(number + 3 * seat) % 4] for seat in range(seats)]
    players = {seat: read_player(levels[seat - 1], f"{number}/{seat}") for seat in range(1, seats + 1)}
    table = Table(rules(text), players, seed=f"{number}")
    table.run()
    return table


def random_code(space: Space, random: Random) -> str:
    return "".join(
        random.sample(space.pegs, space.holes) if space.distinct else random.choices(space.pegs, k=space.holes)
    )


def silly(problem: Problem, random: Random) -> list[tuple[str, Marks]]:
    """Return up to six random rows, often of one or two colours, and then the code."""
    code = random_code(problem.codes, random)
    rows = []
    for _ in range(random.randrange(1, 7)):
        few = random.sample(problem.pegs, random.choice((1, 2, len(problem.pegs))))
        free = "".join(random.choices(few, k=problem.holes))
        guess = free if free in problem.guesses else random_code(problem.guesses, random)
        if guess != code:
            rows.append((guess, mark(code, guess)))
    return [*rows, (code, Marks(problem.holes, 0))]


Taken = tuple[float, float]
"""Seconds by the clock, and seconds of processor time."""


def report(name: str, taken: list[Taken], boards: list[BoardReview], target: float | None) -> None:
    rows = [row for board in boards for row in board.rows]
    proved = sum(row.basis == "proved" for row in rows)
    share = f"{proved / len(rows):8.1%}" if rows else f"{'–':>8}"
    clock, core = zip(*taken, strict=True)
    figures = (sum(clock) / len(taken), max(clock), sum(core) / len(taken), max(core))
    means = "".join(f"{seconds:9.3f} s" for seconds in figures)
    print(f"{name:36}{means}{target or '–':>8}{share}", flush=True)


def timed(work: Callable[[], R]) -> tuple[R, Taken]:
    clock, core = perf_counter(), process_time()
    found = work()
    return found, (perf_counter() - clock, process_time() - core)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    warm()
    for text in ("4x6", "challenge:rounds=1"):
        review(match(text, 0).state)
    print(f"{'a round':36}{'clock':>11}{'worst':>11}{'core':>11}{'worst':>11}{'target':>8}{'proved':>8}")
    for text, target in BOXES.items():
        taken, boards = [], []
        for number in range(rounds):
            state = match(text, number).state
            found, (clock, core) = timed(partial(review, state))
            taken.append((clock / len(found.rounds), core / len(found.rounds)))
            boards += [board for each in found.rounds for board in each.boards]
        report(text, taken, boards, target)
    for text in ("4x6", "togo", "challenge"):
        problem, random = problem_of(rules(text)), Random(3)
        taken, boards = [], []
        for _ in range(rounds):
            board, seconds = timed(partial(review_rows, problem, silly(problem, random)))
            taken.append(seconds)
            boards.append(board)
        report(f"{text}, one board of silly rows", taken, boards, BOXES.get(text))
    with TemporaryDirectory() as folder:
        for text in ("4x6", "challenge:rounds=1"):
            file = Path(folder) / "match.txt"
            file.write_text(save(match(text, 1)))
            program = str(Path(sys.executable).with_name("keypeg"))
            began = perf_counter()
            subprocess.run([program, "review", str(file)], check=True, capture_output=True)
            print(f"{f'keypeg review, {text}':36}{perf_counter() - began:9.3f}")


if __name__ == "__main__":
    main()

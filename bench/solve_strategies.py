"""Time whole strategies over all codes with warm kernels, and one node of plain NumPy for comparison.

`python bench/solve_strategies.py`
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from keypeg.core.space import Space
from keypeg.solve import Problem, evaluate, start, strategy

EIGHT = "ROYGBPWN"

WORK = [
    ("4x6", Problem(Space(4, "ROYGBP"), Space(4, "ROYGBP")), "most-parts", 0.006),
    ("5x8d", Problem(Space(5, EIGHT, True), Space(5, EIGHT, True)), "entropy", 0.110),
    ("5x8", Problem(Space(5, EIGHT), Space(5, EIGHT)), "entropy", 2.8),
]


def main() -> None:
    print(f"{'problem':8}{'strategy':12}{'total':>8}{'time':>10}  {'target':>8}{'NumPy, same game':>18}{'ratio':>8}")
    for name, problem, by, target in WORK:
        evaluate(problem, strategy(by))
        found = min((evaluate(problem, strategy(by)) for _ in range(5)), key=lambda each: each.seconds)
        top = start(problem)
        asked = np.arange(0, len(problem.guesses), max(1, len(problem.guesses) // 200))
        began = perf_counter()
        top.cells(asked)
        whole = (perf_counter() - began) * len(problem.guesses) / len(asked)
        ratio = whole / found.seconds
        print(f"{name:8}{by:12}{found.total:8}{found.seconds:10.4f} s{target:8}{whole:16.3f} s{ratio:8.1f}")


if __name__ == "__main__":
    main()

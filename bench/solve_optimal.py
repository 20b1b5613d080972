"""Optimal search on all cores, kernels warm; the last one takes about a minute.

python bench/solve_optimal.py
"""

from __future__ import annotations

from keypeg.core.space import Space
from keypeg.solve import Problem
from keypeg.solve.optimal import search_optimal

PEGS = "ROYGBPWNCD"

WORK = [
    ("4x6", Problem(Space(4, PEGS[:6]), Space(4, PEGS[:6])), None, 5625, 0.2),
    ("4x6", Problem(Space(4, PEGS[:6]), Space(4, PEGS[:6])), 5, 5626, None),
    ("4x8d", Problem(Space(4, PEGS[:8], True), Space(4, PEGS[:8], True)), None, 7817, 0.8),
    ("4x10d", Problem(Space(4, PEGS, True), Space(4, PEGS, True)), None, 26274, 120),
]


def main() -> None:
    small = Space(3, "ROYG")
    search_optimal(Problem(small, small))
    print(f"{'problem':8}{'within':>8}{'total':>8}{'known':>8}{'time':>10}  {'reach':>8}")
    for name, problem, within, known, reach in WORK:
        times = 1 if len(problem.codes) > 2000 else 3
        found = min(
            (search_optimal(problem, within=within).evaluation for _ in range(times)), key=lambda each: each.seconds
        )
        print(f"{name:8}{within or '-':>8}{found.total:8}{known:8}{found.seconds:10.3f} s{reach or '-':>8}")


if __name__ == "__main__":
    main()

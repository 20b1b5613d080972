"""Time the optimal search on all cores with warm kernels: processor seconds, seconds by the clock, and the target.

`python bench/solve_optimal.py [SHAPE…]`

Takes any shapes; without shapes, those that have a target and take less than ten seconds of a core.
"""

from __future__ import annotations

import sys
import time

from keypeg.core.space import Space
from keypeg.deduce.problem import Problem
from keypeg.solve.compiled import warm
from keypeg_lab.optimal import search_optimal

KNOWN = {
    ("4x6", None): (5625, 0.146),
    ("4x6", 5): (5626, None),
    ("4x8d", None): (7817, 0.22),
    ("4x9d", None): (14914, 0.95),
    ("4x7", None): (11228, 6.75),
    ("4x10d", None): (26274, 11),
    ("4x8", None): (20471, 50.75),
    ("5x8d", None): (34444, 100),
}
"""By shape and most guesses for one code: the known total, and the target in seconds on two cores."""

QUICK = ("4x6", "4x8d", "4x9d", "4x7", "4x10d")


def problem_of_shape(shape: str) -> Problem:
    """Return the problem of a shape such as `5x8d`, or `5x8c` for distinct codes with free guesses."""
    holes, rest = shape.split("x")
    kind = rest[-1] if rest[-1] in "cd" else ""
    pegs = "ABCDEFGHIJKLMNOP"[: int(rest.removesuffix(kind))]
    return Problem(Space(int(holes), pegs, kind != ""), Space(int(holes), pegs, kind == "d"))


def main() -> None:
    warm()
    print(f"{'problem':8}{'within':>8}{'total':>8}{'known':>8}{'processor':>12}{'time':>10}{'target':>10}")
    for wanted in sys.argv[1:] or QUICK:
        caps = [within for shape, within in KNOWN if shape == wanted] or [None]
        for within in caps:
            known, target = KNOWN.get((wanted, within), ("-", None))
            problem = problem_of_shape(wanted)
            found = []
            for _ in range(1 if len(problem.codes) > 2000 else 3):
                began = time.process_time()
                total = search_optimal(problem, within=within).evaluation
                found.append((time.process_time() - began, total.seconds, total.total))
            processor, seconds, least = min(found)
            print(
                f"{wanted:8}{within or '-':>8}{least:8}{known:>8}"
                f"{processor:10.3f} s{seconds:8.2f} s{target or '-':>8} s",
                flush=True,
            )


if __name__ == "__main__":
    main()

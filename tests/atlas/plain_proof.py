"""Prove bounds in the plainest way that still ends: NumPy, recursion, and sets of codes compared as sets.

Nothing here is shared with the search: neither marks, nor tables, nor memory.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

Codes = tuple[int, ...]
Table = NDArray[np.uint8]


def words(shape: str) -> tuple[list[Codes], list[Codes]]:
    """All codes and all guesses of a shape, in palette order."""
    holes, rest = shape.split("x")
    kind = rest[-1] if rest[-1] in "cd" else ""
    colours = range(int(rest.removesuffix(kind)))
    free = list(product(colours, repeat=int(holes)))
    distinct = list(permutations(colours, int(holes)))
    return distinct if kind else free, distinct if kind == "d" else free


def mark(code: Codes, guess: Codes) -> int:
    """Holes · (exact + near) + exact."""
    exact = sum(a == b for a, b in zip(code, guess, strict=True))
    return len(code) * (Counter(code) & Counter(guess)).total() + exact


class Plain:
    """The least total of sets of codes, given as indices."""

    def __init__(self, shape: str) -> None:
        self.codes, self.guesses = words(shape)
        self.holes = len(self.codes[0])
        self.win = self.holes * self.holes + self.holes
        self.others = self.holes * (self.holes + 3) // 2 - 1
        self.known: dict[Codes, tuple[int, bool]] = {}

    def fitting(self, *rows: tuple[int, int]) -> Codes:
        """The codes that fit rows of a guess's index and a mark."""
        return tuple(
            at
            for at, code in enumerate(self.codes)
            if all(mark(code, self.guesses[guess]) == earned for guess, earned in rows)
        )

    def floor(self, size: int) -> int:
        """One code by the first guess, as many by the second as there are other marks, all others later."""
        return size + max(size - 1, 0) + max(size - 1 - self.others, 0)

    def needs(self, codes: Codes, bound: int) -> bool:
        """Whether no tree for these codes has a total below the bound."""
        return self.least(codes, bound, self.columns(codes)) >= bound

    def columns(self, codes: Codes) -> Table:
        """The marks of every guess that tells codes apart, each way to tell them once: a line a guess."""
        colours = max(map(max, self.guesses)) + 1
        guesses = np.array(self.guesses, dtype=np.uint8)
        table = np.empty((len(guesses), len(codes)), dtype=np.uint8)
        counts = np.stack([(guesses == colour).sum(axis=1) for colour in range(colours)])
        for at, code in enumerate(codes):
            own = np.array(self.codes[code])
            exact = (guesses == own).sum(axis=1)
            common = sum(np.minimum(counts[colour], (own == colour).sum()) for colour in range(colours))
            table[:, at] = self.holes * common + exact
        table = table[(table != table[:, :1]).any(axis=1)]
        return np.unique(table, axis=0)

    def least(self, codes: Codes, limit: int, table: Table) -> int:
        """The least total of these codes if it is below the limit, otherwise a bound that reaches it."""
        size = len(codes)
        if size <= 2:
            return 2 * size - 1
        value, exact = self.known.get(codes, (self.floor(size), False))
        if exact or value >= limit:
            return value
        best = limit
        parts = np.array([len(set(line)) for line in table.tolist()])
        tried: set[frozenset[Codes]] = set()
        for at in np.argsort(-parts, kind="stable"):
            wins = bool((table[at] == self.win).any())
            # All cells in two more guesses, at best.
            if 3 * size - parts[at] - wins >= best:
                continue
            cells: dict[int, list[int]] = {}
            for place, earned in enumerate(table[at].tolist()):
                cells.setdefault(earned, []).append(place)
            cells.pop(self.win, None)
            ways = frozenset(tuple(cell) for cell in cells.values())
            if ways not in tried:
                tried.add(ways)
                best = min(best, self.after(codes, table, list(cells.values()), best))
        self.known[codes] = best, best < limit
        return best

    def after(self, codes: Codes, table: Table, cells: list[list[int]], limit: int) -> int:
        """The total of a guess with these cells (as places among the codes), or a bound that reaches the limit."""
        total = len(codes) + sum(self.floor(len(cell)) for cell in cells)
        for cell in sorted(cells, key=len):
            if total >= limit:
                break
            part = np.unique(table[:, cell], axis=0)
            part = part[(part != part[:, :1]).any(axis=1)]
            low = self.floor(len(cell))
            total += self.least(tuple(codes[at] for at in cell), limit - total + low, part) - low
        return total

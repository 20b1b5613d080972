"""All codes and guesses of a shape, the marks of each pair, and which guesses are alike after some rows."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.verify import words_of
from keypeg_lab.proofs.proof import Row
from keypeg_lab.reprove.least_total import least_total
from keypeg_lab.reprove.set_memo import Codes, Memo
from keypeg_lab.reprove.ways import WON, told_apart

SYMMETRIC_FROM = 32
"""The fewest codes for which it pays to look for guesses that are alike."""


class MarkedSpace:
    """The codes and guesses of a shape as indices in palette order, and `marks` by guess and code."""

    def __init__(self, shape: str) -> None:
        codes, self.guesses = words_of(shape)
        self.words = _pegs(self.guesses)
        self.holes = self.words.shape[1]
        self.colours = int(self.words.max()) + 1
        own = _pegs(codes)
        counts = [(own == colour).sum(axis=1) for colour in range(self.colours)]
        self.marks = np.empty((len(self.words), len(own)), dtype=np.uint8)
        for at, guess in enumerate(self.words):
            exact = (own == guess).sum(axis=1)
            common = sum(np.minimum(counts[colour], (guess == colour).sum()) for colour in set(guess.tolist()))
            self.marks[at] = np.where(exact == self.holes, WON, self.holes * common + exact)

    def text(self, row: Row) -> str:
        """Return a row as text."""
        guess, mark = row
        common, exact = divmod(mark, self.holes)
        return f"{self.guesses[guess]}:{exact},{common - exact}"

    def fitting(self, *rows: Row) -> Codes:
        """Return the codes that fit these rows."""
        fits = np.ones(self.marks.shape[1], dtype=np.bool_)
        for guess, mark in rows:
            fits &= self.marks[guess] == mark
        return np.flatnonzero(fits).astype(np.int32)

    def needs(self, memo: Memo, rows: tuple[Row, ...], bound: int) -> bool:
        """Return True if no tree for the codes after these rows has a total below the bound."""
        codes = self.fitting(*rows)
        if len(codes) <= 2:
            return 2 * len(codes) - 1 >= bound
        told = told_apart(self.marks, codes)
        tried = told.ways
        if len(codes) >= SYMMETRIC_FROM:
            tried = told_apart(self.marks[self.kinds(*(guess for guess, _ in rows))], codes).ways
        return bool(least_total(memo, codes, tried, told, bound) >= bound)

    def kinds(self, *placed: int) -> NDArray[np.intp]:
        """Return one guess of each kind. Guesses of a kind differ only in a renaming that leaves those placed alone.

        A renaming is one of holes and colours. What follows is the same for all guesses of a kind, under other names.
        """
        rows = self.words[list(placed)]
        pegs = rows.ravel().tolist()
        least = np.full(len(self.words), np.iinfo(np.int64).max)
        for holes in permutations(range(self.holes)):
            pairs = set(zip(rows[:, holes].ravel().tolist(), pegs, strict=True))
            names = dict(pairs)
            if len(pairs) == len(names) == len(set(names.values())):
                least = np.minimum(least, self._renamed(self.words[:, holes], names))
        return np.unique(least, return_index=True)[1]

    def _renamed(self, words: NDArray[np.int64], names: dict[int, int]) -> NDArray[np.int64]:
        """Return each word under new names, as a number; colours without one are named in order of appearance."""
        named = np.full((len(words), self.colours), -1)
        for old, new in names.items():
            named[:, old] = new
        free = np.array([colour for colour in range(self.colours) if colour not in names] + [-1])
        given = np.zeros(len(words), dtype=np.int64)
        number = np.zeros(len(words), dtype=np.int64)
        every = np.arange(len(words))
        for pegs in words.T:
            fresh = named[every, pegs] < 0
            named[every[fresh], pegs[fresh]] = free[given[fresh]]
            given += fresh
            number = number * self.colours + named[every, pegs]
        return number


def _pegs(words: list[str]) -> NDArray[np.int64]:
    return np.array([[ord(peg) - ord("A") for peg in word] for word in words])

"""All codes and guesses of a shape, the marks of each pair, and which guesses are alike after some rows."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.verify import words_of
from keypeg_lab.proofs.proof import Row
from keypeg_lab.reprove.least_total import floor, least_total
from keypeg_lab.reprove.set_memo import Codes, Memo
from keypeg_lab.reprove.ways import WON, Told, Ways, told_apart

SYMMETRIC_FROM = 32
"""The fewest codes for which it pays to look for guesses that are alike."""


class MarkedSpace:
    """The codes and guesses of a shape as indices in palette order, and their marks."""

    def __init__(self, shape: str) -> None:
        codes, self.guesses = words_of(shape)
        self.codes, self.words = _pegs(codes), _pegs(self.guesses)
        self.holes = self.words.shape[1]
        self.colours = int(self.words.max()) + 1
        self.often = [_often(each, self.colours) for each in (self.words, self.codes)]

    def marks(self, codes: Codes | slice, guesses: NDArray[np.intp] | slice = slice(None)) -> Ways:
        """Return the marks of codes, by guess and code."""
        shape = len(self.words[guesses]), len(self.codes[codes])
        exact, common = np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8)
        for word, code in zip(self.words[guesses].T, self.codes[codes].T, strict=True):
            exact += word[:, None] == code
        for word, code in zip(self.often[0][guesses].T, self.often[1][codes].T, strict=True):
            common += np.minimum(word[:, None], code)
        return np.where(exact == self.holes, np.uint8(WON), np.uint8(self.holes) * common + exact)

    def text(self, row: Row) -> str:
        """Return a row as text."""
        guess, mark = row
        common, exact = divmod(mark, self.holes)
        return f"{self.guesses[guess]}:{exact},{common - exact}"

    def fitting(self, *rows: Row) -> Codes:
        """Return the codes that fit these rows."""
        fits = np.ones(len(self.codes), dtype=np.bool_)
        for guess, mark in rows:
            fits &= self.marks(slice(None), np.array([guess]))[0] == mark
        return np.flatnonzero(fits).astype(np.int32)

    def told(self, codes: Codes) -> Told:
        """Return the ways in which guesses tell these codes apart."""
        return told_apart(self.marks(codes), np.arange(len(codes), dtype=np.int32))

    def needs(self, memo: Memo, rows: tuple[Row, ...], bound: int) -> bool:
        """Return True if no tree for the codes after these rows has a total below the bound."""
        codes = self.fitting(*rows)
        if len(codes) <= 2:
            return 2 * len(codes) - 1 >= bound
        marks, places = self.marks(codes), np.arange(len(codes), dtype=np.int32)
        told = told_apart(marks, places)
        tried = told.ways
        if len(codes) >= SYMMETRIC_FROM:
            tried = told_apart(marks[self.kinds(*(guess for guess, _ in rows))], places).ways
        return bool(least_total(memo, codes, tried, told, bound) >= bound)

    def guess_needs(self, memo: Memo, rows: tuple[Row, ...], guess: int, bound: int) -> bool:
        """Return True if no tree for the codes after these rows that goes on with this guess has a total below."""
        codes = self.fitting(*rows)
        marks = self.marks(codes, np.array([guess]))[0]
        cells = sorted((codes[marks == mark] for mark in np.unique(marks) if mark != WON), key=len)
        if len(cells) == 1 and len(cells[0]) == len(codes):
            return True  # it tells nothing, so no tree needs it
        floors = [floor(len(cell), self.holes * (self.holes + 3) // 2) for cell in cells]
        total = len(codes) + sum(floors)
        for cell, low in zip(cells, floors, strict=True):
            if total >= bound:
                break
            told = self.told(cell)
            total += least_total(memo, cell, told.ways, told, bound - total + low) - low
        return total >= bound

    def promising(self, rows: tuple[Row, ...], many: int) -> list[int]:
        """Return so many guesses after these rows, one of a kind, that leave the smallest cells."""
        codes, kinds = self.fitting(*rows), self.kinds(*(guess for guess, _ in rows))
        squares = np.zeros(len(kinds), dtype=np.int64)
        marks = self.marks(codes, kinds)
        for mark in np.unique(marks):
            squares += (marks == mark).sum(axis=1, dtype=np.int64) ** 2
        chosen: list[int] = kinds[np.argsort(squares, kind="stable")[:many]].tolist()
        return chosen

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


def _often(words: NDArray[np.int64], colours: int) -> NDArray[np.uint8]:
    """Return how often each colour occurs, by word and colour."""
    return np.stack([(words == colour).sum(axis=1) for colour in range(colours)], axis=1).astype(np.uint8)


def _pegs(words: list[str]) -> NDArray[np.int64]:
    return np.array([[ord(peg) - ord("A") for peg in word] for word in words])

"""Check that a proof is complete and adds up, given its cells. Plain NumPy that shares no code with the search.

Every opening, every mark and every second guess must be covered, up to renaming of holes and colours. The bounds of
cells must add up to those of second guesses, these must reach those of first rows, and these the total.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.verify import words_of
from keypeg.errors import Conflict
from keypeg_lab.proofs.proof import Proof, Row

Word = tuple[int, ...]
Sizes = dict[int, int]
"""The number of codes by mark."""


def check_proof(proof: Proof) -> None:
    """Raise Conflict at the first thing that is missing or does not add up."""
    _Check(proof).run()


def alike(*guesses: Word) -> Word:
    """Return a canonical form of guesses in order: equal for those that differ only in names of holes and colours."""
    return min(_renamed(guesses, holes) for holes in permutations(range(len(guesses[0]))))


def _renamed(guesses: tuple[Word, ...], holes: tuple[int, ...]) -> Word:
    names: dict[int, int] = {}
    return tuple(names.setdefault(guess[hole], len(names)) for guess in guesses for hole in holes)


def least_total(codes: int, marks: int) -> int:
    """Return a lower bound on the total for this many codes: one is found by the first guess, `marks` by the next, …"""
    total, turn, room = 0, 1, 1
    while codes > 0:
        total += turn * min(room, codes)
        codes -= room
        turn, room = turn + 1, room * marks
    return total


class _Check:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        codes, self.guesses = words_of(proof.shape)
        self.codes, self.words = _pegs(codes), _pegs(self.guesses)
        self.holes = self.words.shape[1]
        self.colours = range(int(self.words.max()) + 1)
        self.counts = [(self.codes == colour).sum(axis=1) for colour in self.colours]
        self.win = self.holes * self.holes + self.holes
        # Without the win, and without one near with all other pegs exact, which is impossible.
        self.marks = self.holes * (self.holes + 3) // 2 - 1
        self.forms: dict[tuple[int, int], Word] = {}
        self.cells = {self._key(*rows): bound for rows, bound in proof.cells.items()}

    def run(self) -> None:
        kinds = self._kinds(None)
        listed = {kinds[guess]: guess for guess, _ in self.proof.firsts}
        for kind, example in zip(*np.unique(kinds, return_index=True), strict=True):
            # If an opening always wins, the proof has no entry for it.
            self._opening(listed.get(kind, int(example)))

    def _opening(self, opening: int) -> None:
        marks = self._marks(opening)
        sizes = dict(enumerate(np.bincount(marks).tolist()))
        present = [each for each, size in sizes.items() if size and each != self.win]
        bounds = [self.proof.firsts.get((opening, each), 0) for each in present]
        if not all(bounds) or len(self.codes) + sum(bounds) < self.proof.total:
            raise self._wrong(self.guesses[opening])
        open_marks = {each for each in present if not self._is_whole((opening, each), sizes[each])}
        kinds = self._kinds(opening)
        given: dict[int, dict[int, tuple[int, int]]] = {}
        for ((first, each), guess), bound in self.proof.seconds.items():
            if first == opening and each in open_marks:
                given.setdefault(int(kinds[guess]), {})[each] = guess, bound
        for kind, example in zip(*np.unique(kinds, return_index=True), strict=True):
            # What is missing is refuted by a bound that is too low.
            own = given.get(int(kind), {})
            self._second(opening, marks, {each: own.get(each, (int(example), -1)) for each in open_marks})

    def _is_whole(self, row: Row, size: int) -> bool:
        bound = self.proof.firsts[row]
        return bound <= max(self.proof.wholes.get(row, 0), least_total(size, self.marks))

    def _second(self, opening: int, marks: NDArray[np.int64], given: dict[int, tuple[int, int]]) -> None:
        """Check one kind of second guess after all marks."""
        for guess in {guess for guess, _ in given.values()}:
            width = self.win + 1
            sizes = np.bincount(marks * width + self._marks(guess), minlength=width * width).reshape(width, width)
            for each, (stated, bound) in given.items():
                if stated == guess:
                    cells = {other: size for other, size in enumerate(sizes[each].tolist()) if size}
                    self._check_bound((opening, each), guess, bound, cells)

    def _check_bound(self, row: Row, guess: int, bound: int, cells: Sizes) -> None:
        """Check that a guess's bound reaches that of the row before it, and is reached by its cells."""
        if len(cells) == 1 and self.win not in cells:
            return  # it tells nothing, so no tree needs it
        total = sum(cells.values())
        for other, size in cells.items():
            if other != self.win:
                total += max(least_total(size, self.marks), self.cells.get(self._key(row, (guess, other)), 0))
        if bound < self.proof.firsts[row] or total < bound:
            raise self._wrong(f"{self.guesses[row[0]]}, {self.guesses[guess]}")

    def _key(self, one: Row, two: Row) -> tuple[Word, int, int]:
        """Return a canonical key: equal for pairs of rows that are alike, in either order."""
        return min(self._forms(one, two))

    def _forms(self, one: Row, two: Row) -> Iterator[tuple[Word, int, int]]:
        for (a, m), (b, n) in ((one, two), (two, one)):
            if (a, b) not in self.forms:
                self.forms[a, b] = alike(tuple(self.words[a].tolist()), tuple(self.words[b].tolist()))
            yield self.forms[a, b], m, n

    def _kinds(self, opening: int | None) -> NDArray[np.uint64]:
        """Return numbers of guesses, after an opening or none, equal for those `alike` after it."""
        before = self.words[:, :0] if opening is None else np.broadcast_to(self.words[opening], self.words.shape)
        width = before.shape[1] + self.holes
        powers = np.uint64(width) ** np.arange(width - 1, -1, -1, dtype=np.uint64)
        least = np.full(len(self.words), np.iinfo(np.uint64).max, dtype=np.uint64)
        for holes in permutations(range(self.holes)):
            order = list(holes)
            joined = np.hstack((before[:, order] if opening is not None else before, self.words[:, order]))
            # A colour is known by the place where it appears first.
            places = np.empty(joined.shape, dtype=np.uint64)
            for place in range(width - 1, -1, -1):
                places[joined == joined[:, place : place + 1]] = place
            np.minimum(least, places @ powers, out=least)
        return least

    def _marks(self, guess: int) -> NDArray[np.int64]:
        word = self.words[guess]
        exact = (self.codes == word).sum(axis=1)
        common = sum(np.minimum(self.counts[colour], (word == colour).sum()) for colour in set(word.tolist()))
        marks: NDArray[np.int64] = self.holes * common + exact
        return marks

    def _wrong(self, where: str) -> Conflict:
        return Conflict("proof-fails", shape=self.proof.shape, where=where)


def _pegs(words: list[str]) -> NDArray[np.int64]:
    return np.array([[ord(peg) - ord("A") for peg in word] for word in words])

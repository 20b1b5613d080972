"""Check that a proof is complete and adds up, given its cells. Plain Python that shares no code with the search.

Every opening, every mark and every second guess must be covered, up to renaming of holes and colours. The bounds of
cells must add up to those of second guesses, these must reach those of first rows, and these the total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from keypeg.atlas.verify import words_of
from keypeg.core.marks import mark
from keypeg.errors import Conflict
from keypeg_lab.proofs.proof import Proof, Row

Word = tuple[int, ...]


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
        codes, guesses = words_of(proof.shape)
        self.codes = codes
        self.guesses = guesses
        self.words = [tuple(map(ord, guess)) for guess in guesses]
        self.holes = len(codes[0])
        self.win = self.holes * self.holes + self.holes
        # Without the win, and without one near with all other pegs exact, which is impossible.
        self.marks = self.holes * (self.holes + 3) // 2 - 1
        self.forms: dict[tuple[int, int], Word] = {}
        self.cells = {self._key(*rows): bound for rows, bound in proof.cells.items()}

    def run(self) -> None:
        openings = {alike(word): at for at, word in reversed(list(enumerate(self.words)))}
        listed = {alike(self.words[guess]): guess for guess, _ in self.proof.firsts}
        for form, example in openings.items():
            # If an opening always wins, the proof has no entry for it.
            self._opening(listed.get(form, example))

    def _opening(self, opening: int) -> None:
        marks = self._marks(opening)
        sizes = Counter(marks)
        bounds = [self.proof.firsts.get((opening, each), 0) for each in sizes if each != self.win]
        if not all(bounds) or len(self.codes) + sum(bounds) < self.proof.total:
            raise self._wrong(self.guesses[opening])
        open_marks = [each for each in sizes if each != self.win and not self._is_whole((opening, each), sizes[each])]
        kinds: dict[Word, int] = {}
        for guess, word in enumerate(self.words):
            kinds.setdefault(alike(self.words[opening], word), guess)
        given: dict[int, dict[Word, tuple[int, int]]] = {each: {} for each in open_marks}
        for ((first, each), guess), bound in self.proof.seconds.items():
            if first == opening and each in given:
                given[each][alike(self.words[opening], self.words[guess])] = guess, bound
        for form, example in kinds.items():
            self._second(opening, marks, {each: given[each].get(form, (example, -1)) for each in open_marks})

    def _is_whole(self, row: Row, size: int) -> bool:
        bound = self.proof.firsts[row]
        return bound <= max(self.proof.wholes.get(row, 0), least_total(size, self.marks))

    def _second(self, opening: int, marks: list[int], given: dict[int, tuple[int, int]]) -> None:
        """Check one kind of second guess after all marks."""
        for guess in {guess for guess, _ in given.values()}:
            sizes = Counter(zip(marks, self._marks(guess), strict=True))
            for each, (stated, bound) in given.items():
                if stated == guess:
                    cells = {other: size for (first, other), size in sizes.items() if first == each}
                    self._check_bound((opening, each), guess, bound, cells)

    def _check_bound(self, row: Row, guess: int, bound: int, cells: dict[int, int]) -> None:
        """Check that a guess's bound reaches that of the row before it, and is reached by its cells (sizes by mark)."""
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
                self.forms[a, b] = alike(self.words[a], self.words[b])
            yield self.forms[a, b], m, n

    def _marks(self, guess: int) -> list[int]:
        found = []
        for code in self.codes:
            marks = mark(code, self.guesses[guess])
            found.append(self.holes * (marks.exact + marks.near) + marks.exact)
        return found

    def _wrong(self, where: str) -> Conflict:
        return Conflict("proof-fails", shape=self.proof.shape, where=where)

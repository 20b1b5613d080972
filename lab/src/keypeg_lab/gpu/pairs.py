"""Openings, kinds of second guesses, and the sets of codes that fit two rows, each kind once.

Renaming holes and colours changes no mark, nor does the order of two rows. So sets of codes that fit two rows are
numbered by a key that is the same for all pairs of rows that are alike.

Marks are numbered as in `bounds.cu`: total * (total + 1) / 2 + exact, where total counts exact and near. The files of
trees and proofs number them otherwise: see `Game.mark_id`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.problem import Problem
from keypeg.deduce.size_estimate import by_size
from keypeg.errors import Illegal

MOST_HOLES, MOST_COLOURS = 5, 8
"""The biggest game: codes fit 16 bits, and counts of colours four each."""

Ints = NDArray[np.int64]
Pair = tuple[int, int]
"""Two guesses."""


@dataclass(frozen=True)
class Game:
    """A game in which any code may be hidden and guessed. Codes are numbered in palette order."""

    holes: int
    colours: int

    @property
    def codes(self) -> int:
        """The number of codes."""
        return int(self.colours**self.holes)

    @property
    def shape(self) -> str:
        """The name of the game: `5x8`."""
        return f"{self.holes}x{self.colours}"

    @property
    def win(self) -> int:
        """The number of the mark that ends the game."""
        return self.holes * (self.holes + 3) // 2

    @cached_property
    def digits(self) -> NDArray[np.uint8]:
        """By code, the colour in each hole."""
        return np.indices((self.colours,) * self.holes, dtype=np.uint8).reshape(self.holes, -1).T.copy()

    @cached_property
    def _counts(self) -> NDArray[np.uint8]:
        return np.stack([(self.digits == each).sum(axis=1) for each in range(self.colours)], axis=1).astype(np.uint8)

    def marks(self, guess: int) -> NDArray[np.uint8]:
        """Return the mark that each code gives this guess."""
        exact = (self.digits == self.digits[guess]).sum(axis=1)
        total = np.minimum(self._counts, self._counts[guess]).sum(axis=1)
        marks: NDArray[np.uint8] = (total * (total + 1) // 2 + exact).astype(np.uint8)
        return marks

    def text(self, code: int) -> str:
        """Return a code in the palette's letters."""
        return "".join("ROYGBPWNCDEFHKL"[colour] for colour in self.digits[code])

    def mark_id(self, mark: int) -> int:
        """Return the number of a mark in the files of trees and proofs: holes * (exact + near) + exact."""
        total = next(t for t in range(self.holes, -1, -1) if t * (t + 1) // 2 <= mark)
        return self.holes * total + mark - total * (total + 1) // 2

    def least(self, codes: int) -> int:
        """Return the fewest guesses in all for this many codes: one is found by the first guess, …"""
        total, turn, room = 0, 1, 1
        while codes > 0:
            total += turn * min(room, codes)
            codes -= room
            turn, room = turn + 1, room * (self.win - 1)
        return total

    @cached_property
    def hopes(self) -> Ints:
        """By number of codes, the guesses that so many usually need."""
        return np.array([0, *(by_size(codes, self.holes) for codes in range(1, self.codes + 1))], dtype=np.int64)

    @cached_property
    def openings(self) -> list[int]:
        """The least code of every kind: 00000, 00001, 00011, …"""
        return sorted({self.kind_of(code) for code in range(self.codes)})

    def kind_of(self, code: int) -> int:
        """Return the least code that differs from this one only in names and order: 00123 for 41402."""
        often = sorted(self._counts[code].tolist(), reverse=True)
        digits = [colour for colour, count in enumerate(often) for _ in range(count)]
        return sum(digit * self.colours**place for place, digit in enumerate(reversed(digits)))

    def ranks(self, first: int) -> tuple[Ints, Ints]:
        """By second guess, the rank of this pair of guesses and of the pair turned: equal for pairs that are alike."""
        return self._least(first, turned=False), self._least(first, turned=True)

    def _least(self, first: int, *, turned: bool) -> Ints:
        ours = np.broadcast_to(self.digits[first], self.digits.shape)
        both = (self.digits, ours) if turned else (ours, self.digits)
        powers = (2 * self.holes) ** np.arange(2 * self.holes - 1, -1, -1, dtype=np.int64)
        least = np.full(self.codes, np.iinfo(np.int64).max)
        for order in permutations(range(self.holes)):
            joined = np.hstack([each[:, list(order)] for each in both])
            # A colour is known by the place where it appears first.
            places = np.empty(joined.shape, dtype=np.int64)
            for place in range(joined.shape[1] - 1, -1, -1):
                places = np.where(joined == joined[:, place : place + 1], place, places)
            np.minimum(least, places @ powers, out=least)
        return least

    @lru_cache(maxsize=4096)  # noqa: B019  # one game lives as long as the program
    def third_guesses(self, first: int, second: int) -> NDArray[np.bool_]:
        """By guess, whether it is the least of its kind after these two guesses."""
        one, two = self.digits[first].tolist(), self.digits[second].tolist()
        own = np.arange(self.codes)
        powers = self.colours ** np.arange(self.holes - 1, -1, -1)
        kept = np.ones(self.codes, dtype=bool)
        used = set(one) | set(two)
        free = np.array([colour for colour in range(self.colours) if colour not in used] + [0])
        for order in permutations(range(self.holes)):
            names: dict[int, int] = {}
            if not all(
                names.setdefault(row[at], row[hole]) == row[hole] for row in (one, two) for hole, at in enumerate(order)
            ) or len(set(names.values())) < len(names):
                continue
            table = np.full((self.codes, self.colours), -1, dtype=np.int64)
            for colour, name in names.items():
                table[:, colour] = name
            given = np.zeros(self.codes, dtype=np.int64)
            image = np.zeros(self.codes, dtype=np.int64)
            for hole, at in enumerate(order):
                here = self.digits[:, at]
                new = table[own, here] < 0
                table[own[new], here[new]] = free[given[new]]
                given += new
                image += table[own, here] * powers[hole]
            kept &= image >= own
        return kept


@dataclass(frozen=True)
class Branches:
    """Every kind of second guess after every opening and mark, and the sets of codes it leaves.

    Branch b belongs to the opening `opening[b]`, its mark `mark[b]` and the second guess `guess[b]`; `size[b]` codes
    fit the first row, and `cells[begins[b]:begins[b + 1]]` are the sets that the second guess leaves, without the win.
    Second guesses that tell nothing are left out.

    Set k has `sizes[k]` codes. They fit the guesses `pairs[k]` with the marks `rows[k]`.
    """

    game: Game
    opening: Ints
    mark: Ints
    guess: Ints
    size: Ints
    begins: Ints
    cells: Ints
    sizes: Ints
    pairs: list[Pair]
    rows: list[tuple[int, int]]

    def filed_rows(self) -> list[tuple[int, int, int, int]]:
        """Return the two rows of every set, each a guess and a mark as the files of trees and proofs number them."""
        number = [self.game.mark_id(mark) for mark in range(self.game.win + 1)]
        return [(a, number[m], b, number[n]) for (a, b), (m, n) in zip(self.pairs, self.rows, strict=True)]


def game_of(problem: Problem) -> Game:
    """Return the game of a problem; raise Illegal if it is too big or some codes may not be hidden or guessed."""
    holes, colours = problem.holes, len(problem.pegs)
    distinct = problem.codes.distinct or problem.guesses.distinct
    if distinct or holes > MOST_HOLES or colours > MOST_COLOURS:
        raise Illegal("gpu-game", shape=problem.shape, holes=MOST_HOLES, colours=MOST_COLOURS)
    return Game(holes, colours)


def branches_of(game: Game) -> Branches:
    """Find all branches of a game; some 20 s for 5x8."""
    number: dict[tuple[int, int, int], int] = {}
    sizes: list[int] = []
    pairs: list[Pair] = []
    rows: list[tuple[int, int]] = []
    lines: list[tuple[int, int, int, int]] = []
    begins, cells = [0], []
    width = game.win + 1
    for opening in game.openings:
        first_marks = game.marks(opening).astype(np.int64)
        of_first = np.bincount(first_marks, minlength=width)
        straight, turned = game.ranks(opening)
        for guess in np.unique(straight, return_index=True)[1].tolist():
            both = np.bincount(first_marks * width + game.marks(guess), minlength=width * width).reshape(width, width)
            one, other = int(straight[guess]), int(turned[guess])
            for mark in np.flatnonzero(of_first).tolist():
                if mark == game.win:
                    continue
                here = []
                for second in np.flatnonzero(both[mark]).tolist():
                    if second == game.win:
                        continue
                    key = min((one, mark, second), (other, second, mark))
                    if key not in number:
                        number[key] = len(sizes)
                        sizes.append(int(both[mark, second]))
                        pairs.append((opening, guess))
                        rows.append((mark, second))
                    here.append(number[key])
                if both[mark].max() == of_first[mark] and both[mark, game.win] == 0:
                    continue  # it tells nothing
                lines.append((opening, mark, guess, int(of_first[mark])))
                cells += here
                begins.append(len(cells))
    opening_of, mark_of, guess_of, size_of = np.array(lines, dtype=np.int64).reshape(-1, 4).T
    return Branches(
        game, opening_of, mark_of, guess_of, size_of, np.array(begins), np.array(cells), np.array(sizes), pairs, rows
    )

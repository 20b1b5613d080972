"""The codes that may be placed as the next row: a set too large to list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import comb
from random import Random

from keypeg.core.deals import hole_of
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK, Space
from keypeg.core.state import Board, Share
from keypeg.errors import Illegal


@dataclass(frozen=True, slots=True)
class Rows:
    """The codes of a space, except those ruled out by the supply, by earlier rows or by their empty holes."""

    space: Space
    left: Mapping[str, int] | None = None
    """Pegs left of each colour; None for an unlimited supply."""
    earlier: tuple[str, ...] = ()
    """Rows that may not be placed again."""
    may_be_empty: frozenset[int] = field(default=frozenset())
    """Holes that may stay empty, if empty is not a colour."""
    most_empty: int = 0

    def refusal(self, code: str) -> Illegal | None:
        """Return why `code` may not be placed, or None if it may."""
        holes = self.space.holes
        if len(code) != holes:
            return Illegal("holes-wrong", code=code, holes=holes, given=len(code))
        for hole, peg in enumerate(code):
            if peg not in self.space.pegs:
                wrong = self._not_a_peg(code, hole, peg)
                if wrong:
                    return wrong
            elif self.space.distinct and code.count(peg) > 1:
                return Illegal("peg-twice", peg=peg, code=code)
            elif self.left is not None and code.count(peg) > self.left.get(peg, holes):
                return Illegal("supply-out", peg=peg, code=code, left=self.left[peg])
        if code in self.earlier:
            return Illegal("guess-again", code=code, row=self.earlier.index(code) + 1)
        return None

    def _not_a_peg(self, code: str, hole: int, peg: str) -> Illegal | None:
        if peg != BLANK:
            return Illegal("peg-unknown", peg=peg, code=code, pegs=" ".join(self.space.pegs))
        if not self.may_be_empty:
            return Illegal("hole-empty", code=code)
        if hole not in self.may_be_empty or code.count(BLANK) > self.most_empty:
            return Illegal("hole-empty-other", code=code)
        return None

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and self.refusal(code) is None

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes in palette order; an empty hole comes after every peg."""
        if not self.may_be_empty:
            return filter(self.__contains__, self.space)
        return filter(self.__contains__, map("".join, product(self.space.pegs + BLANK, repeat=self.space.holes)))

    def __len__(self) -> int:
        return self._ever() - sum(self._allowed_before(code) for code in set(self.earlier))

    def __bool__(self) -> bool:
        """Return True if any row is legal. Usually decided without scanning earlier rows."""
        return self._ever() > len(self.earlier) or len(self) > 0

    def _ever(self) -> int:
        """Count the codes as if no row were excluded as a repetition; earlier rows may still have used up pegs."""
        if self.left is None and not self.may_be_empty:
            return len(self.space)
        most = min(self.most_empty, len(self.may_be_empty))
        words = _words(self._most(), self.space.holes)
        return sum(comb(len(self.may_be_empty), empty) * words[self.space.holes - empty] for empty in range(most + 1))

    def sample(self, random: Random) -> str:
        """Return a random code, all of them equally likely. There must be at least one."""
        while True:
            code = self._any(random)
            if code in self:
                return code

    def _any(self, random: Random) -> str:
        """Return a random code within the supply. Nearly all codes are, so try a few before counting words."""
        pegs, holes = self.space.pegs, self.space.holes
        if self.may_be_empty:
            return self._counted(random)
        for _ in range(20):
            code = "".join(random.sample(pegs, holes) if self.space.distinct else random.choices(pegs, k=holes))
            if code in self:
                return code
        return self._counted(random)

    def _counted(self, random: Random) -> str:
        """Draw peg by peg, each weighted by the number of words that can follow it."""
        space, most = self.space, self._most()
        words = _words(most, space.holes)
        empties = range(min(self.most_empty, len(self.may_be_empty)) + 1)
        (empty,) = random.choices(
            empties, [comb(len(self.may_be_empty), number) * words[space.holes - number] for number in empties]
        )
        holes = set(random.sample(sorted(self.may_be_empty), empty))
        left = space.holes - empty
        code = ""
        for hole in range(space.holes):
            if hole in holes:
                code += BLANK
                continue
            left -= 1
            after = [[count - (each == at) for each, count in enumerate(most)] for at in range(len(most))]
            weights = [_words(rest, left)[left] if min(rest) >= 0 else 0 for rest in after]
            (at,) = random.choices(range(len(most)), weights)
            most = after[at]
            code += space.pegs[at]
        return code

    def _most(self) -> list[int]:
        """Return, by peg, how often it can occur in one row."""
        once = 1 if self.space.distinct else self.space.holes
        left = self.left or {}
        return [max(0, min(once, left.get(peg, once))) for peg in self.space.pegs]

    def _allowed_before(self, code: str) -> bool:
        return code in Rows(self.space, self.left, (), self.may_be_empty, self.most_empty)


def rows_after(space: Space, placed: Sequence[str], supply: Mapping[str, int] | None, *, fresh: bool) -> Rows:
    """Return the guesses that may follow those placed, with `supply` pegs by colour in all; `fresh` forbids repeats."""
    left = None
    if supply is not None:
        on_board = "".join(placed)
        left = {peg: max(0, supply[peg] - on_board.count(peg)) for peg in space.pegs if peg != BLANK}
    return Rows(space, left, tuple(placed) if fresh else ())


def rows_beside(rules: Rules, boards: Sequence[Board], breaker: int) -> list[str]:
    """Return the rows of other seats that draw on the same supply of pegs as this breaker's."""
    return [row.guess for board in boards if rules.shared_supply and board.breaker != breaker for row in board.rows]


def pegs_in_all(rules: Rules) -> dict[str, int] | None:
    """Return the number of pegs of each colour, or None if the supply is unlimited."""
    if rules.supply is None:
        return None
    pegs = {peg for space in rules.guesses for peg in space.pegs if peg != BLANK}
    return {peg: rules.supply + (peg in rules.one_more_of) for peg in pegs}


def pegs_less(supply: Mapping[str, int] | None, beside: Sequence[str]) -> Mapping[str, int] | None:
    """Return the pegs left for a board after the rows of other seats that share the supply."""
    if supply is None or not beside:
        return supply
    used = "".join(beside)
    return {peg: number - used.count(peg) for peg, number in supply.items()}


def rows_on(rules: Rules, board: Board, own: Sequence[Share], boards: Sequence[Board] = ()) -> Rows:
    """Return the rows that can be placed on `board`, whose breaker holds the shares `own` of a split code.

    The pegs of the hidden code are not taken from the supply, so that a refusal reveals nothing about it.
    """
    space = rules.guesses[board.breaker - 1]
    if rules.supply is None and not rules.fresh_guesses:
        rows = Rows(space)
    else:
        supply = pegs_less(pegs_in_all(rules), rows_beside(rules, boards, board.breaker))
        rows = rows_after(space, [row.guess for row in board.rows], supply, fresh=rules.fresh_guesses)
    if not rules.split:
        return rows
    every = frozenset(range(space.holes))
    if not rules.full_rows:
        return replace(rows, may_be_empty=every, most_empty=space.holes)
    mine = frozenset(hole_of(share.code) for share in own if share.code is not None)
    # On a real board the table does not know a seat's own holes: allow any, but no more than it has shares.
    return replace(rows, may_be_empty=mine or every, most_empty=rules.boards)


def row_refusal(rules: Rules, seat: int, guess: str) -> Illegal | None:
    """Return why `seat` could not place this row on an empty board, or None if it could."""
    return rows_on(rules, Board(seat), ()).refusal(guess)


def _words(most: list[int], holes: int) -> list[int]:
    """Return by length the number of words in which the n-th letter occurs at most most[n] times."""
    words = [1] + [0] * holes
    for limit in most:
        words = [
            sum(comb(length, times) * words[length - times] for times in range(min(limit, length) + 1))
            for length in range(holes + 1)
        ]
    return words

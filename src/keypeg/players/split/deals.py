"""Find every deal of a split code that fits the public facts, exactly.

A share is one number, its *state*: hole times colours plus colour. Sets of deals are integers, see `deduce.bit_table`.
If some shares are known, only the deals that contain them are listed, which are few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import permutations, product
from math import perm, prod
from operator import or_

from keypeg.core import BLANK, Rules
from keypeg.deduce.bit_table import BitTable, by_count, members
from keypeg.players.split.facts import Answers, Fact, LeftEmpty, Said, Sum, WrongCall

NOTHING, NEAR, EXACT = 0, 1, 2

ANSWERS = 3
"""The number of possible answers: exact, near or nothing."""

CERTAIN = 1 - 1e-9
"""The least chance that counts as a certainty, allowing for rounding."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The shares that are dealt: one hole and one chip each, with this many chips of each colour."""

    holes: int
    pegs: str
    shares: int
    chips: int

    @property
    def states(self) -> int:
        """The number of states that a share can have."""
        return self.holes * len(self.pegs)

    def state(self, share: str) -> int:
        """Return the state of a share."""
        hole = next(hole for hole, peg in enumerate(share) if peg != BLANK)
        return hole * len(self.pegs) + self.pegs.index(share[hole])

    def text(self, code: int) -> str:
        """Return the code with this number; see `DealTable.code`."""
        base = len(self.pegs) + 1
        digits = [code // base**hole % base for hole in range(self.holes)]
        return "".join(self.pegs[digit - 1] if digit else BLANK for digit in digits)


def deck_of(rules: Rules) -> Deck:
    """Return the deck that these rules deal from."""
    space = rules.codes[0]
    return Deck(space.holes, space.pegs, rules.shares, rules.chips)


@lru_cache(maxsize=1024)
def answer_table(deck: Deck, row: str) -> bytes:
    """Return, by state, how a share with that state answers a row."""
    return bytes(
        EXACT if row[hole] == peg else NEAR if peg in row else NOTHING
        for hole in range(deck.holes)
        for peg in deck.pegs
    )


class DealTable(BitTable):
    """All deals in which some shares are known; one column per share."""

    def __init__(self, deck: Deck, known: tuple[tuple[int, int], ...]) -> None:
        """List the deals with these (share, state) pairs."""
        colours = len(deck.pegs)
        pairs = [(share, *divmod(state, colours)) for share, state in known]
        holes = [
            each
            for each in permutations(range(deck.holes), deck.shares)
            if all(each[share] == hole for share, hole, _ in pairs)
        ]
        chips = [
            each
            for each in product(range(colours), repeat=deck.shares)
            if all(each[share] == colour for share, _, colour in pairs) and _ways(deck, each)
        ]
        columns = [
            b"".join(bytes(each[share] * colours + chip[share] for chip in chips) for each in holes)
            for share in range(deck.shares)
        ]
        super().__init__(columns, len(holes) * len(chips))
        self.deck = deck
        self._ways = [_ways(deck, each) for each in chips]
        base = colours + 1
        self._values = [(colour + 1) * base**hole for hole in range(deck.holes) for colour in range(colours)]

    def weight(self, deal: int) -> int:
        """Return the number of ways to draw the chips of a deal."""
        return self._ways[deal % len(self._ways)]

    def code(self, deal: int) -> int:
        """Return the code that a deal makes, as a number."""
        return sum(self._values[column[deal]] for column in self.columns)

    def filling(self, shares: Iterable[int], hole: int) -> int:
        """Return the deals in which one of these shares fills a hole."""
        states = range(hole * len(self.deck.pegs), (hole + 1) * len(self.deck.pegs))
        return reduce(or_, (self.lines(share, state) for share in shares for state in states), 0)

    def by_answer(self, share: int, row: str) -> list[int]:
        """Partition the deals by this share's answer to a row."""
        found = [0] * ANSWERS
        for state, answer in enumerate(answer_table(self.deck, row)):
            found[answer] |= self.lines(share, state)
        return found


def _ways(deck: Deck, colours: tuple[int, ...]) -> int:
    """Count the ways to draw chips of these colours."""
    return prod(perm(deck.chips, colours.count(colour)) for colour in set(colours))


@lru_cache(maxsize=16)
def _table(deck: Deck, known: tuple[tuple[int, int], ...]) -> DealTable:
    return DealTable(deck, known)


@dataclass(frozen=True, slots=True)
class Deals:
    """A subset of the deals of a table."""

    table: DealTable
    lines: int

    def __len__(self) -> int:
        return self.lines.bit_count()

    @property
    def deck(self) -> Deck:
        return self.table.deck

    def only(self, lines: int) -> Deals:
        """Return the deals that are also in `lines`."""
        return Deals(self.table, self.lines & lines)

    def listed(self) -> tuple[list[int], list[int]]:
        """List the deals and their weights."""
        deals = list(members(self.lines))
        return deals, [self.table.weight(deal) for deal in deals]

    def codes(self) -> dict[int, int]:
        """Return the codes that the deals make, ascending, each with the sum of its deals' weights."""
        weights: dict[int, int] = defaultdict(int)
        for deal in members(self.lines):
            weights[self.table.code(deal)] += self.table.weight(deal)
        return dict(sorted(weights.items()))

    def likeliest(self) -> tuple[str, float]:
        """Return the likeliest code and its probability; ties go to the least."""
        weights = self.codes()
        code = max(weights, key=lambda code: weights[code])
        return self.deck.text(code), weights[code] / sum(weights.values())

    def only_code(self) -> str | None:
        """Return the code if all deals make the same one, otherwise None."""
        codes = map(self.table.code, members(self.lines))
        first = next(codes, None)
        return None if first is None or any(code != first for code in codes) else self.deck.text(first)

    def agreeing(self, code: str, shares: Iterable[int]) -> Deals:
        """Return the deals in which all of these shares agree with a code."""
        lines = self.lines
        for share in shares:
            lines &= self.table.by_answer(share, code)[EXACT]
        return Deals(self.table, lines)

    def fitting(self, fact: Fact) -> Deals:
        """Return the deals that fit a fact."""
        match fact:
            case Answers(row, shares, marks):
                lines = self.lines
                for share, given in zip(shares, marks, strict=True):
                    if given is not None:
                        lines &= self.table.by_answer(share, row)[2 * given.exact + given.near]
                return self.only(lines)
            case Sum(row, shares, total):
                return self.only(self.by_sum(row, shares).get((total.exact, total.near), 0))
            case WrongCall(code, shares):
                agreeing = self.agreeing(code, shares)
                full = len(code) - code.count(BLANK) == self.deck.shares
                right = agreeing.agreeing(code, range(self.deck.shares)).lines if full else 0
                return agreeing.only(agreeing.lines ^ right)
            case Said(code, shares, agree):
                agreeing = self.agreeing(code, shares)
                return agreeing if agree else self.only(self.lines ^ agreeing.lines)
            case LeftEmpty(holes, shares):
                lines = self.lines
                for hole in holes:
                    lines &= self.table.filling(shares, hole)
                return self.only(lines)

    def by_sum(self, row: str, shares: Iterable[int]) -> dict[tuple[int, int], int]:
        """Partition the deals by the sum of these shares' answers to a row: (exact, near)."""
        answers = [self.table.by_answer(share, row) for share in shares]
        exact, near = (by_count((answer[kind] for answer in answers), self.lines) for kind in (EXACT, NEAR))
        return {
            (hits, misplaced): both
            for hits, of_exact in enumerate(exact)
            for misplaced, of_near in enumerate(near)
            if (both := of_exact & of_near)
        }


@lru_cache(maxsize=256)
def fitting_deals(deck: Deck, known: tuple[tuple[int, int], ...], facts: tuple[Fact, ...]) -> Deals:
    """Return the deals with these (share, state) pairs that fit these facts."""
    if not facts:
        table = _table(deck, known)
        return Deals(table, table.every)
    return fitting_deals(deck, known, facts[:-1]).fitting(facts[-1])

"""Sets of legal moves, one class per kind of move. They are tested, counted and sampled without being listed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations, product
from math import comb, perm, prod
from random import Random

from keypeg.core.deals import hole_of, joined, lone
from keypeg.core.moves import Call, Deal, Guess, Hide, Move, Reveal
from keypeg.core.rows import Rows
from keypeg.core.rules import Rules
from keypeg.core.space import BLANK, Space
from keypeg.errors import Illegal, KeypegError


class Kind(ABC):
    """All legal moves of one kind."""

    move: type[Move]

    @abstractmethod
    def refusal(self, move: Move) -> KeypegError | None:
        """Return why this move, which must be of this kind, is not legal; None if it is."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Move]: ...

    @abstractmethod
    def sample(self, random: Random) -> Move: ...


@dataclass(frozen=True)
class Few(Kind):
    """A handful of moves, listed."""

    move: type[Move]
    moves: Sequence[Move]
    otherwise: KeypegError | None = None
    """The refusal of every other move of the kind."""

    def refusal(self, move: Move) -> KeypegError | None:
        return None if move in self.moves else self.otherwise or Illegal("move-no-such")

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def sample(self, random: Random) -> Move:
        return random.choice(self.moves)


@dataclass(frozen=True)
class Codes(Kind):
    """Hiding or guessing one of these codes."""

    move: type[Move]
    rows: Rows

    def refusal(self, move: Move) -> Illegal | None:
        assert isinstance(move, Hide | Guess)
        return self.rows.refusal(move.code)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Move]:
        return map(self._of, self.rows)

    def sample(self, random: Random) -> Move:
        return self._of(self.rows.sample(random))

    def _of(self, code: str) -> Move:
        return Hide(code) if self.move is Hide else Guess(code)


@dataclass(frozen=True)
class Calls(Kind):
    """Calls: one filled hole for every share, with the caller's own as they are. They may contradict the boards."""

    rules: Rules
    own: Sequence[str | None]
    move: type[Move] = Call

    def refusal(self, move: Move) -> Illegal | None:
        assert isinstance(move, Call)
        space, filled = self.rules.codes[0], self.rules.shares
        wrong = Rows(space, may_be_empty=frozenset(range(space.holes)), most_empty=space.holes).refusal(move.code)
        if wrong:
            return wrong
        if space.holes - move.code.count(BLANK) != filled:
            return Illegal("call-holes", code=move.code, filled=filled)
        own = [share for share in self.own if share]
        if own and joined([*own, move.code]) != move.code:
            return Illegal("call-own-share", code=move.code, share=joined(own))
        return None

    def __len__(self) -> int:
        space = self.rules.codes[0]
        own = sum(share is not None for share in self.own)
        free = self.rules.shares - own
        return comb(space.holes - own, free) * prod([len(space.pegs)] * free)

    def __iter__(self) -> Iterator[Move]:
        space = self.rules.codes[0]
        own = [share for share in self.own if share]
        begun = joined(own) if own else BLANK * space.holes
        empty = [hole for hole, peg in enumerate(begun) if peg == BLANK]
        free = self.rules.shares - len(own)
        for holes, pegs in product(combinations(empty, free), product(space.pegs, repeat=free)):
            yield Call(joined([begun, *map(partial(lone, space.holes), holes, pegs)]))

    def sample(self, random: Random) -> Move:
        space = self.rules.codes[0]
        own = [share for share in self.own if share]
        code = list(joined(own)) if own else [BLANK] * space.holes
        empty = [hole for hole, peg in enumerate(code) if peg == BLANK]
        for hole in random.sample(empty, self.rules.shares - len(own)):
            code[hole] = random.choice(space.pegs)
        return Call("".join(code))


@dataclass(frozen=True)
class Deals(Kind):
    """Every deal of a split code. A sample is drawn as a real deal is: holes and chips without replacement."""

    rules: Rules
    move: type[Move] = Deal

    def refusal(self, move: Move) -> Illegal | None:
        assert isinstance(move, Deal)
        if len(move.shares) != self.rules.shares:
            return Illegal("deal-shares", shares=self.rules.shares)
        for share in move.shares:
            wrong = _share_refusal(self.rules, share)
            if wrong:
                return wrong
        holes = [hole_of(share) for share in move.shares]
        if len(set(holes)) < len(holes):
            return Illegal("deal-hole-twice", shares=" ".join(move.shares))
        pegs = "".join(move.shares).replace(BLANK, "")
        if any(pegs.count(peg) > self.rules.chips for peg in pegs):
            return Illegal("deal-chips", chips=self.rules.chips)
        return None

    def __len__(self) -> int:
        space, shares = self.rules.codes[0], self.rules.shares
        colours = Rows(Space(shares, space.pegs), dict.fromkeys(space.pegs, self.rules.chips))
        return perm(space.holes, shares) * len(colours)

    def __iter__(self) -> Iterator[Move]:
        space, shares = self.rules.codes[0], self.rules.shares
        every = product(permutations(range(space.holes), shares), product(space.pegs, repeat=shares))
        deals = (Deal(tuple(map(partial(lone, space.holes), holes, pegs))) for holes, pegs in every)
        return (deal for deal in deals if self.refusal(deal) is None)

    def sample(self, random: Random) -> Move:
        space, shares = self.rules.codes[0], self.rules.shares
        holes = random.sample(range(space.holes), shares)
        pegs = random.sample([peg for peg in space.pegs for _ in range(self.rules.chips)], shares)
        return Deal(tuple(lone(space.holes, hole, peg) for hole, peg in zip(holes, pegs, strict=True)))


@dataclass(frozen=True)
class Whole(Kind):
    """Revealing a whole code at the end."""

    space: Space
    move: type[Move] = Reveal

    def refusal(self, move: Move) -> Illegal | None:
        assert isinstance(move, Reveal)
        if len(move.shares) != 1:
            return Illegal("reveal-shares", shares=1)
        return Rows(self.space).refusal(move.shares[0])

    def __len__(self) -> int:
        return len(self.space)

    def __iter__(self) -> Iterator[Move]:
        return (Reveal((code,)) for code in self.space)

    def sample(self, random: Random) -> Move:
        return Reveal((Rows(self.space).sample(random),))


@dataclass(frozen=True)
class Shares(Kind):
    """Revealing one's own shares of a split code at the end."""

    rules: Rules
    move: type[Move] = Reveal

    def refusal(self, move: Move) -> Illegal | None:
        assert isinstance(move, Reveal)
        if len(move.shares) != self.rules.boards:
            return Illegal("reveal-shares", shares=self.rules.boards)
        return next(filter(None, (_share_refusal(self.rules, share) for share in move.shares)), None)

    def __len__(self) -> int:
        space = self.rules.codes[0]
        return prod([space.holes * len(space.pegs)] * self.rules.boards)

    def __iter__(self) -> Iterator[Move]:
        space = self.rules.codes[0]
        every = [lone(space.holes, hole, peg) for hole in range(space.holes) for peg in space.pegs]
        return map(Reveal, product(every, repeat=self.rules.boards))

    def sample(self, random: Random) -> Move:
        space = self.rules.codes[0]
        holes = random.choices(range(space.holes), k=self.rules.boards)
        return Reveal(tuple(lone(space.holes, hole, random.choice(space.pegs)) for hole in holes))


def _share_refusal(rules: Rules, share: str) -> Illegal | None:
    """Return why this is not a share (one filled hole, the others empty), or None if it is."""
    space = rules.codes[0]
    wrong = Rows(space, may_be_empty=frozenset(range(space.holes)), most_empty=space.holes).refusal(share)
    if wrong:
        return wrong
    return None if share.count(BLANK) == space.holes - 1 else Illegal("share-holes", share=share)


def code_refusal(rules: Rules, seat: int, code: str) -> KeypegError | None:
    """Return why `seat` can never face this code as a breaker, or None if it can."""
    return Calls(rules, ()).refusal(Call(code)) if rules.split else Rows(rules.codes[seat - 1]).refusal(code)

"""The knowledge of one seat about a split code: all public facts, and its own shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from random import Random

from keypeg.core import View
from keypeg.players.split.deals import Deals, Deck, deck_of, fitting_deals
from keypeg.players.split.facts import Answers, Fact, Sum, facts_of, shares_of


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The facts that a seat has noticed, and its shares."""

    deck: Deck
    facts: tuple[Fact, ...]
    seat: int
    shares: tuple[int, ...]
    own: tuple[int, ...]
    """The states of its shares."""
    others: tuple[tuple[int, ...], ...]
    """The shares of every other seat that can still call."""
    counts_only: bool

    @property
    def mine(self) -> Deals:
        """The deals that are possible as far as the seat knows."""
        return fitting_deals(self.deck, tuple(zip(self.shares, self.own, strict=True)), self.facts)

    def noticing(self, own: float, others: float, random: Random) -> Knowledge:
        """Keep each own row with the chance `own`, and each row or call of others with the chance `others`.

        The latest own row, and those with the most marks, are always kept.
        """
        mine = [fact for fact in self.facts if self._is_own_row(fact)]
        most = max(map(_marks, mine), default=0)
        kept = [fact for fact in mine if fact is mine[-1] or _marks(fact) == most]
        seen = [random.random() < (own if fact in mine else others) or fact in kept for fact in self.facts]
        return replace(self, facts=tuple(compress(self.facts, seen)))

    def _is_own_row(self, fact: Fact) -> bool:
        """Return True for the answers to a row of this seat, which does not answer itself."""
        return isinstance(fact, Answers | Sum) and not set(fact.shares) & set(self.shares)


def _marks(fact: Fact) -> int:
    """Return how many marks a row got."""
    match fact:
        case Answers(_, _, marks):
            return sum(sum(given) for given in marks if given is not None)
        case Sum(_, _, total):
            return sum(total)
        case _:
            return 0


def known_to(view: View, own: tuple[str, ...]) -> Knowledge:
    """Return the knowledge of the owner of a View, whose own shares are given."""
    rules, seat = view.rules, view.seat
    assert seat is not None, "a watcher holds no share"
    deck = deck_of(rules)
    rivals = [other for other in rules.all_seats if other != seat and other not in view.out]
    return Knowledge(
        deck,
        facts_of(view),
        seat,
        shares_of(view, seat),
        tuple(deck.state(share) for share in own),
        tuple(shares_of(view, other) for other in rivals),
        rules.counts_only,
    )

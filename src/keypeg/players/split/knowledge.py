"""What one seat at a split code knows: all that is public, and its own shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from random import Random

import numpy as np

from keypeg.core import View
from keypeg.players.search.deal_arrays import Deals, Deck, deck_of, fitting, state_of
from keypeg.players.split.facts import Answers, Fact, Sum, facts_of, shares_of


@dataclass(frozen=True, slots=True)
class Knowledge:
    """`public` are the deals that a watcher thinks possible, `mine` those of them that agree with the own shares."""

    deck: Deck
    facts: tuple[Fact, ...]
    seat: int
    shares: tuple[int, ...]
    own: tuple[int, ...]
    """The states of the own shares."""
    others: tuple[tuple[int, ...], ...]
    """The shares of every other seat that can still call."""
    counts_only: bool

    @property
    def public(self) -> Deals:
        return fitting(self.deck, self.facts)

    @property
    def mine(self) -> Deals:
        return self.public.holding(self.shares, self.own)

    def noticing(self, own: float, others: float, random: Random) -> Knowledge:
        """The same for somebody who notices each of the own rows, and each row or call of others, so likely."""
        chances = (own if self._is_own_row(fact) else others for fact in self.facts)
        seen = [random.random() < chance for chance in chances]
        return replace(self, facts=tuple(compress(self.facts, seen)))

    def _is_own_row(self, fact: Fact) -> bool:
        """Whether it is the answers to a row of one's own: nobody answers that for oneself."""
        return isinstance(fact, Answers | Sum) and not set(fact.shares) & set(self.shares)


def known_to(view: View, own: tuple[str, ...]) -> Knowledge:
    """What the owner of a View knows, whose shares are these."""
    rules, seat = view.rules, view.seat
    assert seat is not None, "a watcher holds no share"
    deck = deck_of(rules)
    rivals = [other for other in range(1, rules.seats + 1) if other != seat and other not in view.out]
    return Knowledge(
        deck,
        facts_of(view),
        seat,
        shares_of(view, seat),
        tuple(state_of(deck, share) for share in own),
        tuple(shares_of(view, other) for other in rivals),
        rules.counts_only,
    )


def some_of(deals: Deals, most: int, random: Random) -> Deals:
    """A sample of so many deals, by their weights, where there are more."""
    if len(deals) <= most:
        return deals
    draws = np.random.default_rng(random.getrandbits(64))
    chosen = draws.choice(len(deals), most, p=deals.weights / deals.weights.sum())
    return Deals(deals.deck, deals.states[chosen], np.ones(most))

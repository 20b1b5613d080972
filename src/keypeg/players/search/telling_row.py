"""Find the full row whose answers tell a seat most about a split code."""

from __future__ import annotations

from itertools import product

import numpy as np

from keypeg.core import Guess, View, legal_in
from keypeg.players.search.deal_arrays import own_deals
from keypeg.players.search.split_odds import bits_told, outcomes, width
from keypeg.players.split.facts import answering
from keypeg.players.split.knowledge import known_to

AT_ONCE = 2_000_000
"""The largest product of rows and deals that is rated at a time."""


def most_telling_row(view: View, own: tuple[str, ...]) -> tuple[str, float] | None:
    """Return the row and the bits that it tells on average; None if no full row is legal. Ties go to the least."""
    knowledge = known_to(view, own)
    deals, shares = own_deals(knowledge), answering(view, knowledge.seat)
    counts_only, pegs = view.rules.counts_only, knowledge.deck.pegs
    rows = np.array(list(product(range(len(pegs)), repeat=knowledge.deck.holes)), dtype=np.uint8)
    step = max(1, AT_ONCE // len(deals))
    alone, kinds = np.zeros(len(deals), dtype=np.int64), width(shares, counts_only=counts_only)
    bits = np.concatenate(
        [
            bits_told(deals, outcomes(deals, rows[lo : lo + step], shares, counts_only=counts_only), alone, 1, kinds)
            for lo in range(0, len(rows), step)
        ]
    )
    legal = legal_in(view).only(Guess)
    for at in np.argsort(-np.round(bits, 9), kind="stable"):
        row = "".join(pegs[colour] for colour in rows[at])
        if Guess(row) in legal:
            return row, float(bits[at])
    return None

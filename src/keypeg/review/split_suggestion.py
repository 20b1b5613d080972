"""Suggest what a seat should do next with a split code, given all that it knows: its most telling row, and calls."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.core import View
from keypeg.deduce.late_import import late_import
from keypeg.errors import Illegal
from keypeg.players.split.deals import Deals
from keypeg.players.split.facts import facts_of
from keypeg.review.coach_split import possible_deals

WORTH_CALLING = 0.1
"""The least chance at which the best player considers a call."""


@dataclass(frozen=True, slots=True)
class PossibleCall:
    """A call and the chance that it is right."""

    code: str
    chance: float


@dataclass(frozen=True, slots=True)
class SplitSuggestion:
    """How many codes and deals are possible given what a seat knows, its most telling row, and the calls worth making.

    `bits` is the average information in the answers to the row. Row and bits are None if the seat has no row to place.
    """

    codes: int
    deals: int
    guess: str | None
    bits: float | None
    calls: tuple[PossibleCall, ...]


def suggest_split(view: View) -> SplitSuggestion:
    """Return what the owner of a View should do next. Raise Illegal if it does not know its shares, or no deal fits."""
    own = view.own_codes
    if not own:
        raise Illegal("coach-no-share", seat=view.seat or 0)
    deals = possible_deals(view, facts_of(view))
    if not len(deals):
        raise Illegal("code-none-fits", rows=sum(len(board.rows) for board in view.boards))
    guess, bits = None, None
    if view.board is not None:
        guess, bits = late_import("keypeg.players.search.telling_row:most_telling_row")(view, own) or (None, None)
    weights = deals.codes()
    return SplitSuggestion(len(weights), len(deals), guess, bits, tuple(worth_calling(deals)))


def worth_calling(deals: Deals) -> list[PossibleCall]:
    """List the calls worth making if these deals are possible, the likeliest first."""
    weights = deals.codes()
    total = sum(weights.values())
    likely = sorted(((weight / total, code) for code, weight in weights.items()), key=lambda pair: -pair[0])
    return [PossibleCall(deals.deck.text(code), chance) for chance, code in likely if chance >= WORTH_CALLING]

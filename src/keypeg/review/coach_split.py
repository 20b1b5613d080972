"""The coach for a split code, for which a guess is right if it agrees with the shares of all other seats."""

from __future__ import annotations

from keypeg.core import BLANK, Call, Guess, Marks, View
from keypeg.core.deals import hole_of
from keypeg.errors import Illegal
from keypeg.players.level import Level
from keypeg.players.seeded_random import for_move
from keypeg.players.split.choose import call, fitting_row, next_row
from keypeg.players.split.deals import CERTAIN, Deals, deck_of, fitting_deals
from keypeg.players.split.facts import Fact, answering, facts_of, row_facts, shares_of
from keypeg.players.split.knowledge import known_to
from keypeg.review.advice import Contradiction, Explanation, Grade, Hint
from keypeg.review.nudge import Nudge, NudgeKind

SEED = "coach"
"""The seed of the coach's random choices: asked again, it gives the same answer."""


def possible_deals(view: View, facts: tuple[Fact, ...]) -> Deals:
    """Return the deals that fit these facts and the shares that the View's owner holds."""
    deck, own = deck_of(view.rules), view.own_codes
    shares = shares_of(view, view.seat) if own else ()
    known = tuple((share, deck.state(code)) for share, code in zip(shares, own, strict=True))
    return fitting_deals(deck, known, facts)


def likely_codes(view: View, most: int) -> list[str]:
    """List the likeliest codes that fit what the owner of a View knows, likeliest first."""
    deals = possible_deals(view, facts_of(view))
    weights = deals.codes()
    return [deals.deck.text(code) for code in sorted(weights, key=lambda code: -weights[code])[:most]]


def explain(view: View, move: Guess | Call) -> Explanation:
    """Explain whether a row or a call can still be right, and which rows rule it out."""
    if len(_right(view, possible_deals(view, facts_of(view)), move)):
        return Explanation(move, True)
    hopeful = _right(view, possible_deals(view, ()), move)
    return Explanation(
        move,
        False,
        contradictions=tuple(
            Contradiction(
                board.breaker, board.number, number, row.guess, _would(view, hopeful, board.breaker, row.guess), total
            )
            for board in view.boards
            for number, row in enumerate(board.rows, start=1)
            if (total := row.total) is not None
            and not len(_right(view, possible_deals(view, tuple(row_facts(view, board.breaker, row))), move))
        ),
    )


def _right(view: View, deals: Deals, move: Guess | Call) -> Deals:
    """Return the deals in which this row agrees with the shares of all other seats, or this call is the code."""
    return deals.agreeing(
        move.code, range(len(view.shares)) if isinstance(move, Call) else answering(view, view.seat or 0)
    )


def _would(view: View, deals: Deals, breaker: int, guess: str) -> Marks | None:
    """Return the marks that a row would have in all of these deals; None if they differ, or there are none."""
    totals = list(deals.by_sum(guess, answering(view, breaker)))
    return Marks(*totals[0]) if len(totals) == 1 else None


def hint(view: View, grade: Grade) -> Hint:
    """Return a hint: a nudge, a row that may be right, or the best row or call."""
    mine, own = possible_deals(view, facts_of(view)), view.own_codes
    if not own:
        raise Illegal("coach-no-share", seat=view.seat or 0)
    if not len(mine):
        raise Illegal("code-none-fits", rows=sum(len(board.rows) for board in view.boards))
    if grade is Grade.NUDGE:
        return Hint(grade, nudge=_nudge(view, mine))
    code, chance = mine.likeliest()
    if grade is Grade.BEST and call(Level.PERFECT, view, own, SEED):
        return Hint(grade, move=Call(code), chance=chance)
    if view.board is None:
        return Hint(grade, chance=chance)
    if grade is Grade.BEST:
        move = next_row(Level.PERFECT, view, own, SEED)
    else:
        move = fitting_row(view, own, known_to(view, own), for_move(SEED, view, "row"))
    assert isinstance(move, Guess), "a seat that is to place a row gets one"
    return Hint(grade, move=move, chance=chance)


def _nudge(view: View, mine: Deals) -> Nudge:
    """Return the likeliest peg of a hole that is not the seat's own, or an empty hole if it is certain."""
    deck, weights = mine.deck, mine.codes()
    total = sum(weights.values())
    shares = [[0.0] * deck.holes for _ in (*deck.pegs, BLANK)]
    for code, weight in weights.items():
        for hole, peg in enumerate(deck.text(code)):
            shares[len(deck.pegs) if peg == BLANK else deck.pegs.index(peg)][hole] += weight / total
    for own in view.own_codes:
        for of_peg in shares:
            of_peg[hole_of(own)] = 0
    *pegs, empty = shares
    if max(empty) >= CERTAIN:
        return Nudge(NudgeKind.HOLE_EMPTY, empty.index(max(empty)) + 1)
    likely, hole, colour = max(
        (pegs[colour][hole], -hole, -colour) for hole in range(deck.holes) for colour in range(len(deck.pegs))
    )
    kind = NudgeKind.HOLE_IS if likely >= CERTAIN else NudgeKind.HOLE_LIKELY
    return Nudge(kind, 1 - hole, deck.pegs[-colour], share=likely)

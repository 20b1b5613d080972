"""The coach at a split code, where a guess is right when it agrees with the shares of all others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from keypeg.core import BLANK, HIDDEN, Board, Call, Guess, Marks, Row, View
from keypeg.errors import Illegal
from keypeg.players.level import Level
from keypeg.players.search.deal_arrays import EXACT, NEAR, Deals, answer_table, deck_of, fitting, state_of
from keypeg.players.search.split_odds import CERTAIN, best_guess
from keypeg.players.seeded_random import for_move
from keypeg.players.split.choose import call, fitting_row, next_row
from keypeg.players.split.facts import Answers, Fact, Sum, answering, facts_of, shares_of
from keypeg.players.split.knowledge import known_to
from keypeg.review.advice import Contradiction, Explanation, Grade, Hint
from keypeg.review.nudge import Nudge, NudgeKind

SEED = "coach"
"""What the coach's own chance comes from: asked again, it says the same."""


def own_codes(view: View) -> tuple[str, ...]:
    """The shares of the View's owner; none where they lie on a real board."""
    return tuple(share.code for share in view.own_shares if share.code and HIDDEN not in share.code)


def possible_deals(view: View, facts: tuple[Fact, ...]) -> Deals:
    """The deals that fit these facts, as the owner of the View sees it."""
    deck, own = deck_of(view.rules), own_codes(view)
    deals = fitting(deck, facts)
    return deals.holding(shares_of(view, view.seat), tuple(state_of(deck, code) for code in own)) if own else deals


def likely_codes(view: View, most: int) -> list[str]:
    """The likeliest codes of those that fit what the owner of a View knows."""
    deals = possible_deals(view, facts_of(view))
    codes, code_of = np.unique(deals.codes, return_inverse=True)
    order = np.argsort(-np.bincount(code_of, deals.weights, minlength=len(codes)), kind="stable")
    return [deals.text(int(code)) for code in codes[order[:most]]]


def explain(view: View, move: Guess | Call) -> Explanation:
    """Whether a row or a call can still be right, and which rows say that it cannot."""
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
            for board, number, row, fact in _rows(view)
            if (total := row.total) is not None and not len(_right(view, possible_deals(view, (fact,)), move))
        ),
    )


def _right(view: View, deals: Deals, move: Guess | Call) -> Deals:
    """Those in which this row agrees with the shares of all others, or this call is the code."""
    exact = range(len(view.shares)) if isinstance(move, Call) else answering(view, view.seat or 0)
    fits: NDArray[np.bool_] = (answer_table(deals.deck, move.code)[deals.states[:, list(exact)]] == EXACT).all(axis=1)
    return deals.only(fits)


def _would(view: View, deals: Deals, breaker: int, guess: str) -> Marks | None:
    """What a row would have earned in all of these deals; None where they differ, or there are none."""
    answers = answer_table(deals.deck, guess)[deals.states[:, list(answering(view, breaker))]]
    totals = np.unique(np.stack([(answers == EXACT).sum(axis=1), (answers == NEAR).sum(axis=1)]), axis=1)
    return Marks(int(totals[0, 0]), int(totals[1, 0])) if totals.shape[1] == 1 else None


def _rows(view: View) -> Iterator[tuple[Board, int, Row, Fact]]:
    for board in view.boards:
        shares = answering(view, board.breaker)
        for number, row in enumerate(board.rows, start=1):
            if not view.rules.counts_only:
                yield board, number, row, Answers(row.guess, shares, row.marks)
            elif row.total is not None:
                yield board, number, row, Sum(row.guess, shares, row.total)


def hint(view: View, grade: Grade) -> Hint:
    """A hint of this grade: a nudge, a row that may be right, or the best row or call."""
    mine, own = possible_deals(view, facts_of(view)), own_codes(view)
    if not own:
        raise Illegal("coach-no-share", seat=view.seat or 0)
    if not len(mine):
        raise Illegal("code-none-fits", rows=sum(len(board.rows) for board in view.boards))
    if grade is Grade.NUDGE:
        return Hint(grade, nudge=_nudge(view, mine))
    code, chance = best_guess(mine)
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
    """The likeliest peg of a hole that is not one's own, surest first; an empty hole only where it is sure."""
    deck, own = mine.deck, own_codes(view)
    kinds = np.zeros((deck.holes, len(deck.pegs) + 1))
    total = mine.weights.sum()
    for code in np.unique(mine.codes):
        weight = mine.weights[mine.codes == code].sum() / total
        for hole, peg in enumerate(mine.text(int(code))):
            kinds[hole, len(deck.pegs) if peg == BLANK else deck.pegs.index(peg)] += weight
    for share in own:
        kinds[[hole for hole, peg in enumerate(share) if peg != BLANK]] = 0
    empty = kinds[:, -1]
    if empty.max() >= CERTAIN:
        return Nudge(NudgeKind.HOLE_EMPTY, int(empty.argmax()) + 1)
    best = int(kinds[:, :-1].argmax())
    hole_at, colour = divmod(best, len(deck.pegs))
    likely = float(kinds[hole_at, colour])
    kind = NudgeKind.HOLE_IS if likely >= CERTAIN else NudgeKind.HOLE_LIKELY
    return Nudge(kind, hole_at + 1, deck.pegs[colour], share=likely)

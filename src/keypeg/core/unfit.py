"""Marks that no code fits, and whose they are."""

from __future__ import annotations

from keypeg.core.fit import fitting, fitting_deals, share_options
from keypeg.core.marks import mark
from keypeg.core.rules import Rules
from keypeg.core.state import Attempt, Share


def unfit_holders(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """The holders whose marks no code fits."""
    if rules.split:
        return _unfit_shares(rules, attempt)
    unfit = []
    for board in attempt.boards:
        rows = [(row.guess, row.total) for row in board.rows if row.total is not None]
        for index in attempt.answering(board):
            share = attempt.shares[index]
            # Mostly the marks are true, and then the hidden code itself spares the search.
            if share.code is not None and all(mark(share.code, guess) == marks for guess, marks in rows):
                continue
            if next(fitting(rules.codes[board.breaker - 1], rows), None) is None:
                unfit.append(share.holder)
    return tuple(sorted(unfit))


def _unfit_shares(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """The holders whose own answers no share fits; all of them, where it is only together that no deal does."""
    unknown = [Share(share.holder) for share in attempt.shares]
    alone = {
        share.holder for index, share in enumerate(unknown) if not share_options(rules, unknown, index, attempt.boards)
    }
    possible = next(fitting_deals(rules, unknown, attempt.boards), None)
    return () if possible else tuple(sorted(alone or {share.holder for share in unknown}))

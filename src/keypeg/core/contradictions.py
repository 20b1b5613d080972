"""Contradictions: find marks that no code fits, and who gave them."""

from __future__ import annotations

from keypeg.core.fit import fitting_by_colours, fitting_deals, share_options
from keypeg.core.marks import mark
from keypeg.core.rules import Rules
from keypeg.core.state import Attempt, Share, altered


def checked_marks(rules: Rules, attempt: Attempt) -> Attempt:
    """Record the holders whose marks no code fits. Return the attempt itself if nothing changed."""
    if rules.split:
        unfit, witnesses = _unfit_shares(rules, attempt), attempt.witnesses
    else:
        witnesses = tuple(_witness(rules, attempt, index) for index in range(len(attempt.boards)))
        found = zip(attempt.boards, witnesses, strict=True)
        unfit = tuple(sorted(rules.other(board.breaker) for board, witness in found if witness is None))
    if (unfit, witnesses) == (attempt.unfit, attempt.witnesses):
        return attempt
    return altered(attempt, unfit=unfit, witnesses=witnesses)


def _witness(rules: Rules, attempt: Attempt, index: int) -> str | None:
    """Return a code that fits all rows of a board, or None if there is none.

    The code that fitted the earlier rows usually fits the newest too, which saves a search. The first candidate is the
    hidden code, since marks are usually right.
    """
    board = attempt.boards[index]
    space = rules.codes[board.breaker - 1]
    if attempt.witnesses:
        before = attempt.witnesses[index]
    else:
        (hidden,) = attempt.answering(board)
        before = attempt.shares[hidden].code or next(iter(space))
    newest = next((row for row in reversed(board.rows) if row.total is not None), None)
    if before is None or newest is None or mark(before, newest.guess) == newest.total:
        return before
    rows = [(row.guess, total) for row in board.rows if (total := row.total) is not None]
    return next(fitting_by_colours(space, rows), None)


def _unfit_shares(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the holders whose own answers fit no share, or all holders if only their combination fits no deal."""
    unknown = [Share(share.holder) for share in attempt.shares]
    alone = {
        share.holder for index, share in enumerate(unknown) if not share_options(rules, unknown, index, attempt.boards)
    }
    possible = next(fitting_deals(rules, unknown, attempt.boards), None)
    return () if possible else tuple(sorted(alone or {share.holder for share in unknown}))

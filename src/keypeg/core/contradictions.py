"""Find marks that no code fits, and the seats that gave them."""

from __future__ import annotations

from keypeg.core.deals import covers, fitting_deals, proved_holes, share_options
from keypeg.core.fit import Undecided, any_fit
from keypeg.core.marks import mark
from keypeg.core.rules import Rules
from keypeg.core.state import Attempt, Row, Share, altered, earned


def checked_marks(rules: Rules, attempt: Attempt) -> Attempt:
    """Record the holders whose marks no code fits. Return the attempt itself if nothing changed."""
    if rules.split:
        unfit, witnesses = _checked_shares(rules, attempt)
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
    try:
        return any_fit(space, board.marked)
    except Undecided:  # the marks are looked at again after the next row, and once the code is uncovered
        return before


def _checked_shares(rules: Rules, attempt: Attempt) -> tuple[tuple[int, ...], tuple[str | None, ...]]:
    """Return the holders whose answers fit no share, and a deal that fits all answers (empty if there is none).

    If only the combination of the answers fits no deal, return all holders. The deal that fitted before usually fits
    the newest answer too. Once none does, no further answer changes that.
    """
    known = tuple(share.code for share in attempt.shares)
    deal = tuple(filter(None, attempt.witnesses or known))
    if len(deal) == rules.shares and not attempt.unfit and _earns(rules, attempt, deal):
        return (), deal
    unknown = [Share(share.holder) for share in attempt.shares]
    if not attempt.unfit:
        deal = next(fitting_deals(rules, unknown, attempt.boards), ())
        if deal:
            return (), deal
    alone = {
        share.holder for index, share in enumerate(unknown) if not share_options(rules, unknown, index, attempt.boards)
    }
    return tuple(sorted(alone or {share.holder for share in unknown})), ()


def _earns(rules: Rules, attempt: Attempt, deal: tuple[str, ...]) -> bool:
    """Return True if this deal would get exactly the answers given so far."""
    if not covers(attempt.shares, deal, proved_holes(rules, attempt.boards)):
        return False
    for board in attempt.boards:
        for row in board.rows:
            true = tuple(earned(rules, deal[index], row.guess) for index in attempt.answering(board))
            if rules.counts_only:
                if row.total not in (None, Row(row.guess, true).total):
                    return False
            elif any(given not in (None, own) for given, own in zip(row.marks, true, strict=True)):
                return False
    return True

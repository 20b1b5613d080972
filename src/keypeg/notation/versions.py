"""Read matches of older versions of the rules, which have since been brought into line with the printed sheets.

A match of version 1 is played under today's rules as long as both agree; where they differ, it is refused with an error
that names the rule. A match of version 2 keeps the one rule that has changed since. A new match names the oldest
version that plays it the same way, so that an older Keypeg can read it.
"""

from __future__ import annotations

from dataclasses import replace

from keypeg.core import Attempt, Marking, Move, Phase, Rules, State, play
from keypeg.core.contradictions import checked_marks
from keypeg.core.rows import rows_on
from keypeg.core.state import altered
from keypeg.core.verdict import broken, erred, foreign_blanks, may_decide, up_to_break
from keypeg.errors import Illegal

FIRST, SECOND, VERSION = 1, 2, 3
"""The versions of the rules and of the record format, of which `VERSION` is today's."""

BROKEN_STAYS = "old-broken-stays"
ROWS_END = "old-rows"
SUPPLY_SHARED = "old-supply"
ALL_PEGS = "old-pegs"
NOT_SHOWN = "old-not-shown"
WRONG_ANSWER = "old-wrong-answer"
OWN_BLANKS = "old-blanks"


def as_played_in(version: int, rules: Rules) -> Rules:
    """Return the rules as this version plays them."""
    if version < VERSION and _slips_after_a_break(rules):
        return replace(rules, slips_annul=True)
    return rules


def version_of(rules: Rules) -> int:
    """Return the version that matches by these rules name: the oldest that plays them so, but not version 1."""
    return VERSION if _slips_after_a_break(rules) and not rules.slips_annul else SECOND


def _slips_after_a_break(rules: Rules) -> bool:
    """Return True if a seat may mark wrongly after its own break, in the missing turn of its opponent."""
    return rules.equal_turns and rules.break_may_stand and rules.marking in (Marking.HAND, Marking.HOME)


def play_first_version(state: State, seat: int, move: Move) -> State:
    """Play a move of a match of version 1. Raise Illegal if the match would go on differently today."""
    try:
        after = play(state, seat, move)
    except Illegal as error:
        rule = _refused(state.rules, error)
        if rule is None:
            raise
    else:
        rule = _changed(state, after)
        if rule is None:
            return after
    raise Illegal(rule)


def _refused(rules: Rules, error: Illegal) -> str | None:
    """Return the rule that refuses a move today that was legal in version 1; None if there is none."""
    if error.slug == "supply-out" and rules.shared_supply:
        return SUPPLY_SHARED
    if error.slug == "hole-empty-other" and rules.split:
        return OWN_BLANKS
    return None


def _changed(before: State, after: State) -> str | None:
    """Return the rule that changed the effect of a move that is legal in both versions; None if there is none."""
    rules, now = after.rules, after.now
    ended = after.past[-1] if len(after.past) > len(before.past) else None
    if now and _asked_to_show(rules, now):
        return WRONG_ANSWER if rules.split else BROKEN_STAYS
    if rules.break_may_stand and rules.marking in (Marking.HAND, Marking.HOME) and not _decides(before.now):
        closed = ended or (now if _decides(now) else None)
        if closed and _overlooked_break(rules, closed):
            return BROKEN_STAYS
    if rules.one_more_of and now and now.phase is Phase.GUESS and _out_of_pegs(rules, now):
        return ALL_PEGS
    if ended and _ended_by_rows(rules, ended):
        return ROWS_END
    if ended and not rules.all_break and ended.refused and ended.boards[0].breaker in ended.gave_up:
        return NOT_SHOWN
    return _changed_deal(rules, ended) if rules.split and ended else None


def _changed_deal(rules: Rules, ended: Attempt) -> str | None:
    """Return the rule that made a deal of a split code end differently from version 1; None if there is none."""
    if foreign_blanks(rules, ended) or (ended.unfit and not _unfit_without_proofs(rules, ended)):
        return OWN_BLANKS
    # In version 1 wrong answers made a deal void and cost nothing. That is still so if all seats erred.
    verdict = ended.verdict
    if verdict and verdict.erred and not (verdict.void and len(verdict.erred) == rules.seats):
        return WRONG_ANSWER
    return None


def _asked_to_show(rules: Rules, attempt: Attempt) -> bool:
    """Return True if a seat whose marks are proved wrong still has to reveal its code. In version 1 it did not."""
    if attempt.phase is not Phase.REVEAL or not (rules.split or rules.break_may_stand):
        return False
    return any(share.code is None and share.holder in attempt.unfit for share in attempt.shares)


def _out_of_pegs(rules: Rules, attempt: Attempt) -> bool:
    """Return True if a board would have no row left without the extra peg of some colours."""
    fewer = replace(rules, one_more_of="")
    return not all(rows_on(fewer, board, ()) for board in attempt.boards)


def _ended_by_rows(rules: Rules, ended: Attempt) -> bool:
    """Return True if an attempt ended because even unlimited rows have a limit."""
    full = rules.rows is None and max(len(board.rows) for board in ended.boards) == rules.most_rows
    return full and not broken(rules, ended)


def _unfit_without_proofs(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the seats whose marks no code fits if an empty hole proves nothing, as in version 1."""
    return checked_marks(replace(rules, full_rows=False), altered(attempt, unfit=(), witnesses=())).unfit


def _decides(attempt: Attempt | None) -> bool:
    return attempt is not None and attempt.phase is Phase.DECIDE


def _overlooked_break(rules: Rules, attempt: Attempt) -> bool:
    """Return True if a row equal to the code was not marked so. In version 1, only one marked all exact could stand."""
    wrong = erred(rules, attempt)
    decided = {seat for seat, _ in broken(rules, attempt) if wrong and seat not in wrong}
    return decided != set(may_decide(rules, attempt)) or up_to_break(rules, attempt).boards != attempt.boards

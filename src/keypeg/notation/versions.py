"""Matches of version 1 under the rules of today, which have changed since where the printed sheets say otherwise.

There is one set of rules. A match of version 1 is played by it as long as both mean the same; where they differ it is
refused with a sentence that names the rule.
"""

from __future__ import annotations

from keypeg.core import Attempt, Claim, Marking, Move, Phase, Rules, State, play
from keypeg.core.verdict import broken, erred, foreign_blanks, may_decide, up_to_break
from keypeg.errors import Illegal

VERSION = 2
"""The version of the rules and of records that new matches have."""

BROKEN_STAYS = "old-broken-stays"
ROWS_END = "old-rows"
SUPPLY_SHARED = "old-supply"
WRONG_ANSWER = "old-wrong-answer"
OWN_BLANKS = "old-blanks"


def play_first_version(state: State, seat: int, move: Move) -> State:
    """Play a move of a match of version 1; Illegal if that match would go on differently today."""
    try:
        after = play(state, seat, move)
    except Illegal as error:
        rule = _refused(state.rules, error)
        if rule is None:
            raise
    else:
        rule = _changed(state, move, after)
        if rule is None:
            return after
    raise Illegal(rule)


def _refused(rules: Rules, error: Illegal) -> str | None:
    """The rule by which a move is refused today that was legal in version 1."""
    if error.slug == "supply-out" and rules.shared_supply:
        return SUPPLY_SHARED
    if error.slug == "hole-empty-other" and rules.split:
        return OWN_BLANKS
    return None


def _changed(before: State, move: Move, after: State) -> str | None:
    """The rule by which this move, legal in both versions, has another effect today."""
    rules, now = after.rules, after.now
    ended = after.past[-1] if len(after.past) > len(before.past) else None
    if rules.break_may_stand and rules.marking in (Marking.HAND, Marking.HOME) and not _decides(before.now):
        claimed = isinstance(move, Claim)
        closed = ended or (now if _decides(now) else None)
        if claimed or (closed and _overlooked_break(rules, closed)):
            return BROKEN_STAYS
    if rules.rows is None and ended and max(len(board.rows) for board in ended.boards) == rules.most_rows:
        return ROWS_END
    if rules.split and ended and foreign_blanks(rules, ended):
        return OWN_BLANKS
    if rules.split and ended and ended.verdict:
        # In version 1 wrong answers made a deal void and cost nothing; so they do still where all seats erred.
        wrong, void = ended.verdict.erred, ended.verdict.void
        if wrong and not (void and len(wrong) == rules.seats):
            return WRONG_ANSWER
    return None


def _decides(attempt: Attempt | None) -> bool:
    return attempt is not None and attempt.phase is Phase.DECIDE


def _overlooked_break(rules: Rules, attempt: Attempt) -> bool:
    """Whether a row equalled the code unmarked. In version 1 only a row that was marked all exact could stand."""
    wrong = erred(rules, attempt)
    decided = {seat for seat, _ in broken(rules, attempt) if wrong and seat not in wrong}
    return decided != set(may_decide(rules, attempt)) or up_to_break(rules, attempt).boards != attempt.boards

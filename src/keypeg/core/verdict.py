"""The verdict at the end of an attempt: whether marks were right, and what it is worth."""

from __future__ import annotations

from keypeg.core.fit import hole_of, joined
from keypeg.core.marks import Marks
from keypeg.core.rules import Both, Marking, Rules, Side
from keypeg.core.state import Attempt, Verdict, earned


def broken(rules: Rules, attempt: Attempt) -> tuple[tuple[int, int], ...]:
    """Return (seat, row) of every board whose newest row is all exact. Only a call breaks a split code."""
    if rules.split:
        return ()
    return tuple(
        sorted(
            (board.breaker, len(board.rows))
            for board in attempt.boards
            if board.rows and board.rows[-1].total == Marks(len(board.rows[-1].guess), 0)
        )
    )


def erred(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the seats that are known to have marked wrongly, once the attempt has ended."""
    if rules.marking not in (Marking.HAND, Marking.HOME):
        return ()
    # Marks are compared with the code if it is known. If it is not, marks that fit no code are wrong anyway.
    wrong = set(attempt.unfit) if rules.marking is Marking.HOME else set()
    for board in attempt.boards:
        for row in board.rows:
            for index, given in zip(attempt.answering(board), row.marks, strict=True):
                share = attempt.shares[index]
                true = earned(rules, share.code, row.guess)
                if given is not None and true is not None and given != true:
                    wrong.add(share.holder)
    if rules.split:
        wrong |= _contradicted(attempt)
    return tuple(sorted(wrong))


def _contradicted(attempt: Attempt) -> set[int]:
    """Return the seats whose share contradicts what they said of a call, or lies in another's hole."""
    shares = [(share.holder, share.code) for share in attempt.shares if share.code is not None]
    holes = [hole_of(code) for _, code in shares]
    wrong = {holder for holder, code in shares if holes.count(hole_of(code)) > 1}
    for call in attempt.calls:
        # A caller vouches for its own share, but only if the others accepted the call as right.
        said = dict(call.judged) | ({call.seat: True} if call.right else {})
        for holder, agreed in said.items():
            own = [code for held_by, code in shares if held_by == holder]
            if own and agreed != all(joined((code, call.code)) == call.code for code in own):
                wrong.add(holder)
    return wrong


def may_decide(rules: Rules, attempt: Attempt, wrong: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that may let their break stand although the other seat marked wrongly."""
    if not (rules.break_may_stand and wrong):
        return ()
    return tuple(seat for seat, _ in broken(rules, attempt) if seat not in wrong)


def judge(rules: Rules, attempt: Attempt) -> Verdict:
    """Return the verdict of an attempt that has ended."""
    wrong = () if attempt.stands else erred(rules, attempt)
    if wrong:
        return Verdict(void=True, adds=_penalties(rules, wrong), erred=wrong)
    if rules.all_break:
        return _race(rules, attempt)
    return _count_rows(rules, attempt)


def _penalties(rules: Rules, wrong: tuple[int, ...]) -> tuple[int, ...]:
    def due(seat: int) -> int:
        match rules.wrong_marks_to:
            case Side.MAKER:
                return seat in wrong
            case Side.BREAKER:
                return rules.other(seat) in wrong
            case Side.NOBODY:
                return 0

    return tuple(rules.wrong_marks_points * due(seat) for seat in range(1, rules.seats + 1))


def _race(rules: Rules, attempt: Attempt) -> Verdict:
    """Judge a race, in which all break at once and the first wins."""
    breaks = broken(rules, attempt)
    winners = _race_winners(rules, attempt)
    if len(winners) > 1 and rules.both is Both.REPLAY:
        return Verdict(void=True, adds=(0,) * rules.seats, broke=breaks)
    worth = 0 if len(winners) > 1 and rules.both is Both.NONE else rules.break_points
    adds = tuple(worth if seat in winners else 0 for seat in range(1, rules.seats + 1))
    return Verdict(void=False, adds=adds, broke=breaks, winners=winners)


def _race_winners(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    if rules.split:
        right = tuple(called.seat for called in attempt.calls if called.right)
        left = tuple(attempt.still_in(rules))
        return right or (left if rules.last_one_wins and len(left) == 1 else ())
    if attempt.gave_up:
        return tuple(seat for seat in attempt.seated(rules) if seat not in attempt.gave_up)
    return tuple(seat for seat, _ in broken(rules, attempt))


def _count_rows(rules: Rules, attempt: Attempt) -> Verdict:
    """Judge an attempt with one maker and one breaker: one of them is credited with the rows."""
    (board,) = attempt.boards
    breaks = broken(rules, attempt)
    used = len(board.rows)
    if attempt.gave_up and board.breaker not in attempt.gave_up:
        # A codemaker must not profit from walking away: the code counts as broken in the rows placed so far.
        used = max(used, 1)
        breaks = ((board.breaker, used),)
    rows = used if breaks else (rules.rows or used) + rules.unbroken_extra
    seat = {Side.BREAKER: board.breaker, Side.MAKER: attempt.starter, Side.NOBODY: 0}[rules.rows_to]
    return Verdict(
        void=False,
        adds=tuple(rows if each == seat else 0 for each in range(1, rules.seats + 1)),
        broke=breaks,
        unbroken=() if breaks else (board.breaker,),
    )

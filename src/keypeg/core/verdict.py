"""The verdict at the end of an attempt: which seats marked wrongly, and which points it is worth."""

from __future__ import annotations

from dataclasses import replace

from keypeg.core.deals import hole_of, joined, proved_holes
from keypeg.core.rules import Both, Marking, Rules, Side
from keypeg.core.state import Attempt, Called, Verdict, altered, earned


def broken(rules: Rules, attempt: Attempt) -> tuple[tuple[int, int], ...]:
    """Return (seat, row) of every board whose newest row is all exact. Only a call breaks a split code."""
    if rules.split:
        return ()
    found = [
        (board.breaker, len(board.rows))
        for board in attempt.boards
        if board.rows and board.rows[-1].total == (len(board.rows[-1].guess), 0)
    ]
    return tuple(sorted(found)) if found else ()


def erred(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the seats that are known to have marked wrongly, once the attempt has ended."""
    if rules.marking not in (Marking.HAND, Marking.HOME):
        return ()
    # Marks are compared with the code if it is known. If it is not, marks that fit no code are wrong anyway.
    unknown = {share.holder for share in attempt.shares if share.code is None}
    wrong = set(attempt.unfit) if rules.marking is Marking.HOME else set()
    if rules.split:
        wrong &= unknown
    for board in attempt.boards:
        for row in board.rows:
            for index, given in zip(attempt.answering(board), row.marks, strict=True):
                share = attempt.shares[index]
                true = earned(rules, share.code, row.guess)
                if given is not None and true is not None and given != true:
                    wrong.add(share.holder)
    if rules.split:
        wrong |= _contradicted(attempt) | foreign_blanks(rules, attempt)
    return tuple(sorted(wrong))


def _contradicted(attempt: Attempt) -> set[int]:
    """Return the seats whose share contradicts their judgement of a call, or shares its hole with another."""
    shares = [(share.holder, share.code) for share in attempt.shares if share.code is not None]
    holes = [hole_of(code) for _, code in shares]
    wrong = {holder for holder, code in shares if holes.count(hole_of(code)) > 1}
    for call in attempt.calls:
        # A caller vouches for its own share, but only if all others agreed to the call.
        said = dict(call.judged)
        if len(said) == len({share.holder for share in attempt.shares}) - 1 and all(said.values()):
            said[call.seat] = True
        for holder, agreed in said.items():
            own = [code for held_by, code in shares if held_by == holder]
            if own and agreed != all(joined((code, call.code)) == call.code for code in own):
                wrong.add(holder)
    return wrong


def foreign_blanks(rules: Rules, attempt: Attempt) -> set[int]:
    """Return the seats whose shares, revealed at the end, do not fill the holes that their rows left empty."""
    filled: dict[int, set[int]] = {}
    for share in attempt.shares:
        if share.code is not None:
            filled.setdefault(share.holder, set()).add(hole_of(share.code))
    proved = proved_holes(rules, attempt.boards)
    return {seat for seat, holes in proved.items() if seat in filled and not holes <= filled[seat]}


def breaks(rules: Rules, attempt: Attempt) -> tuple[tuple[int, int], ...]:
    """Return (seat, row) of every break, now that the codes are revealed.

    A row equal to the code is a break, however it was marked. This is for rules where a break may stand.
    """
    equal = {
        board.breaker: next(number for number, row in enumerate(board.rows, start=1) if row.guess == share.code)
        for board in attempt.boards
        for share in (attempt.shares[index] for index in attempt.answering(board))
        if share.code in [row.guess for row in board.rows]
    }
    return tuple(sorted((dict(broken(rules, attempt)) | equal).items()))


def up_to_break(rules: Rules, attempt: Attempt) -> Attempt:
    """Return the attempt as if the earliest break had ended it, without later rows or a surrender after it."""
    order = _breaks_in_order(rules, attempt)
    if not order:
        return attempt
    last, at = order[0]
    return _cut(attempt, last, len(attempt.boards) - 1 if rules.equal_turns else at)


def _breaks_in_order(rules: Rules, attempt: Attempt) -> list[tuple[int, int]]:
    """Return (row, index of the board) of every break, the earliest first."""
    rows = dict(breaks(rules, attempt))
    return sorted((rows[board.breaker], index) for index, board in enumerate(attempt.boards) if board.breaker in rows)


def _cut(attempt: Attempt, last: int, at: int) -> Attempt:
    """Return the attempt up to row `last` of board `at`, without a surrender after it."""
    kept = {index: board.rows[: last if index <= at else last - 1] for index, board in enumerate(attempt.boards)}
    return altered(
        attempt,
        boards=attempt.with_rows(kept),
        gave_up=attempt.refused,
        unfit=tuple(share.holder for share in attempt.shares if share.code is None and share.holder in attempt.unfit),
    )


def may_decide(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the seats that may let their break stand although it was not marked as one, or other marks were wrong.

    A seat that itself marked wrongly before its break may not. One that did so after it, in the missing turn of its
    opponent, may unless the opponent broke the code in that turn. A seat that gives up, or does not reveal its code,
    concedes the break to its opponent.
    """
    if not rules.break_may_stand or not (erred(rules, attempt) or breaks(rules, attempt) != broken(rules, attempt)):
        return ()
    ended = up_to_break(rules, attempt)
    wrong = erred(rules, ended)
    conceded = {rules.other(seat) for seat in ended.gave_up if seat in {share.holder for share in ended.shares}}
    broke = {*dict(breaks(rules, ended)), *conceded.difference(ended.gave_up), *map(rules.other, ended.refused)}
    return tuple(sorted(broke.difference(wrong))) or _slipped_later(rules, ended)


def _slipped_later(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    """Return the seats that marked wrongly, but only after their own break."""
    if rules.slips_annul:
        return ()
    order = [(attempt.boards[at].breaker, last, at) for last, at in _breaks_in_order(rules, attempt)]
    return tuple(sorted(seat for seat, last, at in order if seat not in erred(rules, _cut(attempt, last, at))))


def judge(rules: Rules, attempt: Attempt) -> Verdict:
    """Return the verdict of an attempt that has ended."""
    wrong = () if attempt.stands else erred(rules, attempt)
    if rules.split and wrong and (_right_calls(attempt) or set(wrong).intersection(attempt.began_out)):
        return _despite_wrong_answers(rules, attempt, wrong)
    if wrong:
        return Verdict(void=True, adds=_penalties(rules, wrong), erred=wrong)
    if rules.all_break:
        return _race(rules, attempt)
    return _count_rows(rules, attempt)


def settled_calls(rules: Rules, attempt: Attempt) -> tuple[Called, ...]:
    """Return the calls, judged by the true shares if all of them are known, whatever the seats said of a call."""
    shares = [share.code for share in attempt.shares if share.code is not None]
    if not attempt.calls or len(shares) < rules.shares:
        return attempt.calls
    return tuple(replace(call, right=call.code == joined(shares)) for call in attempt.calls)


def _right_calls(attempt: Attempt) -> tuple[int, ...]:
    """Return the seat that made the first right call, which wins, as a tuple of one; else an empty tuple."""
    return tuple(call.seat for call in attempt.calls if call.right)[:1]


def _despite_wrong_answers(rules: Rules, attempt: Attempt, wrong: tuple[int, ...]) -> Verdict:
    """Judge a deal with wrong answers that still counts: a right call wins; without one, nobody does."""
    winners = _right_calls(attempt)
    adds = tuple(rules.break_points if seat in winners else 0 for seat in rules.all_seats)
    return Verdict(void=False, adds=adds, erred=wrong, winners=winners)


def _penalties(rules: Rules, wrong: tuple[int, ...]) -> tuple[int, ...]:
    def due(seat: int) -> int:
        match rules.wrong_marks_to:
            case Side.MAKER:
                return seat in wrong
            case Side.BREAKER:
                return rules.other(seat) in wrong
            case Side.NOBODY:
                return 0

    return tuple(rules.wrong_marks_points * due(seat) for seat in rules.all_seats)


def _race(rules: Rules, attempt: Attempt) -> Verdict:
    """Judge a race: all seats break at once, and the first wins."""
    broke = _counted(rules, attempt)
    winners = _race_winners(rules, attempt)
    if len(winners) > 1 and rules.both is Both.REPLAY:
        return Verdict(void=True, adds=(0,) * rules.seats, broke=broke)
    worth = 0 if len(winners) > 1 and rules.both is Both.NONE else rules.break_points
    adds = tuple(worth if seat in winners else 0 for seat in rules.all_seats)
    return Verdict(void=False, adds=adds, broke=broke, winners=winners)


def _race_winners(rules: Rules, attempt: Attempt) -> tuple[int, ...]:
    if rules.split:
        left = tuple(attempt.still_in(rules))
        return _right_calls(attempt) or (left if rules.last_one_wins and len(left) == 1 else ())
    if attempt.gave_up:
        return tuple(seat for seat in rules.all_seats if seat not in attempt.gave_up)
    return tuple(seat for seat, _ in _counted(rules, attempt))


def _counted(rules: Rules, attempt: Attempt) -> tuple[tuple[int, int], ...]:
    """Return the breaks that count: those marked as breaks, or all of them if the breaker lets its break stand."""
    return breaks(rules, attempt) if attempt.stands else broken(rules, attempt)


def _count_rows(rules: Rules, attempt: Attempt) -> Verdict:
    """Judge an attempt with one maker and one breaker: one of them is credited with the rows."""
    (board,) = attempt.boards
    broke = _counted(rules, attempt)
    used = len(board.rows)
    if attempt.gave_up and (board.breaker not in attempt.gave_up or attempt.refused):
        # A codemaker must not profit from walking away, or from not showing the code: it counts as broken in the rows
        # placed so far.
        used = max(used, 1)
        broke = ((board.breaker, used),)
    rows = used if broke else (rules.rows or used) + rules.unbroken_extra
    seat = {Side.BREAKER: board.breaker, Side.MAKER: attempt.starter, Side.NOBODY: 0}[rules.rows_to]
    return Verdict(
        void=False,
        adds=tuple(rows if each == seat else 0 for each in rules.all_seats),
        broke=broke,
        unbroken=() if broke else (board.breaker,),
    )

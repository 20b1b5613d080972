"""Make a move, and return the match that follows from it."""

from __future__ import annotations

from dataclasses import replace

from keypeg.core.deals import joined
from keypeg.core.legal import kinds_in, legal_in
from keypeg.core.marks import Marks
from keypeg.core.moves import (
    TABLE,
    Absent,
    Accept,
    Call,
    Claim,
    Deal,
    Draw,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Mark,
    Move,
    Pass,
    Reveal,
)
from keypeg.core.phases import advance, begin, current_boards, end, is_decided, waited_for
from keypeg.core.rules import Marking, Rules
from keypeg.core.state import Attempt, Called, Phase, Row, State, altered, earned
from keypeg.core.view import Sight
from keypeg.errors import Illegal, KeypegError


def new(rules: Rules) -> State:
    """Return a match that is about to begin."""
    return begin(State(rules, rules.first))


def play(state: State, seat: int, move: Move) -> State:
    """Return the match after `seat` has made `move`. Raise the error that `refusal` returns if it may not."""
    wrong = refusal(state, seat, move)
    if wrong:
        raise wrong
    if isinstance(move, Draw):
        return begin(replace(state, first=move.seat))
    now = state.now
    assert now is not None  # only Draw is legal before the first attempt, and nothing after the last
    now = altered(now, log=now.log + ((seat, move),))  # noqa: RUF005 -- one copy, not two, of a log that may be long
    return advance(state, _made(state.rules, now, seat, move))


def refusal(state: State, seat: int, move: Move) -> KeypegError | None:
    """Return why `seat` may not make `move` now, or None if it may."""
    seen = Sight(state, seat)
    if not seen.to_act:
        return Illegal("match-over")
    kind = type(move)
    for moves in kinds_in(seen, seat):
        if moves.move is kind:
            return moves.refusal(move)
    if seat not in seen.to_act:
        slug = "table-not-now" if seat == TABLE else "not-your-turn"
        return Illegal(slug, seat=seat, move=move.name, waited=_names(seen.to_act))
    return legal_in(seen, seat).refusal(move)


def _names(seats: frozenset[int]) -> str:
    return ", ".join("table" if seat == TABLE else str(seat) for seat in sorted(seats))


def _made(rules: Rules, now: Attempt, seat: int, move: Move) -> Attempt:
    """Record a legal move in the attempt. `phases` decides what follows from it."""
    match move:
        case Deal(shares):
            dealt = (replace(share, code=code) for share, code in zip(now.shares, shares, strict=True))
            return altered(now, shares=tuple(dealt))
        case Hide(code):
            return _shown(now, seat, (code,))
        case Reveal(shares):
            return _shown(now, seat, shares)
        case Guess(code):
            due = next(index for index in current_boards(rules, now) if now.boards[index].breaker == seat)
            return altered(now, placed=(*now.placed[:due], code, *now.placed[due + 1 :]))
        case Mark(marks):
            return _marked(now, seat, marks)
        case Call(code):
            return _called(rules, now, seat, code)
        case Judge(right):
            return _judged(rules, now, seat, right)
        case Pass():
            return altered(now, passed=(*now.passed, seat))
        case Claim() if now.phase is Phase.DECIDE:
            return altered(now, stands=False)
        case Claim():
            return end(rules, now)
        case Accept():
            return altered(now, stands=True)
        case GiveUp():
            return _given_up(rules, now, seat)
        case Absent(away):
            return _absent(rules, now, away)
        case Draw():  # lots are drawn before the first attempt
            raise AssertionError


def _shown(now: Attempt, seat: int, codes: tuple[str, ...]) -> Attempt:
    left = list(codes)
    shares = (replace(share, code=left.pop(0)) if share.holder == seat else share for share in now.shares)
    return altered(now, shares=tuple(shares))


def _marked(now: Attempt, seat: int, marks: tuple[Marks, ...]) -> Attempt:
    changed: dict[int, tuple[Row, ...]] = {}
    for index in now.marking:
        board = now.boards[index]
        if board.breaker == seat:
            continue
        row, left = board.rows[-1], list(marks)
        answers = zip(now.answering(board), row.marks, strict=True)
        given = tuple(left.pop(0) if now.shares[share].holder == seat else old for share, old in answers)
        changed[index] = (*board.rows[:-1], Row(row.guess, given))
    return altered(now, boards=now.with_rows(changed))


def _called(rules: Rules, now: Attempt, seat: int, code: str) -> Attempt:
    if rules.marking is Marking.HOME:
        call = Called(seat, code)
        return altered(now, calls=(*now.calls, call), resume=now.phase, phase=Phase.JUDGE)
    right = code == joined([share.code for share in now.shares if share.code is not None])
    return _settled(rules, altered(now, calls=(*now.calls, Called(seat, code, right))))


def _judged(rules: Rules, now: Attempt, seat: int, right: bool) -> Attempt:
    call = now.calls[-1]
    call = replace(call, judged=(*call.judged, (seat, right)))
    now = altered(now, calls=(*now.calls[:-1], call))
    if waited_for(rules, now):
        return now
    call = replace(call, right=all(agreed for _, agreed in call.judged))
    return _settled(rules, altered(now, calls=(*now.calls[:-1], call), phase=now.resume))


def _settled(rules: Rules, now: Attempt) -> Attempt:
    """Settle a call: a right one ends the attempt, a wrong one puts its caller out."""
    call = now.calls[-1]
    return end(rules, now) if call.right else _put_out(rules, now, call.seat)


def _put_out(rules: Rules, now: Attempt, seat: int) -> Attempt:
    now = altered(now, out=(*now.out, seat))
    return end(rules, now) if is_decided(rules, now) else now


def _given_up(rules: Rules, now: Attempt, seat: int) -> Attempt:
    if now.phase is Phase.DECIDE:
        return altered(now, stands=True)
    if now.phase is Phase.REVEAL:
        now = altered(now, refused=(*now.refused, seat))
        return now if rules.split else altered(now, gave_up=(*now.gave_up, seat))
    now = altered(now, gave_up=(*now.gave_up, seat))
    return _put_out(rules, now, seat) if rules.split else end(rules, now)


def _absent(rules: Rules, now: Attempt, away: int) -> Attempt:
    """Treat an absent seat as one that gave up. The table answers for its share of a split code, if it knows it."""
    now = altered(now, absent=(*now.absent, away))
    if rules.marking is Marking.HOME and rules.split and now.phase in (Phase.MARK, Phase.JUDGE):
        return end(rules, now)
    if rules.split and now.phase is Phase.MARK:
        guess = now.boards[now.turn].rows[-1].guess
        truth = (earned(rules, share.code, guess) for share in now.held_by(away))
        now = _marked(now, away, tuple(marks for marks in truth if marks is not None))
    return now if away in now.out else _given_up(rules, now, away)

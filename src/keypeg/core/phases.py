"""Phases: which seats a match waits for, and which phase follows once they have acted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from keypeg.core.contradictions import checked_marks
from keypeg.core.moves import TABLE
from keypeg.core.points import counted, is_over
from keypeg.core.rows import rows_on
from keypeg.core.rules import Marking, Rules
from keypeg.core.state import Attempt, Board, Phase, Row, Share, State, altered, earned
from keypeg.core.verdict import broken, judge, may_decide, settled_calls, up_to_break


def begin(state: State) -> State:
    """Start the next attempt. Return the match unchanged if lots are still to be drawn, or if it is over."""
    rules, past = state.rules, state.past
    if state.first is None or is_over(rules, past):
        return state
    done = counted(past)
    starter = (state.first - 1 + done) % rules.seats + 1
    order = [(starter - 1 + step) % rules.seats + 1 for step in range(rules.seats)]
    breakers = order if rules.all_break else order[1:]
    holders = sorted(order) if rules.all_break else order[:1]
    boards = tuple(Board(seat, number) for number in range(1, rules.boards + 1) for seat in breakers)
    out = _out_from_the_start(rules, past)
    attempt = Attempt(
        round=done // rules.codes_a_round + 1,
        code=done % rules.codes_a_round + 1,
        starter=starter,
        phase=Phase.DEAL if rules.split else Phase.HIDE,
        shares=tuple(Share(seat) for seat in holders for _ in range(rules.boards)),
        boards=boards,
        placed=(None,) * len(boards),
        out=out,
        began_out=out,
    )
    return replace(state, now=_carry_on(rules, attempt))


def _out_from_the_start(rules: Rules, past: Sequence[Attempt]) -> tuple[int, ...]:
    """Return the seats that start a deal as if they had called wrongly: their wrong answers made the last one void.

    If all seats answered wrongly, none starts out.
    """
    verdict = past[-1].verdict if rules.split and past else None
    return verdict.erred if verdict and verdict.void and len(verdict.erred) < rules.seats else ()


def advance(state: State, attempt: Attempt) -> State:
    """Advance from a move just made in `attempt` until a seat has to act."""
    attempt = _carry_on(state.rules, attempt)
    if attempt.verdict is None:
        return State(state.rules, state.first, state.past, attempt)
    return begin(State(state.rules, state.first, (*state.past, attempt)))


def to_act(state: State) -> frozenset[int]:
    """Return the seats that the match waits for: none when it is over, TABLE for a move of chance."""
    if state.first is None:
        return frozenset({TABLE})
    if state.now is None:
        return frozenset()
    return frozenset(waited_for(state.rules, state.now))


def awaits_chance(state: State) -> bool:
    """Return True if a move of chance is due."""
    return state.first is None or (state.now is not None and state.now.phase is Phase.DEAL)


def waited_for(rules: Rules, attempt: Attempt) -> Sequence[int]:
    match attempt.phase:
        case Phase.DEAL:
            return [TABLE]
        case Phase.HIDE:
            return [share.holder for share in attempt.shares if share.code is None]
        case Phase.GUESS:
            return [attempt.boards[index].breaker for index in _due_boards(rules, attempt)]
        case Phase.MARK:
            return _markers(rules, attempt)
        case Phase.JUDGE:
            call = attempt.calls[-1]
            return [seat for seat in rules.all_seats if seat != call.seat and seat not in dict(call.judged)]
        case Phase.CALL:
            return [seat for seat in attempt.still_in(rules) if seat not in attempt.passed]
        case Phase.REVEAL:
            return _to_reveal(rules, attempt)
        case Phase.DECIDE:
            return may_decide(rules, attempt) if attempt.stands is None else ()
        case _:
            return ()


def current_boards(rules: Rules, attempt: Attempt) -> Sequence[int]:
    """Return the indices of the boards being guessed on or marked: one, or all of them if all seats act together."""
    return range(len(attempt.boards)) if rules.together else (attempt.turn,)


def _carry_on(rules: Rules, attempt: Attempt) -> Attempt:
    """Step through the phases until one of them waits for a seat."""
    while attempt.verdict is None:
        step = STEPS.get(attempt.phase)
        after = step(rules, attempt) if step else attempt
        if after is attempt:
            break
        attempt = after
    return attempt


def _after_hiding(rules: Rules, attempt: Attempt) -> Attempt:
    if rules.marking is not Marking.HOME and any(share.code is None for share in attempt.shares):
        return attempt
    return end(rules, attempt) if rules.split and is_decided(rules, attempt) else altered(attempt, phase=Phase.GUESS)


def is_decided(rules: Rules, attempt: Attempt) -> bool:
    """Return True if a split code has no seat left to break it, or only one, which wins by being the last."""
    left = attempt.still_in(rules)
    return not left or (rules.last_one_wins and len(left) == 1)


def _after_guesses(rules: Rules, attempt: Attempt) -> Attempt:
    able = [index for index in current_boards(rules, attempt) if _can_guess(rules, attempt, attempt.boards[index])]
    if not able:
        return _next_turn(rules, attempt)
    if any(attempt.placed[index] is None for index in able):
        return attempt
    rows = {
        index: attempt.boards[index].rows + (_new_row(rules, attempt, attempt.boards[index], guess),)  # noqa: RUF005 -- one copy
        for index, guess in enumerate(attempt.placed)
        if guess is not None
    }
    return altered(
        attempt,
        phase=Phase.MARK,
        boards=attempt.with_rows(rows),
        placed=(None,) * len(attempt.boards),
        marking=tuple(rows),
        opened=len(attempt.log),
    )


def _new_row(rules: Rules, attempt: Attempt, board: Board, guess: str) -> Row:
    """Make a row with the marks that the table gives: all of them, or those of absent seats."""
    everything, breaker = rules.marking is Marking.TABLE, board.breaker
    marks = [
        earned(rules, share.code, guess) if everything or share.holder in attempt.absent else None
        for share in attempt.shares
        if share.holder != breaker
    ]
    return Row(guess, tuple(marks))


def _after_marks(rules: Rules, attempt: Attempt) -> Attempt:
    waiting = bool(_markers(rules, attempt))
    if rules.marking in (Marking.HAND, Marking.HOME) and not (waiting and rules.together):
        attempt = checked_marks(rules, attempt)
    ended = bool(broken(rules, attempt))
    if attempt.unfit and rules.marking is Marking.HAND and not ended:
        return end(rules, attempt)
    if waiting:
        return attempt
    attempt = altered(attempt, marking=(), opened=len(attempt.log))
    return end(rules, attempt) if ended and not rules.equal_turns else _next_turn(rules, attempt)


def _next_turn(rules: Rules, attempt: Attempt) -> Attempt:
    """Give the turn to the next board that can take a row, or end the attempt if none can."""
    boards = attempt.boards
    upcoming = range(attempt.turn + 1, len(boards)) if not rules.together else range(0)
    again = range(len(boards))
    for index in (*upcoming, None, *again):
        if index is None:
            if broken(rules, attempt):
                return end(rules, attempt)
        elif _can_guess(rules, attempt, boards[index]):
            return altered(attempt, phase=Phase.GUESS, turn=0 if rules.together else index)
    return altered(attempt, phase=Phase.CALL) if rules.split else end(rules, attempt)


def _can_guess(rules: Rules, attempt: Attempt, board: Board) -> bool:
    if board.breaker in attempt.out or len(board.rows) >= rules.most_rows:
        return False
    if rules.supply is None and not rules.fresh_guesses:
        return True
    return bool(rows_on(rules, board, attempt.held_by(board.breaker), attempt.boards))


def _after_last_calls(rules: Rules, attempt: Attempt) -> Attempt:
    return attempt if waited_for(rules, attempt) else end(rules, attempt)


def end(rules: Rules, attempt: Attempt) -> Attempt:
    """End the guessing: the code is broken, given up or out of rows. Next, reveal it and check the marks."""
    if rules.marking is Marking.HOME and len(attempt.shares) == 1 and broken(rules, attempt):
        (board,), (share,) = attempt.boards, attempt.shares
        attempt = altered(attempt, shares=(replace(share, code=board.rows[-1].guess),))
    return altered(attempt, phase=Phase.REVEAL)


def _after_reveals(rules: Rules, attempt: Attempt) -> Attempt:
    if rules.marking is Marking.HOME and _to_reveal(rules, attempt):
        return attempt
    return altered(attempt, phase=Phase.DECIDE, calls=settled_calls(rules, attempt))


def _after_decision(rules: Rules, attempt: Attempt) -> Attempt:
    if waited_for(rules, attempt):
        return attempt
    if attempt.stands:
        attempt = up_to_break(rules, attempt)
    return altered(attempt, phase=Phase.OVER, verdict=judge(rules, attempt))


def _due_boards(rules: Rules, attempt: Attempt) -> list[int]:
    return [
        index
        for index in current_boards(rules, attempt)
        if attempt.placed[index] is None and _can_guess(rules, attempt, attempt.boards[index])
    ]


def _markers(rules: Rules, attempt: Attempt) -> list[int]:
    """Return the seats that have to mark: all if they act together, else the next one clockwise from the breaker."""
    boards = [board for index in attempt.marking if None in (board := attempt.boards[index]).rows[-1].marks]
    if not boards:
        return []
    seats = [
        attempt.shares[share].holder
        for board in boards
        for share, marks in zip(attempt.answering(board), board.rows[-1].marks, strict=True)
        if marks is None
    ]
    if rules.together:
        return seats
    breaker = attempt.boards[attempt.turn].breaker
    return [min(seats, key=lambda seat: (seat - breaker) % rules.seats)]


def _to_reveal(rules: Rules, attempt: Attempt) -> list[int]:
    """Return the holders that have yet to reveal a code, except those that have lost or whose marks are proved wrong.

    Where a break may stand or a call may have been right, the code is needed even if the marks are proved wrong.
    """
    found_out = () if rules.break_may_stand or rules.split else attempt.unfit
    spared = {*attempt.refused, *found_out, *attempt.absent, *(() if rules.split else attempt.gave_up)}
    return sorted({share.holder for share in attempt.shares if share.code is None} - spared)


STEPS: dict[Phase, Callable[[Rules, Attempt], Attempt]] = {
    Phase.DEAL: _after_hiding,
    Phase.HIDE: _after_hiding,
    Phase.GUESS: _after_guesses,
    Phase.MARK: _after_marks,
    Phase.CALL: _after_last_calls,
    Phase.REVEAL: _after_reveals,
    Phase.DECIDE: _after_decision,
}
"""By phase: the step that follows it. A step returns the attempt unchanged while the phase waits for a seat."""

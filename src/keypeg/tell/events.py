"""Events at a table in words: moves, how a code ended, how the match ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from keypeg.core import (
    BLANK,
    HIDDEN,
    TABLE,
    Absent,
    Accept,
    Attempt,
    Board,
    Call,
    Called,
    Claim,
    Deal,
    Draw,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Mark,
    Marks,
    Move,
    Outcome,
    Pass,
    Phase,
    Reveal,
    Rules,
    Side,
    View,
)
from keypeg.core.state import earned
from keypeg.message import Message, message, spaced
from keypeg.tell.names import Names, about, seat_name, seat_names
from keypeg.tell.rows import answer_message, code_pegs, marks_message, peg_message

MOST_WRONG = 3
"""The most wrongly marked rows to name; the others are counted."""


def move_message(names: Names, seat: int, move: Move, you: Collection[int] = ()) -> Message:
    """Put a move into words that are fit for everyone, without the marks of a row or whether a call was right."""
    match move:
        case Draw(first):
            return about("tell.move.draw", names, first, you)
        case Absent(away):
            return about("tell.move.absent", names, away, you)
        case Judge(right):
            return about("tell.move.judge-yes" if right else "tell.move.judge-no", names, seat, you)
        case Call(code) if HIDDEN in code:
            return about("tell.move.call-secret", names, seat, you)
        case Call(code):
            return about("tell.move.call", names, seat, you, code=code_pegs(code))
        case Deal():
            return message("tell.move.deal")
        case Hide():
            return about("tell.move.hide", names, seat, you)
        case Guess():
            return about("tell.move.guess", names, seat, you)
        case Mark():
            return about("tell.move.mark", names, seat, you)
        case Reveal():
            return about("tell.move.reveal", names, seat, you)
        case Pass():
            return about("tell.move.pass", names, seat, you)
        case Claim():
            return about("tell.move.claim", names, seat, you)
        case Accept():
            return about("tell.move.accept", names, seat, you)
        case GiveUp():
            return about("tell.move.give-up", names, seat, you)


def call_message(names: Names, called: Called, you: Collection[int] = ()) -> Message:
    """Say whether a call was right, or that it is being judged."""
    if called.right is None:
        return message("tell.call.open")
    return about("tell.call.right" if called.right else "tell.call.wrong", names, called.seat, you)


def ended_call_messages(names: Names, attempt: Attempt, you: Collection[int] = ()) -> Iterator[Message]:
    """Say which calls of a deal that is over were right, and which calls of the reader’s were wrong.

    Without a reader, say all.
    """
    for called in attempt.calls:
        if called.right:
            yield call_message(names, called, you)
        elif called.seat in you or not you:
            yield about("tell.call.was-wrong", names, called.seat, you, code=code_pegs(called.code))


def heading_message(rules: Rules, round: int, code: int, *, again: bool = False) -> Message:
    """Say which code of which round is being played."""
    if rules.codes_a_round > 1:
        heading = message("tell.round.code", round=round, rounds=rules.rounds, code=code, codes=rules.codes_a_round)
    elif round > rules.rounds:
        heading = message("tell.round.extra", round=round)
    else:
        heading = message("tell.round", round=round, rounds=rules.rounds)
    return message("tell.round.again", round=heading) if again else heading


def share_message(code: str) -> Message:
    """Describe a share of a split code: its colour and its hole."""
    hole = next(at for at, peg in enumerate(code, start=1) if peg != BLANK)
    return message("tell.share", colour=peg_message(code[hole - 1]), hole=hole)


def verdict_messages(rules: Rules, names: Names, attempt: Attempt) -> Iterator[Message]:
    """Say how a code ended: what was hidden, who broke it, and the points for it."""
    yield from _secrets(rules, names, attempt)
    yield from _broken(rules, names, attempt, ())
    yield from _worth(rules, names, attempt, ())


def shown_verdict_messages(rules: Rules, names: Names, attempt: Attempt, you: Collection[int]) -> Iterator[Message]:
    """Say how a code ended to a reader who sees the codes, but was not told about calls and players who left."""
    yield from ended_call_messages(names, attempt, you)
    if attempt.counts:
        yield from left_messages(names, attempt, you)
    yield from _broken(rules, names, attempt, you)
    yield from _worth(rules, names, attempt, you)


def _secrets(rules: Rules, names: Names, attempt: Attempt) -> Iterator[Message]:
    for share in attempt.shares:
        if share.code is None:
            continue
        if rules.split:
            yield about("tell.verdict.share", names, share.holder, share=share_message(share.code))
        else:
            yield about("tell.verdict.code", names, share.holder, code=code_pegs(share.code))


def _broken(rules: Rules, names: Names, attempt: Attempt, you: Collection[int]) -> Iterator[Message]:
    verdict = attempt.verdict
    assert verdict is not None, "only a code that is over has a verdict"
    if verdict.void:
        wrong = tuple(wrong_marks_messages(rules, names, attempt, you))
        yield from wrong
        yield message("tell.verdict.void-marks") if wrong else void_message(names, verdict.erred, you)
        if verdict.erred and not any(verdict.adds):
            yield message("tell.verdict.free")
        if rules.split and 0 < len(verdict.erred) < rules.seats:
            yield message("tell.verdict.out-next", who=seat_names(names, verdict.erred, you))
        return
    if verdict.erred:
        yield message("tell.verdict.wrong-answer", who=seat_names(names, verdict.erred, you))
    if not attempt.gave_up:
        yield from broke_messages(rules, names, verdict.broke, you)
        return
    for seat, row in verdict.broke:
        if seat in attempt.gave_up:
            yield about("tell.verdict.broke", names, seat, you, row=row)
        else:
            yield message("tell.verdict.counts-broken", row=row)


def broke_messages(
    rules: Rules, names: Names, broke: Sequence[tuple[int, int]], you: Collection[int]
) -> Iterator[Message]:
    """Say in which row each seat broke the code; in one sentence if both players did so in the same row."""
    if len(broke) == rules.seats == 2 and len({row for _, row in broke}) == 1:
        yield message("tell.verdict.both", row=broke[0][1])
        return
    yield from (about("tell.verdict.broke", names, seat, you, row=row) for seat, row in broke)


def unbroken_messages(names: Names, attempt: Attempt, you: Collection[int]) -> Iterator[Message]:
    """Say that a code was not broken; nothing if its only breaker gave up, since that has been said."""
    breakers = {board.breaker for board in attempt.boards}
    if len(breakers) > 1:
        yield message("tell.verdict.unbroken")
        return
    yield from (about("tell.verdict.failed", names, seat, you) for seat in breakers - set(attempt.gave_up))


def _worth(rules: Rules, names: Names, attempt: Attempt, you: Collection[int]) -> Iterator[Message]:
    verdict = attempt.verdict
    assert verdict is not None, "only a code that is over has a verdict"
    if len(verdict.winners) == 1:
        yield about("tell.verdict.won", names, verdict.winners[0], you)
    elif verdict.winners and any(verdict.adds):
        yield message("tell.verdict.shared", who=seat_names(names, verdict.winners, you))
    elif verdict.winners:
        yield message("tell.verdict.nobody-scores")
    if not verdict.void and not verdict.broke and not verdict.winners:
        yield from unbroken_messages(names, attempt, you)
    for seat, adds in enumerate(verdict.adds, start=1):
        if (counts_rows(rules) and (seat, adds) in verdict.broke) or (verdict.winners, adds) == ((seat,), 1):
            continue  # said already, by the row in which the code was broken or by winning the round
        if adds < 0:
            yield about("tell.verdict.loses", names, seat, you, points=-adds)
        elif adds and seat in verdict.unbroken and rules.rows is not None:
            yield message("tell.end.unbroken-counts", rows=message("web.end.rows", rows=adds))
        elif adds and counts_rows(rules):
            yield about("tell.verdict.rows", names, seat, you, rows=adds)
        elif adds:
            yield about("tell.verdict.points", names, seat, you, points=adds)


def void_message(names: Names, erred: Collection[int], you: Collection[int] = ()) -> Message:
    """Say that an attempt does not count, and whose marks were wrong."""
    if erred:
        return message("tell.verdict.erred", who=seat_names(names, erred, you))
    return message("tell.verdict.void")


def wrong_marks_messages(rules: Rules, names: Names, attempt: Attempt, you: Collection[int] = ()) -> Iterator[Message]:
    """Say which rows were marked wrongly, with the given and the right marks, as far as the codes are known."""
    wrong = tuple(_wrong_marks(rules, attempt))
    for board, number, holder, given, right in wrong[:MOST_WRONG]:
        several = len(attempt.boards) > 1
        row = about("tell.verdict.row-of", names, board.breaker, you, row=number) if several else _row(number)
        told = answer_message if rules.split else marks_message
        yield about("tell.verdict.marked", names, holder, you, row=row, given=told(given), right=told(right))
    if len(wrong) > MOST_WRONG:
        yield message("tell.verdict.marked-more", rows=len(wrong) - MOST_WRONG)


def _row(number: int) -> Message:
    return message("tell.verdict.row", row=number)


def _wrong_marks(rules: Rules, attempt: Attempt) -> Iterator[tuple[Board, int, int, Marks, Marks]]:
    for board in attempt.boards:
        for number, row in enumerate(board.rows, start=1):
            for index, given in zip(attempt.answering(board), row.marks, strict=True):
                share = attempt.shares[index]
                right = earned(rules, share.code, row.guess)
                if given is not None and right is not None and given != right:
                    yield board, number, share.holder, given, right


def counts_rows(rules: Rules) -> bool:
    """Return True if points are rows, and the fewest win."""
    return rules.fewest_win and rules.rows_to is Side.BREAKER


def points_message(rules: Rules, names: Names, points: tuple[int, ...], you: Collection[int] = ()) -> Message:
    """State the points of every seat."""
    by_seat = tuple(spaced(seat_name(names, seat, you), each) for seat, each in enumerate(points, start=1))
    if rules.rounds_won:
        return message("tell.points.rounds", points=by_seat)
    return message("tell.points.rows", points=by_seat) if counts_rows(rules) else message("tell.points", points=by_seat)


def nobody_won(rules: Rules, outcome: Outcome) -> bool:
    """Return True if a split code was never called rightly. That is not a draw: nobody wins."""
    return rules.split and not any(outcome.points)


def outcome_message(rules: Rules, names: Names, outcome: Outcome, you: Collection[int] = ()) -> Message:
    """Say who won the match, that it was a draw, or that nobody found a split code."""
    if outcome.winner is None:
        return message("tell.outcome.nobody" if nobody_won(rules, outcome) else "tell.outcome.draw")
    return about("tell.outcome.winner", names, outcome.winner, you)


def waiting_message(names: Names, view: View) -> Message:
    """Say whom the match waits for, and for what."""
    if view.phase is Phase.OVER:
        return message("tell.waits.over")
    return message(f"tell.waits.{view.phase}", who=seat_names(names, view.to_act))


def left_messages(names: Names, attempt: Attempt, you: Collection[int] = ()) -> Iterator[Message]:
    """Say who did not play this code to its end, and why."""
    for seat in attempt.gave_up:
        away = seat in attempt.absent
        yield move_message(names, TABLE if away else seat, Absent(seat) if away else GiveUp(), you)


def phrase_message(names: Names, seat: int, phrase: str) -> Message:
    """Report a phrase that a seat sent to the table."""
    return about("tell.said", names, seat, phrase=message(f"chat.{phrase}"))

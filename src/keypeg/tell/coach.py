"""The coach's answers in words."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.core import Call, Rules
from keypeg.deduce.suggestion import Basis
from keypeg.message import Message, message
from keypeg.review.advice import Check, Contradiction, Explanation, Grade, Hint
from keypeg.review.nudge import Nudge, NudgeKind
from keypeg.tell.names import Names, seat_name
from keypeg.tell.rows import code_pegs, marks_message, peg_message

EVEN = 0.0005
"""A chance smaller than this is not mentioned."""


def check_message(rules: Rules, answer: Check | Explanation) -> Message:
    """Say whether a guess or a call can still be right."""
    code = answer.move.code
    if isinstance(answer.move, Call):
        return (
            message("tell.coach.call-may", code=code)
            if answer.possible
            else message("tell.coach.call-cannot", code=code)
        )
    if rules.split:
        return (
            message("tell.coach.row-may", code=code) if answer.possible else message("tell.coach.row-cannot", code=code)
        )
    return message("tell.coach.may", code=code) if answer.possible else message("tell.coach.cannot", code=code)


def explanation_messages(rules: Rules, names: Names, answer: Explanation) -> Iterator[Message]:
    """Say whether a guess or a call can still be right, and why not: the contradicted rows in order."""
    yield check_message(rules, answer)
    if answer.no_code:
        yield message("tell.coach.no-code")
    for against in answer.contradictions:
        yield contradiction_message(rules, names, against)
    if not answer.possible and not answer.contradictions and not answer.no_code:
        yield message("tell.coach.together")


def contradiction_message(rules: Rules, names: Names, against: Contradiction) -> Message:
    """Say which row contradicts a guess: the marks that it would have got, and the marks that it got."""
    row = _row(rules, names, against)
    earned = marks_message(against.earned)
    if against.would is None:
        return message("tell.coach.against-unsure", row=row, earned=earned)
    return message("tell.coach.against", row=row, would=marks_message(against.would), earned=earned)


def below_row_message(against: Contradiction) -> Message:
    """Say the same in a form to read below that row."""
    return message("web.coach.against", would=marks_message(against.would), earned=marks_message(against.earned))


def _row(rules: Rules, names: Names, against: Contradiction) -> Message:
    if not rules.split:
        return message("tell.coach.row", row=against.row, code=against.guess)
    who = seat_name(names, against.seat)
    if rules.boards == 1:
        return message("tell.coach.row-of", who=who, row=against.row, code=against.guess)
    return message("tell.coach.row-of-board", who=who, board=against.board, row=against.row, code=against.guess)


def hint_messages(hint: Hint) -> Iterator[Message]:
    """Put a hint of any grade into words."""
    if hint.nudge is not None:
        yield nudge_message(hint.nudge)
        return
    if hint.move is None:
        yield message("tell.coach.wait")
    elif isinstance(hint.move, Call):
        yield message("tell.coach.call", code=hint.move.code, pegs=code_pegs(hint.move.code))
    elif hint.grade is Grade.BEST:
        proved = hint.suggestion is not None and hint.suggestion.basis is Basis.PROVED
        key = "tell.coach.best" if proved else "tell.coach.suggested"
        yield message(key, code=hint.move.code, pegs=code_pegs(hint.move.code))
    else:
        yield message("tell.coach.good", code=hint.move.code, pegs=code_pegs(hint.move.code))
    if hint.chance is not None:
        yield message("tell.coach.chance", chance=hint.chance)
    if hint.odds is not None:
        drawn = hint.odds.drawn >= EVEN
        yield (
            message("tell.coach.race", win=hint.odds.win, drawn=hint.odds.drawn)
            if drawn
            else message("tell.coach.race-won", win=hint.odds.win)
        )
    if hint.suggestion is not None:
        yield message("tell.suggest.may-be-code" if hint.suggestion.is_candidate else "tell.suggest.cannot-be-code")
        if hint.suggestion.expected is not None and hint.suggestion.worst is not None:
            yield message("tell.suggest.expected", expected=hint.suggestion.expected, worst=hint.suggestion.worst)
        yield message(f"tell.suggest.{hint.suggestion.basis}")


def nudge_message(nudge: Nudge) -> Message:
    """Say what is certain or likely about a hole or a colour."""
    colour = peg_message(nudge.colour) if nudge.colour else ""
    match nudge.kind:
        case NudgeKind.COLOURS:
            return message("tell.coach.nudge.colours", colours=nudge.colours)
        case NudgeKind.HOLE_EMPTY:
            return message("tell.coach.nudge.hole-empty", hole=nudge.hole)
        case NudgeKind.HOLE_IS:
            return message("tell.coach.nudge.hole-is", hole=nudge.hole, colour=colour)
        case NudgeKind.HOLE_LIKELY:
            return message("tell.coach.nudge.hole-likely", hole=nudge.hole, colour=colour, share=nudge.share)
        case NudgeKind.COLOUR_IN:
            return message("tell.coach.nudge.colour-in", colour=colour)
        case NudgeKind.COLOUR_OUT:
            return message("tell.coach.nudge.colour-out", colour=colour)

"""What the coach says."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.core import Call, Rules
from keypeg.notation import marks_text
from keypeg.review.advice import Check, Contradiction, Explanation, Grade, Hint
from keypeg.review.nudge import Nudge, NudgeKind
from keypeg.tell.names import Names, seat_name
from keypeg.tell.rows import code_words, peg_words
from keypeg.words import Words


def check_words(words: Words, rules: Rules, answer: Check | Explanation) -> str:
    """Whether a guess, or a call, can still be right."""
    code = answer.move.code
    if isinstance(answer.move, Call):
        return words.say("tell.coach.call-may" if answer.possible else "tell.coach.call-cannot", code=code)
    if rules.split:
        return words.say("tell.coach.row-may" if answer.possible else "tell.coach.row-cannot", code=code)
    return words.say("tell.coach.may" if answer.possible else "tell.coach.cannot", code=code)


def explain_words(words: Words, rules: Rules, names: Names, answer: Explanation) -> Iterator[str]:
    """The same with its reasons, the first contradicted row first."""
    yield check_words(words, rules, answer)
    if answer.no_code:
        yield words.say("tell.coach.no-code")
    for against in answer.contradictions:
        yield contradiction_words(words, rules, names, against)
    if not answer.possible and not answer.contradictions and not answer.no_code:
        yield words.say("tell.coach.together")


def contradiction_words(words: Words, rules: Rules, names: Names, against: Contradiction) -> str:
    """Against which row, what it would have earned and what it did."""
    row = _row(words, rules, names, against)
    earned = marks_text(against.earned)
    if against.would is None:
        return words.say("tell.coach.against-unsure", row=row, earned=earned)
    return words.say("tell.coach.against", row=row, would=marks_text(against.would), earned=earned)


def _row(words: Words, rules: Rules, names: Names, against: Contradiction) -> str:
    if not rules.split:
        return words.say("tell.coach.row", row=against.row, code=against.guess)
    who = seat_name(words, names, against.seat)
    if rules.boards == 1:
        return words.say("tell.coach.row-of", who=who, row=against.row, code=against.guess)
    return words.say("tell.coach.row-of-board", who=who, board=against.board, row=against.row, code=against.guess)


def hint_words(words: Words, hint: Hint) -> Iterator[str]:
    """A hint of any grade."""
    if hint.nudge is not None:
        yield nudge_words(words, hint.nudge)
        return
    if hint.move is None:
        yield words.say("tell.coach.wait")
    elif isinstance(hint.move, Call):
        yield words.say("tell.coach.call", code=hint.move.code, pegs=code_words(words, hint.move.code))
    elif hint.grade is Grade.BEST:
        yield words.say("tell.coach.best", code=hint.move.code, pegs=code_words(words, hint.move.code))
    else:
        yield words.say("tell.coach.good", code=hint.move.code, pegs=code_words(words, hint.move.code))
    if hint.chance is not None:
        yield words.say("tell.coach.chance", chance=hint.chance)
    if hint.suggestion is not None:
        yield words.say("cli.suggest.may-be-code" if hint.suggestion.is_candidate else "cli.suggest.cannot-be-code")
        if hint.suggestion.expected is not None and hint.suggestion.worst is not None:
            yield words.say("cli.suggest.expected", expected=hint.suggestion.expected, worst=hint.suggestion.worst)


def nudge_words(words: Words, nudge: Nudge) -> str:
    """A hole or a colour, and how sure it is."""
    colour = peg_words(words, nudge.colour) if nudge.colour else ""
    match nudge.kind:
        case NudgeKind.COLOURS:
            return words.say("tell.coach.nudge.colours", colours=nudge.colours)
        case NudgeKind.HOLE_EMPTY:
            return words.say("tell.coach.nudge.hole-empty", hole=nudge.hole)
        case NudgeKind.HOLE_IS:
            return words.say("tell.coach.nudge.hole-is", hole=nudge.hole, colour=colour)
        case NudgeKind.HOLE_LIKELY:
            return words.say("tell.coach.nudge.hole-likely", hole=nudge.hole, colour=colour, share=nudge.share)
        case NudgeKind.COLOUR_IN:
            return words.say("tell.coach.nudge.colour-in", colour=colour)
        case NudgeKind.COLOUR_OUT:
            return words.say("tell.coach.nudge.colour-out", colour=colour)

"""What happened at a table, as sentences: moves, how a code ended, how the match did."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.core import (
    BLANK,
    HIDDEN,
    TABLE,
    Absent,
    Accept,
    Attempt,
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
    Move,
    Outcome,
    Pass,
    Phase,
    Reveal,
    Rules,
    Side,
    View,
)
from keypeg.tell.names import Names, seat_name, seat_names
from keypeg.tell.rows import code_words, peg_words
from keypeg.words import Words


def move_words(words: Words, names: Names, seat: int, move: Move) -> str:
    """A move as everybody may hear of it. What a row earned, and whether a call was right, is told elsewhere."""
    who = seat_name(words, names, seat)
    match move:
        case Draw(first):
            return words.say("tell.move.draw", who=seat_name(words, names, first))
        case Absent(away):
            return words.say("tell.move.absent", who=seat_name(words, names, away))
        case Judge(right):
            return words.say("tell.move.judge-yes", who=who) if right else words.say("tell.move.judge-no", who=who)
        case Call(code) if HIDDEN in code:
            return words.say("tell.move.call-secret", who=who)
        case Call(code):
            return words.say("tell.move.call", who=who, code=code_words(words, code))
        case Deal():
            return words.say("tell.move.deal")
        case Hide():
            return words.say("tell.move.hide", who=who)
        case Guess():
            return words.say("tell.move.guess", who=who)
        case Mark():
            return words.say("tell.move.mark", who=who)
        case Reveal():
            return words.say("tell.move.reveal", who=who)
        case Pass():
            return words.say("tell.move.pass", who=who)
        case Claim():
            return words.say("tell.move.claim", who=who)
        case Accept():
            return words.say("tell.move.accept", who=who)
        case GiveUp():
            return words.say("tell.move.give-up", who=who)


def call_words(words: Words, names: Names, called: Called) -> str:
    """What came of a call; nothing to say while it is being judged."""
    if called.right is None:
        return words.say("tell.call.open")
    who = seat_name(words, names, called.seat)
    return words.say("tell.call.right", who=who) if called.right else words.say("tell.call.wrong", who=who)


def heading_words(words: Words, rules: Rules, round: int, code: int, *, again: bool = False) -> str:
    """Which code of which round is being played."""
    if rules.codes_a_round > 1:
        text = words.say("tell.round.code", round=round, rounds=rules.rounds, code=code, codes=rules.codes_a_round)
    elif round > rules.rounds:
        text = words.say("tell.round.extra", round=round)
    else:
        text = words.say("tell.round", round=round, rounds=rules.rounds)
    return words.say("tell.round.again", round=text) if again else text


def share_words(words: Words, code: str) -> str:
    """A share of a split code: its colour and its hole."""
    hole = next(at for at, peg in enumerate(code, start=1) if peg != BLANK)
    return words.say("tell.share", colour=peg_words(words, code[hole - 1]), hole=hole)


def verdict_words(words: Words, rules: Rules, names: Names, attempt: Attempt) -> Iterator[str]:
    """How a code ended: what was hidden, who broke it, and what it is worth."""
    verdict = attempt.verdict
    assert verdict is not None, "only a code that is over has a verdict"
    yield from _secrets(words, rules, names, attempt)
    if verdict.void:
        erred = seat_names(words, names, verdict.erred)
        yield words.say("tell.verdict.erred", who=erred) if erred else words.say("tell.verdict.void")
    for seat, row in verdict.broke if not verdict.void else ():
        if seat in attempt.gave_up or not attempt.gave_up:
            yield words.say("tell.verdict.broke", who=seat_name(words, names, seat), row=row)
        else:
            yield words.say("tell.verdict.counts-broken", row=row)
    if len(verdict.winners) == 1:
        yield words.say("tell.verdict.won", who=seat_name(words, names, verdict.winners[0]))
    elif verdict.winners:
        yield words.say("tell.verdict.shared", who=seat_names(words, names, verdict.winners))
    if not verdict.void and not verdict.broke and not verdict.winners:
        yield words.say("tell.verdict.unbroken")
    for seat, adds in enumerate(verdict.adds, start=1):
        if adds:
            yield _adds(words, rules, seat_name(words, names, seat), adds)


def _adds(words: Words, rules: Rules, who: str, adds: int) -> str:
    if adds < 0:
        return words.say("tell.verdict.loses", who=who, points=-adds)
    if counts_rows(rules):
        return words.say("tell.verdict.rows", who=who, rows=adds)
    return words.say("tell.verdict.points", who=who, points=adds)


def counts_rows(rules: Rules) -> bool:
    """Whether what is added up are rows, of which fewest win."""
    return rules.fewest_win and rules.rows_to is Side.BREAKER


def _secrets(words: Words, rules: Rules, names: Names, attempt: Attempt) -> Iterator[str]:
    for share in attempt.shares:
        if share.code is None:
            continue
        who = seat_name(words, names, share.holder)
        if rules.split:
            yield words.say("tell.verdict.share", who=who, share=share_words(words, share.code))
        else:
            yield words.say("tell.verdict.code", who=who, code=code_words(words, share.code))


def points_words(words: Words, rules: Rules, names: Names, points: tuple[int, ...]) -> str:
    """How the match stands."""
    said = ", ".join(f"{seat_name(words, names, seat)} {each}" for seat, each in enumerate(points, start=1))
    if rules.rounds_won:
        return words.say("tell.points.rounds", points=said)
    return words.say("tell.points.rows", points=said) if counts_rows(rules) else words.say("tell.points", points=said)


def outcome_words(words: Words, names: Names, outcome: Outcome) -> str:
    if outcome.winner is None:
        return words.say("tell.outcome.draw")
    return words.say("tell.outcome.winner", who=seat_name(words, names, outcome.winner))


def waits_words(words: Words, names: Names, view: View) -> str:
    """Whom the match waits for, and for what."""
    if view.phase is Phase.OVER:
        return words.say("tell.waits.over")
    return words.say(f"tell.waits.{view.phase}", who=seat_names(words, names, view.to_act))


def left_words(words: Words, names: Names, attempt: Attempt) -> Iterator[str]:
    """Who did not play this code to its end, and how."""
    for seat in attempt.gave_up:
        away = seat in attempt.absent
        yield move_words(words, names, TABLE if away else seat, Absent(seat) if away else GiveUp())


def said_words(words: Words, names: Names, seat: int, phrase: str) -> str:
    """One of the phrases that can be said at a table, and who said it."""
    return words.say("tell.said", who=seat_name(words, names, seat), phrase=words.say(f"chat.{phrase}"))

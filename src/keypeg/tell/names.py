"""The names of seats and players, and the sentences that address the reader as “you”."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from keypeg.core import TABLE
from keypeg.message import Message, Value, message, spaced, together
from keypeg.players.names import level_of

Names: TypeAlias = Mapping[int, str | Message]
"""By seat: a name. A seat without one is called by its number."""

SECOND_PERSON = {
    "tell.call.right": "web.you.called",
    "tell.call.was-wrong": "web.you.called-wrong",
    "tell.call.wrong": "web.you.call-wrong",
    "tell.end.has": "web.you.end-has",
    "tell.end.left": "web.you.end-left",
    "tell.end.needed": "web.you.end-needed",
    "tell.move.absent": "web.you.absent",
    "tell.move.call": "web.you.calls",
    "tell.move.call-secret": "web.you.calls-secret",
    "tell.move.give-up": "web.you.gave-up",
    "tell.outcome.winner": "web.you.win",
    "tell.review.call-open": "web.you.review-open",
    "tell.review.call-right": "web.you.review-right",
    "tell.review.call-wrong": "web.you.review-wrong",
    "tell.review.missed": "web.you.missed",
    "tell.review.missed-last": "web.you.missed-last",
    "tell.verdict.broke": "web.you.broke",
    "tell.verdict.failed": "web.you.failed",
    "tell.verdict.loses": "web.you.loses",
    "tell.score.leads": "web.you.lead",
    "tell.verdict.marked": "web.you.marked",
    "tell.verdict.points": "web.you.points",
    "tell.verdict.row-of": "web.you.row",
    "tell.verdict.rows": "web.you.rows",
    "tell.verdict.won": "web.you.won",
}
"""Sentences about `{who}` and their twins in the second person, for the reader’s own seat."""

LABELS = frozenset(
    {
        "tell.answer",
        "tell.row.of",
        "tell.row.of-board",
        "tell.verdict.erred",
        "tell.verdict.out-next",
        "tell.verdict.shared",
        "tell.verdict.wrong-answer",
        "web.board.numbered",
        "web.review.row",
        "web.review.told",
    }
)
"""Messages that set a name apart by a colon or a comma: these call the reader “You”, also in a list of names."""


def about(key: str, names: Names, seat: int, you: Collection[int] = (), /, **fields: Value) -> Message:
    """Return a sentence about a seat, in the second person if it is the reader’s."""
    if seat in you and key not in LABELS:
        return Message(SECOND_PERSON[key], fields)
    return Message(key, {"who": seat_name(names, seat, you), **fields})


def seat_name(names: Names, seat: int, you: Collection[int] = ()) -> str | Message:
    """Return the name of a seat: “you”, the name of its player, or its number."""
    if seat == TABLE:
        return message("tell.table")
    if seat in you:
        return message("web.seat.you")
    return names.get(seat) or message("tell.seat", seat=seat)


def seat_names(names: Names, seats: Iterable[int], you: Collection[int] = ()) -> Message:
    """Return the names of several seats, joined into a list."""
    return together(seat_name(names, seat, you) for seat in sorted(seats))


def level_name(player: str) -> Message:
    """Return the name of a computer's level, given that level or the name of the player."""
    return message(f"tell.level.{level_of(player)}")


def level_message(level: str) -> Message:
    """Describe how a computer of this level plays, with a whole and with a split code."""
    return spaced(message(f"player.level.{level}"), message(f"player.split.{level}"))

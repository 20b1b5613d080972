"""What seats and players are called, and which sentences address the reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from keypeg.core import TABLE
from keypeg.message import Message, Value, message, spaced, together

Names: TypeAlias = Mapping[int, str | Message]
"""By seat: a name. A seat without one is called by its number."""

SECOND_PERSON = {
    "tell.call.right": "web.you.called",
    "tell.end.has": "web.you.end-has",
    "tell.end.needed": "web.you.end-needed",
    "tell.move.give-up": "web.you.gave-up",
    "tell.outcome.winner": "web.you.win",
    "tell.verdict.broke": "web.you.broke",
    "tell.verdict.loses": "web.you.loses",
    "tell.score.leads": "web.you.lead",
    "tell.verdict.marked": "web.you.marked",
    "tell.verdict.points": "web.you.points",
    "tell.verdict.row-of": "web.you.row",
    "tell.verdict.rows": "web.you.rows",
    "tell.verdict.won": "web.you.won",
}
"""Sentences about `{who}` that exist in the second person too. In all others the reader is named “You”."""


def about(key: str, names: Names, seat: int, you: Collection[int] = (), /, **fields: Value) -> Message:
    """Make a sentence about a seat; in the second person for a seat of the reader's, if there is such a sentence."""
    if seat in you and key in SECOND_PERSON:
        return Message(SECOND_PERSON[key], fields)
    return Message(key, {"who": seat_name(names, seat, you), **fields})


def seat_name(names: Names, seat: int, you: Collection[int] = ()) -> str | Message:
    if seat == TABLE:
        return message("tell.table")
    if seat in you:
        return message("web.seat.you")
    return names.get(seat) or message("tell.seat", seat=seat)


def seat_names(names: Names, seats: Iterable[int], you: Collection[int] = ()) -> Message:
    return together(seat_name(names, seat, you) for seat in sorted(seats))


def level_name(level: str) -> Message:
    return message(f"tell.level.{level}")


def level_message(level: str) -> Message:
    """Describe how a computer of this level plays, with a whole and with a split code."""
    return spaced(message(f"player.level.{level}"), message(f"player.split.{level}"))

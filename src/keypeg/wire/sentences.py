"""What a client that draws a table says about it, as messages to render in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from keypeg import core
from keypeg.message import Message
from keypeg.tell.at_table import (
    called_messages,
    own_share_message,
    result_message,
    round_message,
    row_template,
    score_messages,
    sitter_name,
    status_message,
)
from keypeg.tell.events import points_message, shown_verdict_messages
from keypeg.tell.names import Names, seat_name


class Reader(NamedTuple):
    """For whom sentences are chosen: what the seats are called, and which of them to address."""

    names: Names
    you: Collection[int] = ()


class Sentences(Struct, frozen=True):
    """Sentences about a table, addressed to the owner of the View."""

    seats: list[str | Message]
    """By seat: what it is called."""
    status: Message
    """Whom the match waits for, and for what; at the end who won."""
    round: Message | None
    """Which round and code is being played; null in a match of a single code."""
    points: Message
    scores: list[Message]
    """By seat: its points, or rows, once the match is over."""
    own_share: Message | None
    """Your own part of a split code."""
    result: Message | None
    """What you came to, once the match is over."""
    rows: list[Message]
    """By board: the sentence about any of its rows, but for the fields `row`, `code` and `marks`."""
    calls: list[tuple[Message, Message]]
    """By call of the running attempt: what was called, and whether it was right."""
    past: list[list[Message]]
    """By past attempt: how it ended."""


class Sitter(Protocol):
    """Who sits at a seat: a wire Seat, for instance."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def player(self) -> str | None: ...


def sentences_of(view: core.View, sitters: Sequence[Sitter], mine: Sequence[int]) -> Sentences:
    """Choose the sentences of a View; `mine` are all seats of its owner."""
    names, you = reader_of(view.seat, sitters, mine)
    return Sentences(
        seats=[seat_name(names, each.seat, you) for each in sitters],
        status=status_message(view, names, you, sum(each.kind == "open" for each in sitters)),
        round=round_message(view),
        points=points_message(view.rules, names, view.points, you),
        scores=list(score_messages(view)),
        own_share=own_share_message(view),
        result=result_message(view, names, you),
        rows=[row_template(view, board, names, you) for board in view.boards],
        calls=[called_messages(names, called, you) for called in view.calls],
        past=[list(shown_verdict_messages(view.rules, names, attempt, you)) for attempt in view.past],
    )


def reader_of(seat: int | None, sitters: Sequence[Sitter], mine: Sequence[int]) -> Reader:
    """Return whom the sentences of a seat's View are for: nobody is “you” if several people share the device."""
    numbered = len(sitters) > 2
    names = {
        each.seat: sitter_name(each.seat, each.kind, each.name, each.player, numbered=numbered) for each in sitters
    }
    return Reader(names, (seat,) if seat is not None and len(mine) < 2 else ())

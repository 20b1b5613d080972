"""The sentences of a View, chosen from a View of the core alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from keypeg import core
from keypeg.api.boxes import rules_of
from keypeg.message import Message
from keypeg.tell.at_table import (
    called_messages,
    code_message,
    own_share_message,
    result_message,
    round_message,
    row_template,
    short_name,
    sitter_name,
    status_message,
)
from keypeg.tell.daily import puzzle_message
from keypeg.tell.events import shown_verdict_messages
from keypeg.tell.guide import guide_messages
from keypeg.tell.names import Names, seat_name
from keypeg.tell.score import ending_messages, ending_title, score


class Side(Struct, frozen=True):
    """One side of a score."""

    seat: int
    who: str | Message
    points: int | None
    """If rows count, null for a seat that has neither rows nor a code behind it yet."""
    leads: bool


class Score(Struct, frozen=True):
    """A score: what it counts, the sides with yours first, and who leads once all have had the same number of codes."""

    counts: Message
    sides: list[Side]
    leads: Message | None
    sentence: Message
    """The whole score, for screen readers."""


class Ended(Struct, frozen=True):
    """The sentences on a finished attempt."""

    heading: Message | None
    """The number of its round and code; null in a match of a single code."""
    told: list[Message]
    """How it ended."""


class Ending(Struct, frozen=True):
    """The end of a match: who won, and why."""

    title: Message
    why: list[Message]
    result: Literal["won", "lost", "drawn", "seen"]
    """How it ended for you; `seen` if you did not play, or several people share the device."""


class Sentences(Struct, frozen=True):
    """Sentences about a table, addressed to the owner of the View."""

    seats: list[str | Message]
    """By seat: its name."""
    status: Message
    """Whom the match waits for, and for what; or who won, once it is over."""
    round: Message | None
    """The number of the round and code being played; null in a match of a single code."""
    score: Score | None
    """The score now; null in a match of a single code."""
    score_before: Score | None
    """The score before the last finished code."""
    ending: Ending | None
    """Why the match ended as it did, once it is over."""
    code: Message | None
    """The limits on the code that you are to hide."""
    guide: list[Message]
    """What to know at your first code, if hints were agreed on and you are the only person."""
    own_share: Message | None
    """Your own part of a split code."""
    result: Message | None
    """Your result, once the match is over."""
    rows: list[Message]
    """By board: the sentence for each of its rows, with the fields `row`, `code` and `marks` left to fill in."""
    calls: list[tuple[Message, Message]]
    """By call of the running attempt: what was called, and whether it was right."""
    past: list[Ended]
    """By past attempt: how it ended."""


class Reader(NamedTuple):
    """The person for whom sentences are chosen: the names of the seats, and the seats to address as “you”."""

    names: Names
    you: tuple[int, ...] = ()


class Sitter(Protocol):
    """The person or computer at a seat, such as a wire Seat."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def player(self) -> str | None: ...


class ToldPast(NamedTuple):
    """A cache of the sentences on past attempts, with the names of the seats that they were made for."""

    names: Names
    ended: list[Ended]


def status_of(view: core.View, sitters: Sequence[Sitter], mine: Sequence[int], *, puzzle: bool = False) -> Message:
    """Return the sentence that tells the owner of a View whom the match waits for, or how it ended."""
    solved = puzzle_message(view) if puzzle else None
    return solved or status_message(view, *reader_of(view.seat, sitters, mine), _open_seats(sitters))


def sentences_of(  # noqa: PLR0913 - options by name
    view: core.View,
    sitters: Sequence[Sitter],
    mine: Sequence[int],
    *,
    puzzle: bool = False,
    guided: bool = False,
    told: dict[tuple[int, ...], ToldPast] | None = None,
) -> Sentences:
    """Choose the sentences of a View; `mine` holds all seats of its owner.

    Nobody wins or loses a `puzzle`. `guided` adds help with a first code. `told` caches the sentences on past attempts
    between Views of the same match, by the seats addressed; those that it lacks are added.
    """
    names, you = reader_of(view.seat, sitters, mine)
    solved = puzzle_message(view) if puzzle else None
    brief = Reader(_names(sitters, short_name), you)
    return Sentences(
        seats=[seat_name(names, each.seat, you) for each in sitters],
        status=solved or status_message(view, names, you, _open_seats(sitters)),
        round=round_message(view.rules, view.round, view.code, again=bool(view.again)),
        score=_score(view.rules, view.past, brief),
        score_before=_score(view.rules, view.past[:-1], brief),
        ending=None if puzzle else _ending(view, brief),
        code=code_message(view),
        guide=guide_messages(view, brief.names, key=rules_of(view.rules).key) if guided else [],
        own_share=own_share_message(view),
        result=solved or result_message(view, names, you),
        rows=[row_template(view, board, names, you) for board in view.boards],
        calls=[called_messages(names, called, you) for called in view.calls],
        past=_past(view, Reader(names, you), {} if told is None else told, puzzle=puzzle),
    )


def _score(rules: core.Rules, past: Sequence[core.Attempt], reader: Reader) -> Score | None:
    found = score(rules, past, *reader)
    if found is None:
        return None
    sides = [
        Side(seat, seat_name(reader.names, seat, reader.you), found.points[seat - 1], seat == found.leader)
        for seat in found.order
    ]
    return Score(found.counts, sides, found.leads, found.sentence)


def _ending(view: core.View, reader: Reader) -> Ending | None:
    if view.outcome is None:
        return None
    winner = view.outcome.winner
    result: Literal["won", "lost", "drawn", "seen"] = "seen"
    if reader.you:
        result = "drawn" if winner is None else "won" if winner in reader.you else "lost"
    title = ending_title(view, view.outcome, *reader)
    return Ending(title, list(ending_messages(view, *reader)), result)


def _past(view: core.View, reader: Reader, told: dict[tuple[int, ...], ToldPast], *, puzzle: bool) -> list[Ended]:
    names, you = reader
    known = told.get(you)
    if known is None or known.names != names:
        known = told[you] = ToldPast(names, [])
    ended = known.ended
    if len(ended) < len(view.past):
        tries = Counter((each.round, each.code) for each in view.past[: len(ended)])
        for each in view.past[len(ended) :]:
            again = tries[each.round, each.code] > 0
            tries[each.round, each.code] += 1
            heading = round_message(view.rules, each.round, each.code, again=again)
            ended.append(Ended(heading, [] if puzzle else list(shown_verdict_messages(view.rules, names, each, you))))
    return ended[: len(view.past)]


def _open_seats(sitters: Sequence[Sitter]) -> int:
    return sum(each.kind == "open" for each in sitters)


def reader_of(seat: int | None, sitters: Sequence[Sitter], mine: Sequence[int]) -> Reader:
    """Return the reader of a seat's View. If several people share the device, nobody is “you”."""
    return Reader(_names(sitters, sitter_name), (seat,) if seat is not None and len(mine) < 2 else ())


def _names(sitters: Sequence[Sitter], name: Callable[..., str | Message]) -> Names:
    numbered = len(sitters) > 2
    return {each.seat: name(each.seat, each.kind, each.name, each.player, numbered=numbered) for each in sitters}

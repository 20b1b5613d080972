"""Choose the sentences of a wire View, from a View of the core alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from keypeg import core
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
from keypeg.wire.boxes import rules_of
from keypeg.wire.view import Ended, Ending, Score, Sentences, Side


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

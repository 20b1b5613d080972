"""Sentences for a client that draws a table: whom the match waits for, which round it is, the names of the seats."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from keypeg.core import BLANK, TABLE, Board, Call, Called, Phase, Rules, Space, View
from keypeg.message import Message, Value, concat, message, spaced, together
from keypeg.tell.events import call_message, heading_message, move_message, outcome_message, share_message
from keypeg.tell.names import Names, level_name, seat_name, seat_names


@lru_cache(maxsize=1024)
def sitter_name(seat: int, kind: str, name: str, player: str | None, *, numbered: bool = False) -> str | Message:
    """Return the name to show for a person, a computer (`player` is its name) or an open seat.

    `numbered` adds the number of the seat, for tables where answers name seats by number.
    """
    if kind == "computer":
        level = level_name(player or "")
        return spaced(level, seat) if numbered else message("web.seat.computer", level=level)
    if kind == "open":
        return message("web.seat.open", seat=seat)
    if not name:
        return message("tell.seat", seat=seat)
    return concat(name, " (", seat, ")") if numbered else name


def short_name(seat: int, kind: str, name: str, player: str | None, *, numbered: bool = False) -> str | Message:
    """Return the name for a score: like `sitter_name`, but a computer is called by its level alone."""
    if kind == "computer" and not numbered:
        return level_name(player or "")
    return sitter_name(seat, kind, name, player, numbered=numbered)


def status_message(view: View, names: Names, you: Collection[int], open_seats: int = 0) -> Message:
    """Say whom the match waits for, and for what; or who won, once it is over.

    `you` is empty if several people share the device: then the sentence names the person who has to act.
    """
    if view.outcome:
        return outcome_message(view.rules, names, view.outcome, you)
    if view.seat in view.to_act:
        return _task(view, names, you)
    if open_seats:
        return message("web.status.open", seats=open_seats)
    waited = view.to_act - {TABLE, view.seat or TABLE}
    if not waited:
        return message("web.status.moment")
    who = seat_names(names, waited, you)
    return message("web.status.sealed", who=who) if view.placed else message(f"web.status.waits.{view.phase}", who=who)


def _task(view: View, names: Names, you: Collection[int]) -> Message:
    """Say what the seat of a View has to do now: by name, unless it is the reader’s."""
    named = None if view.seat in you else seat_name(names, view.seat or TABLE)
    if view.phase is Phase.GUESS:
        row = len(view.board.rows) + 1 if view.board else 1
        rows = {} if view.rules.rows is None else {"rows": view.rules.rows}
        key = "guess" if rows else "guess-on"
        return _addressed(f"web.status.{key}", f"web.status.to.{key}", named, row=row, **rows)
    if view.to_mark:
        marked = seat_name(names, view.to_mark.breaker, you)
        if named is None:
            return message("web.status.mark", who=marked)
        return message("web.status.to.mark", who=named, breaker=marked)
    return _addressed(f"web.status.own.{view.phase}", f"web.status.to.{view.phase}", named)


def _addressed(own: str, to: str, named: str | Message | None, **fields: Value) -> Message:
    """Return the sentence that speaks to the reader, or the one that addresses a person by name."""
    return Message(own, fields) if named is None else Message(to, {"who": named, **fields})


def round_message(rules: Rules, round: int, code: int, *, again: bool = False) -> Message | None:
    """Say which round and code is being played; None in a match of a single code, and once the match is over."""
    if not round or (rules.rounds == 1 and rules.codes_a_round == 1):
        return None
    if rules.rounds == 1:
        heading = message("web.round.code", code=code, codes=rules.codes_a_round)
        return message("tell.round.again", round=heading) if again else heading
    return heading_message(rules, round, code, again=again)


def row_template(view: View, board: Board, names: Names, you: Collection[int]) -> Message:
    """Return the sentence for every row of a board, with `row`, `code` and `marks` left for the client to fill in."""
    if len(view.boards) == 1:
        return Message("tell.row", {})
    who = seat_name(names, board.breaker, you)
    if view.rules.boards > 1:
        return Message("tell.row.of-board", {"who": who, "board": board.number})
    return Message("tell.row.of", {"who": who})


def called_messages(names: Names, called: Called, you: Collection[int]) -> tuple[Message, Message]:
    """Say what a seat called, and whether it was right."""
    return move_message(names, called.seat, Call(called.code), you), call_message(names, called, you)


def code_message(view: View) -> Message | None:
    """Say which codes the owner of a View may hide; None if they have none to hide now."""
    if view.phase is not Phase.HIDE or view.seat is None or view.seat not in view.to_act:
        return None
    return space_message(view.rules.code_hidden_by(view.seat))


def space_message(space: Space) -> Message:
    """Say which codes there are: their holes and colours, and whether these may repeat."""
    colours = len(space.palette)
    parts = [message("tell.code.size", holes=space.holes, colours=colours)]
    parts.append(message("tell.code.distinct" if space.distinct else "tell.code.repeats"))
    if BLANK in space.pegs:
        parts.append(message("tell.code.blanks"))
    return spaced(*parts)


def own_share_message(view: View) -> Message | None:
    """Say which part of a split code the owner of a View holds; None before the deal."""
    held = [share_message(share.code) for share in view.own_shares if view.rules.split and share.code]
    return message("tell.share.own", shares=together(held)) if held else None


def result_message(view: View, names: Names, you: Collection[int]) -> Message | None:
    """Say how a finished match went for the owner of a View: in which row they broke their last code, else who won."""
    if view.outcome is None:
        return None
    own = [each for each in view.past if each.boards_of(view.seat)]
    counted = [each for each in own if each.counts]
    last = next(reversed(counted or own), None)
    broke = dict(last.verdict.broke) if last and last.verdict else {}
    if view.seat in broke:
        return message("web.you.broke", row=broke[view.seat])
    return outcome_message(view.rules, names, view.outcome, you)

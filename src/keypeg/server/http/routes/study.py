"""Help at a table, and what to learn from it: the coach, the record, the review, the doctor, a suggestion."""

from __future__ import annotations

from typing import Any

from keypeg import wire
from keypeg.core import Call, Guess
from keypeg.errors import Illegal, Malformed
from keypeg.message import message
from keypeg.notation import Record, Seen, read_move, write_record
from keypeg.review import Review
from keypeg.review.advice import Grade
from keypeg.server.compute import jobs
from keypeg.server.compute.advice import told_by
from keypeg.server.http.request import Request, Route
from keypeg.server.http.routes.tables import may_see
from keypeg.server.http.routes.tools import diagnosis_of
from keypeg.server.rate_limits import TOOLS
from keypeg.server.tables.registry import seat_for
from keypeg.server.tables.table_state import Act, TableState
from keypeg.table import uses_text
from keypeg.tell.share import share_review
from keypeg.wire import api
from keypeg.words import Words


async def coach(request: Request[api.AtTable, wire.NewQuestion]) -> wire.Advice:
    services, table, asked = request.services, request.parameters.id, request.body
    who = await _admit(request)
    async with services.tables.held(table) as live:
        seat = seat_for(live, who, asked.seat)
        view, coaching, move = live.view(seat), live.coaching(seat), _planned(live, asked.move)
        # Another question is another use, whatever its key; the same one, sent again, gets the hint that it got.
        key = f"{asked.key} {asked.ask} {asked.move} {asked.grade}"
        grade = asked.grade or _given(live, seat, key)
    said, use = await services.pool.quick(jobs.advise, view, coaching, asked.ask, move, grade)
    async with services.tables.held(table) as live:
        version = await services.tables.do(live, Act("coach", seat, uses_text((use,)), key))
    return _advice(said, use.kind, version, live, request.words)


async def _admit(request: Request[Any, Any]) -> str | None:
    """Refuse a question if this guest asks too often, or too many wait for an answer already; return who asks."""
    who = await request.guest_id()
    request.services.limits.take(TOOLS, who or "?")
    request.services.pool.admit()
    return who


def _given(live: TableState, seat: int, key: str) -> str | None:
    """Return the grade of the hint that was given for this key before."""
    asked, _ = live.keys.get(f"{seat}:{key}", ("", 0))
    grade = asked.rpartition(":")[2]
    return grade if grade in list(Grade) else None


def _planned(live: TableState, text: str | None) -> Guess | Call | None:
    if text is None:
        return None
    move = read_move(live.rules, text)
    if not isinstance(move, Guess | Call):
        raise Malformed("coach-needs-move")
    return move


def _advice(said: jobs.Advice, kind: str, version: int, live: TableState, words: Words) -> wire.Advice:
    told = told_by(words, live.rules, _names(live), said)
    return wire.Advice(version, kind, told.said, told.possible, told.rows, told.move)


def _names(live: TableState) -> dict[int, str]:
    return {chair.seat: chair.name for chair in live.chairs if chair.name}


async def record(request: Request[api.AtSeat, None]) -> bytes:
    who = await request.guest_id()
    async with request.services.tables.held(request.parameters.id) as live:
        _, shown = may_see(live, who, request.parameters.seat)
        headers, seals = live.headers(), live.table.public_seals
        if live.over:
            text = write_record(Record(live.state, headers, seals))
        else:
            text = write_record(Seen(live.view(shown), headers, seals))
    request.response_headers["content-disposition"] = 'attachment; filename="keypeg.txt"'
    return text.encode()


async def review(request: Request[api.AtTable, None]) -> wire.Review | wire.SplitReview:
    _, found, _ = await _reviewed(request, None)
    return wire.review_of(found)


async def result(request: Request[api.AtSeat, None]) -> wire.Shared:
    live, found, shown = await _reviewed(request, request.parameters.seat)
    day = live.agreed.daily
    title = message("tell.share-result.daily", day=day) if day is not None else None
    lines = request.words.render_all(share_review(_names(live), found, shown, title=title).lines)
    heading, *squares, sentence = lines
    return wire.Shared(heading, squares, sentence, "\n".join(lines))


async def _reviewed(request: Request[Any, None], seat: int | None) -> tuple[TableState, Review, int | None]:
    """Return the table, its review, which is made once, and the seat that asks."""
    services = request.services
    who = await _admit(request)
    async with services.tables.held(request.parameters.id) as live:
        mine, shown = may_see(live, who, seat)
        _refuse_help(live, who)
        known, state = live.reviewed, live.state
        seen = jobs.seen_of(state, live.view(mine[0] if mine else None))
    if known and known[0] is state:
        return live, known[1], shown
    found = await services.pool.slow(jobs.review_of, seen)
    live.reviewed = state, found
    return live, found, shown


async def doctor(request: Request[api.AtSeat, None]) -> wire.Diagnosis:
    services, asked = request.services, request.parameters
    who = await _admit(request)
    async with services.tables.held(asked.id) as live:
        shown = seat_for(live, who, asked.seat)
        _refuse_help(live, who)
        view = live.view(shown)
    return diagnosis_of(await services.pool.slow(jobs.doctor_of, view), request.words)


async def suggestion(request: Request[api.AtSeat, None]) -> wire.Advice:
    services, asked = request.services, request.parameters
    who = await _admit(request)
    async with services.tables.held(asked.id) as live:
        shown = seat_for(live, who, asked.seat)
        _refuse_help(live, who)
        view = live.view(shown)
    said = await services.pool.slow(jobs.hint_of, view, Grade.BEST)
    return _advice(said, Grade.BEST, live.version, live, request.words)


def _refuse_help(live: TableState, who: str | None) -> None:
    """Refuse help that nobody agreed on, unless the table is over or nobody else plays at it."""
    if live.over:
        return
    people = [chair for chair in live.chairs if chair.kind != "computer"]
    alone = len(people) == 1 and people[0].guest == who and who is not None
    if not alone or live.agreed.daily is not None:
        raise Illegal("help-not-agreed")


ROUTES = (
    Route(api.COACH, coach),
    Route(api.RECORD, record),
    Route(api.REVIEW, review),
    Route(api.RESULT, result),
    Route(api.TABLE_DOCTOR, doctor),
    Route(api.SUGGESTION, suggestion),
)

"""Help and afterthought at a table: the coach, the record, the review, the doctor, a suggestion."""

from __future__ import annotations

from litestar import MediaType, Response, Router, get, post
from litestar.params import JSONBody

from keypeg import wire
from keypeg.core import Call, Guess
from keypeg.errors import Illegal, Malformed
from keypeg.message import message
from keypeg.notation import Record, Seen, read_move, write_record
from keypeg.review import Review
from keypeg.review.advice import Grade
from keypeg.server.compute import jobs
from keypeg.server.compute.advice import told_by
from keypeg.server.http.error_responses import language_of, words
from keypeg.server.http.request import Asking, answer, guest_of, services_of
from keypeg.server.http.routes.tables import Id, Seat, may_see
from keypeg.server.http.routes.tools import diagnosis_of
from keypeg.server.rate_limits import TOOLS
from keypeg.server.tables.registry import seat_for
from keypeg.server.tables.table_state import Act, TableState
from keypeg.table import uses_text
from keypeg.tell.share import share_review


@post("/tables/{id:str}/coach", status_code=200, summary="Ask the coach, as far as was agreed")
async def coach(id: Id, data: JSONBody[wire.NewQuestion], request: Asking) -> Response[wire.Advice]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(TOOLS, guest.id if guest else "?")
    services.pool.admit()
    async with services.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        view, coaching, move = live.view(seat), live.coaching(seat), _planned(live, data.move)
        # Another question is another use, whatever its key; the same one, sent again, gets the hint that it got.
        key = f"{data.key} {data.ask} {data.move} {data.grade}"
        grade = data.grade or _given(live, seat, key)
    said, use = await services.pool.quick(jobs.advise, view, coaching, data.ask, move, grade)
    async with services.tables.held(id) as live:
        version = await services.tables.do(live, Act("coach", seat, uses_text((use,)), key))
    return answer(_advice(said, use.kind, version, live, request), [])


def _given(live: TableState, seat: int, key: str) -> str | None:
    """The grade of the hint that was given for this key before."""
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


def _advice(said: jobs.Advice, kind: str, version: int, live: TableState, request: Asking) -> wire.Advice:
    told = told_by(words(language_of(request.headers.get("accept-language", ""))), live.rules, _names(live), said)
    return wire.Advice(version, kind, told.said, told.possible, told.rows, told.move)


def _names(live: TableState) -> dict[int, str]:
    return {chair.seat: chair.name for chair in live.chairs if chair.name}


@get("/tables/{id:str}/record", media_type=MediaType.TEXT, summary="The record, as far as you may know it")
async def record(id: Id, request: Asking, seat: Seat = None) -> Response[str]:
    services = services_of(request)
    guest = await guest_of(request)
    async with services.tables.held(id) as live:
        _, shown = may_see(live, guest, seat)
        headers, seals = live.headers(), live.table.public_seals
        if live.over:
            text = write_record(Record(live.state, headers, seals))
        else:
            text = write_record(Seen(live.view(shown), headers, seals))
    headers = {"content-disposition": 'attachment; filename="keypeg.txt"', "cache-control": "no-store"}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/tables/{id:str}/review", summary="Loss and luck of every row; of a table that is over, or that you play alone")
async def review(id: Id, request: Asking) -> Response[wire.Review | wire.SplitReview]:
    _, found, _ = await _reviewed(id, request, None)
    return answer(wire.review_of(found), [])


@get("/tables/{id:str}/result", summary="Your result as text to be shared, which does not tell the code")
async def result(id: Id, request: Asking, seat: Seat = None) -> Response[wire.Shared]:
    live, found, shown = await _reviewed(id, request, seat)
    said = words(language_of(request.headers.get("accept-language", "")))
    day = live.agreed.daily
    title = message("tell.share-result.daily", day=day) if day is not None else None
    share = share_review(_names(live), found, shown, title=title)
    title_text, *squares, sentence = lines = said.render_all(share.lines)
    return answer(wire.Shared(title_text, squares, sentence, "\n".join(lines)), [])


async def _reviewed(id: str, request: Asking, seat: int | None) -> tuple[TableState, Review, int | None]:
    """The table, its review, which is made once, and the seat that asks."""
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(TOOLS, guest.id if guest else "?")
    services.pool.admit()
    async with services.tables.held(id) as live:
        mine, shown = may_see(live, guest, seat)
        _refuse_help(live, guest.id if guest else None)
        known, state = live.reviewed, live.state
        seen = jobs.seen_of(state, live.view(mine[0] if mine else None))
    if known and known[0] is state:
        return live, known[1], shown
    found = await services.pool.slow(jobs.review_of, seen)
    live.reviewed = state, found
    return live, found, shown


@get("/tables/{id:str}/doctor", summary="Which marks are wrong, at a table that you play alone")
async def doctor(id: Id, request: Asking, seat: Seat = None) -> Response[wire.Diagnosis]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(TOOLS, guest.id if guest else "?")
    services.pool.admit()
    async with services.tables.held(id) as live:
        shown = seat_for(live, guest.id if guest else None, seat)
        _refuse_help(live, guest.id if guest else None)
        view = live.view(shown)
    return answer(diagnosis_of(await services.pool.slow(jobs.doctor_of, view), request), [])


@get("/tables/{id:str}/suggestion", summary="What to do next, at a table that you play alone")
async def suggestion(id: Id, request: Asking, seat: Seat = None) -> Response[wire.Advice]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(TOOLS, guest.id if guest else "?")
    services.pool.admit()
    async with services.tables.held(id) as live:
        shown = seat_for(live, guest.id if guest else None, seat)
        _refuse_help(live, guest.id if guest else None)
        view = live.view(shown)
    said = await services.pool.slow(jobs.hint_of, view, Grade.BEST)
    return answer(_advice(said, Grade.BEST, live.version, live, request), [])


def _refuse_help(live: TableState, guest: str | None) -> None:
    """Help that nobody agreed on is for tables that are over, or at which nobody else plays."""
    if live.over:
        return
    people = [chair for chair in live.chairs if chair.kind != "computer"]
    alone = len(people) == 1 and people[0].guest == guest and guest is not None
    if not alone or live.agreed.daily is not None:
        raise Illegal("help-not-agreed")


ROUTER = Router("/", route_handlers=[coach, record, review, result, doctor, suggestion], tags=["study"])

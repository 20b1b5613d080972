"""Help at a table, and what to learn from it: the coach, the record, the review, the doctor, a suggestion."""

from __future__ import annotations

from typing import Any

from keypeg import service, wire
from keypeg.review import Review
from keypeg.review import review as review_match
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import TOOLS
from keypeg.server.tables.registry import LockedTable
from keypeg.wire import api


async def coach(request: Request[api.AtTable, wire.NewQuestion]) -> wire.Advice:
    services = request.services
    who = await _admit(request)
    async with services.tables.held(request.parameters.id) as table:
        question = service.question(table, who, request.body)
    answer, use = await services.pool.quick(service.advise, question)
    return await services.tables.change(
        request.parameters.id, lambda table: service.advice(table, question, answer, use, services.time.now())
    )


async def record(request: Request[api.AtSeat, None]) -> bytes:
    who = await request.guest_id()
    async with request.services.tables.held(request.parameters.id) as table:
        text = service.record(table, who, request.parameters.seat)
    request.response_headers["content-disposition"] = 'attachment; filename="keypeg.txt"'
    return text.encode()


async def review(request: Request[api.AtTable, None]) -> wire.Review | wire.SplitReview:
    table, found, _ = await _reviewed(request, None)
    return service.review_of(table, found, await request.guest_id())


async def result(request: Request[api.AtSeat, None]) -> wire.Shared:
    table, found, seat = await _reviewed(request, request.parameters.seat)
    return service.share(table, found, seat)


async def _reviewed(request: Request[Any, None], asked: int | None) -> tuple[LockedTable, Review, int | None]:
    """Return the table, its review, which is made once, and the seat that asks."""
    services = request.services
    who = await _admit(request)
    async with services.tables.held(request.parameters.id) as table:
        _, seat = service.may_see(table, who, asked)
        seen = service.reviewed_state(table, who)
        known, state = table.reviewed, table.state
    if known and known[0] is state:
        return table, known[1], seat
    found = await services.pool.slow(review_match, seen)
    table.reviewed = state, found
    return table, found, seat


async def doctor(request: Request[api.AtSeat, None]) -> wire.Diagnosis:
    services, asked = request.services, request.parameters
    who = await _admit(request)
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    return await services.pool.slow(service.diagnose, view)


async def suggestion(request: Request[api.AtSeat, None]) -> wire.Advice:
    services, asked = request.services, request.parameters
    who = await _admit(request)
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    best = await services.pool.slow(service.best_hint, view)
    return service.suggestion(table, best)


async def _admit(request: Request[Any, Any]) -> str | None:
    """Refuse a question if this guest asks too often, or too many wait for an answer already; return who asks."""
    who = await request.guest_id()
    request.services.limits.take(TOOLS, who or "?")
    request.services.pool.admit()
    return who


ROUTES = (
    Route(api.COACH, coach),
    Route(api.RECORD, record),
    Route(api.REVIEW, review),
    Route(api.RESULT, result),
    Route(api.TABLE_DOCTOR, doctor),
    Route(api.SUGGESTION, suggestion),
)

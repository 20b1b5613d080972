"""Help at a table and study of its match: the coach, the record, the review, the doctor, and suggestions."""

from __future__ import annotations

from typing import Any

from keypeg import service, wire
from keypeg.review import Review
from keypeg.server.http.computed import hint
from keypeg.server.http.request import Request, Route
from keypeg.server.http.routes.tables import VIEWED_MOVES
from keypeg.server.rate_limits import READS, TOOLS
from keypeg.server.tables.memory import LockedTable
from keypeg.wire import api, parameters

REVIEWED_MOVES = 200
"""The number of moves that add one token to the price of a review."""


async def coach(request: Request[parameters.AtTable, wire.NewQuestion]) -> wire.Advice:
    services, who = request.services, await request.guest_id()
    async with services.tables.held(request.parameters.id) as table:
        question = service.question(table, who, request.body)
    answer, use = await hint(request, table.rules, service.advise, question)
    return await services.tables.change(
        request.parameters.id, lambda table: service.advice(table, question, answer, use, services.time.now())
    )


async def record(request: Request[parameters.AtSeat, None]) -> bytes:
    who = await request.guest_id()
    async with request.services.tables.held(request.parameters.id) as table:
        await request.take(READS, table.length / VIEWED_MOVES)
        text = await request.services.tables.on(table, service.record, table, who, request.parameters.seat)
    request.response_headers["content-disposition"] = 'attachment; filename="keypeg.txt"'
    return text.encode()


async def review(request: Request[parameters.AtTable, None]) -> wire.Review | wire.SplitReview:
    table, found, _ = await _reviewed(request, None)
    return await request.services.tables.on(table, service.review_of, table, found, await request.guest_id())


async def result(request: Request[parameters.AtSeat, None]) -> wire.Shared:
    table, found, seat = await _reviewed(request, request.parameters.seat)
    return service.share(table, found, seat)


async def _reviewed(request: Request[Any, None], asked: int | None) -> tuple[LockedTable, Review, int | None]:
    """Return the table, its review, which is computed once, and the seat that the request is for."""
    services, who = request.services, await request.guest_id()
    async with services.tables.held(request.parameters.id) as table:
        _, seat = service.may_see(table, who, asked)
        seen = service.reviewed_state(table, who)
        await request.take(TOOLS, table.length / REVIEWED_MOVES)
        state = table.state
    return table, await services.reviews.of(table, state, seen, await request.client()), seat


async def doctor(request: Request[parameters.AtSeat, None]) -> wire.Diagnosis:
    services, asked, who = request.services, request.parameters, await request.guest_id()
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    return await hint(request, table.rules, service.diagnose, view)


async def suggestion(request: Request[parameters.AtSeat, None]) -> wire.Advice:
    services, asked, who = request.services, request.parameters, await request.guest_id()
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    return service.suggestion(table, await hint(request, table.rules, service.best_hint, view))


ROUTES = (
    Route(api.COACH, coach, TOOLS),
    Route(api.RECORD, record, READS, 4),
    Route(api.REVIEW, review, TOOLS, 2),
    Route(api.RESULT, result, TOOLS, 2),
    Route(api.TABLE_DOCTOR, doctor, TOOLS, 2),
    Route(api.SUGGESTION, suggestion, TOOLS),
)

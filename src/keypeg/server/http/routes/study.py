"""Help at a table and study of its match: the coach, the record, the review, the doctor, and suggestions."""

from __future__ import annotations

from keypeg import service
from keypeg.api import coach as coach_api
from keypeg.api import doctor as doctor_api
from keypeg.api import records as records_api
from keypeg.api import review as review_api
from keypeg.api.coach import Advice
from keypeg.api.doctor import Diagnosis
from keypeg.api.limits import READS, TOOLS
from keypeg.api.review import Review as SentReview
from keypeg.api.review import Shared, SplitReview
from keypeg.review import Review
from keypeg.server.http.request import Request, answers
from keypeg.server.http.routes.tables import VIEWED_MOVES
from keypeg.server.tables.memory import LockedTable

REVIEWED_MOVES = 200
"""The number of moves that add one token to the price of a review."""


@answers(coach_api.coach)
async def coach(request: Request) -> Advice:
    services, who = request.services, await request.guest_id()
    async with services.tables.held(request.parameters.id) as table:
        question = service.question(table, who, request.asked)
    answer, use = await request.compute(table.rules, service.advise, question)
    return await services.tables.change(
        request.parameters.id, lambda table: service.advice(table, question, answer, use, services.time.now())
    )


@answers(records_api.record)
async def record(request: Request) -> bytes:
    who = await request.guest_id()
    async with request.services.tables.held(request.parameters.id) as table:
        await request.take(READS, table.length / VIEWED_MOVES)
        text = await request.services.tables.on(table, service.record, table, who, request.parameters.seat)
    return text.encode()


@answers(review_api.review)
async def review(request: Request) -> SentReview | SplitReview:
    table, found, _ = await _reviewed(request, None)
    return await request.services.tables.on(table, service.review_of, table, found, await request.guest_id())


@answers(review_api.result)
async def result(request: Request) -> Shared:
    table, found, seat = await _reviewed(request, request.parameters.seat)
    return service.share(table, found, seat)


async def _reviewed(request: Request, asked: int | None) -> tuple[LockedTable, Review, int | None]:
    """Return the table, its review, which is computed once, and the seat that the request is for."""
    services, who = request.services, await request.guest_id()
    async with services.tables.held(request.parameters.id) as table:
        _, seat = service.may_see(table, who, asked)
        seen = service.reviewed_state(table, who)
        await request.take(TOOLS, table.length / REVIEWED_MOVES)
        state = table.state
    return table, await services.reviews.of(table, state, seen, await request.client()), seat


@answers(doctor_api.table_doctor)
async def doctor(request: Request) -> Diagnosis:
    services, asked, who = request.services, request.parameters, await request.guest_id()
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    return await request.compute(table.rules, service.diagnose, view)


@answers(coach_api.suggestion)
async def suggestion(request: Request) -> Advice:
    services, asked, who = request.services, request.parameters, await request.guest_id()
    async with services.tables.held(asked.id) as table:
        view = service.helped_view(table, who, asked.seat)
    return service.suggestion(table, await request.compute(table.rules, service.best_hint, view))

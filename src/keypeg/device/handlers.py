"""What a device answers in its own way. All other endpoints answer themselves, or need a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import structs

from keypeg import core, service
from keypeg.api import coach as coach_api
from keypeg.api import daily as daily_api
from keypeg.api import doctor as doctor_api
from keypeg.api import identity as identity_api
from keypeg.api import moves as moves_api
from keypeg.api import own_tables as own_tables_api
from keypeg.api import records as records_api
from keypeg.api import review as review_api
from keypeg.api import tables as tables_api
from keypeg.api import view as view_api
from keypeg.api.boxes import Rules
from keypeg.api.coach import Advice
from keypeg.api.daily import Daily, DailyArchive
from keypeg.api.doctor import Diagnosis
from keypeg.api.endpoint import Endpoint, Handler
from keypeg.api.identity import Identity
from keypeg.api.moves import Done
from keypeg.api.own_tables import Companion
from keypeg.api.review import Review, SplitReview
from keypeg.api.tables import Made
from keypeg.api.view import View
from keypeg.deduce.late_import import has_numpy
from keypeg.device.daily import DailyPuzzles
from keypeg.device.levels import offered, refuse_sitters
from keypeg.device.tables import ME
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.review import review as review_match
from keypeg.service import Person, Plan
from keypeg.table import Table

if TYPE_CHECKING:
    from keypeg.device.device import Device

T = TypeVar("T")


@dataclass(slots=True)
class DeviceCall:
    """A request of the page."""

    device: Device
    parameters: Any
    asked: Any

    async def compute(self, rules: core.Rules, work: Callable[..., T], *args: Any, long: bool = False) -> T:  # noqa: ARG002 - of Call
        """Answer a question about these rules."""
        return await self.device.help(rules, work, *args)

    def offered(self, facts: Rules) -> Rules:
        """Return the facts of rules, limited to what a device offers."""
        return offered(facts)


HANDLERS: dict[Endpoint[..., Any, Any], Handler] = {}


def answers(endpoint: Endpoint[..., Any, T]) -> Callable[[Callable[[DeviceCall], Awaitable[T]]], Handler]:
    """Declare the handler of an endpoint."""

    def declare(handler: Callable[[DeviceCall], Awaitable[T]]) -> Handler:
        HANDLERS[endpoint] = handler
        return handler

    return declare


@answers(tables_api.make_table)
async def make_table(call: DeviceCall) -> Made:
    refuse_sitters(read_rules(call.asked.rules), call.asked.seats)
    return await _opened(call, service.new_table(call.asked, Person(ME)))


@answers(tables_api.rematch)
async def rematch(call: DeviceCall) -> Made:
    device, wished = call.device, call.asked
    async with device.tables.held(call.parameters.id) as table:
        plan, offered_already = service.rematch(table, ME, wished), table.rematch
    if plan is None:
        assert offered_already is not None, "that is why there is no plan"
        async with device.tables.held(offered_already.table) as again:
            return _made(again)
    made = await _opened(call, plan)
    await device.tables.change(
        call.parameters.id, lambda old: service.offer_rematch(old, ME, wished, made.table, device.now())
    )
    return made


async def _opened(call: DeviceCall, plan: Plan) -> Made:
    if any(chair.kind == "open" for chair in plan.chairs):
        raise Illegal("needs-server")
    return _made(await call.device.tables.open(plan))


def _made(table: Table) -> Made:
    return Made(table.id, table.version, list(table.seats_of(ME)), [], "")


@answers(view_api.view)
async def view(call: DeviceCall) -> View:
    async with call.device.tables.held(call.parameters.id) as table:
        mine, seat = service.may_see(table, ME, call.parameters.seat)
        seen = service.view(table, seat, mine, {})
    return structs.replace(seen, rules=offered(seen.rules))


@answers(moves_api.move)
async def move(call: DeviceCall) -> Done:
    device = call.device
    return await device.tables.change(
        call.parameters.id, lambda table: service.move(table, ME, call.asked, device.now())
    )


@answers(moves_api.undo)
async def undo(call: DeviceCall) -> Done:
    device = call.device
    return await device.tables.change(
        call.parameters.id, lambda table: service.undo(table, ME, call.asked, device.now())
    )


@answers(moves_api.call_window)
async def call_window(call: DeviceCall) -> Done:
    device = call.device
    return await device.tables.change(
        call.parameters.id, lambda table: service.call_window(table, ME, call.asked, device.now())
    )


@answers(moves_api.say)
async def say(call: DeviceCall) -> Done:
    device = call.device
    return await device.tables.change(
        call.parameters.id, lambda table: service.say(table, ME, call.asked, device.now())
    )


@answers(coach_api.coach)
async def coach(call: DeviceCall) -> Advice:
    device = call.device
    async with device.tables.held(call.parameters.id) as table:
        question = service.question(table, ME, call.asked)
    answer, use = await call.compute(table.rules, service.advise, question)
    return await device.tables.change(
        call.parameters.id, lambda table: service.advice(table, question, answer, use, device.now())
    )


@answers(doctor_api.table_doctor)
async def table_doctor(call: DeviceCall) -> Diagnosis:
    async with call.device.tables.held(call.parameters.id) as table:
        seen = service.helped_view(table, ME, call.parameters.seat)
    return await call.compute(table.rules, service.diagnose, seen)


@answers(coach_api.suggestion)
async def suggestion(call: DeviceCall) -> Advice:
    async with call.device.tables.held(call.parameters.id) as table:
        seen = service.helped_view(table, ME, call.parameters.seat)
    return service.suggestion(table, await call.compute(table.rules, service.best_hint, seen))


@answers(records_api.record)
async def record(call: DeviceCall) -> str:
    async with call.device.tables.held(call.parameters.id) as table:
        return service.record(table, ME, call.parameters.seat)


@answers(review_api.review)
async def review(call: DeviceCall) -> Review | SplitReview:
    async with call.device.tables.held(call.parameters.id) as table:
        seen = service.reviewed_state(table, ME)
    if table.rules.split and not has_numpy():
        raise Illegal("review-needs-server")  # without starting a second Python just to find that out
    try:
        found = await call.compute(table.rules, review_match, seen)
    except Illegal as error:
        raise Illegal("review-needs-server") if error.slug == "needs-server" else error from None
    return service.review_of(table, found, ME)


def _puzzles(call: DeviceCall) -> DailyPuzzles:
    return DailyPuzzles(call.device.tables, call.device.now())


@answers(daily_api.daily)
async def daily(call: DeviceCall) -> Daily:
    return await _puzzles(call).of_day(call.parameters.day)


@answers(daily_api.start_daily)
async def start_daily(call: DeviceCall) -> Made:
    return _made(await _puzzles(call).start(call.parameters.day))


@answers(daily_api.daily_archive)
async def daily_archive(call: DeviceCall) -> DailyArchive:
    return await _puzzles(call).archive(call.parameters.before)


@answers(identity_api.me)
async def me(_: DeviceCall) -> Identity:
    return Identity(known=True, name="")


@answers(own_tables_api.people)
async def people(_: DeviceCall) -> list[Companion]:
    return []

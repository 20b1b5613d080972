"""The handlers of a device, by endpoint. All other endpoints need a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import structs

from keypeg import service, wire
from keypeg.deduce.late_import import has_numpy
from keypeg.device.daily import DailyPuzzles
from keypeg.device.levels import offered, refuse_sitters
from keypeg.device.tables import ME
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.review import review as review_match
from keypeg.service import Person, Plan
from keypeg.table import Table
from keypeg.wire import api, parameters

if TYPE_CHECKING:
    from keypeg.device.device import Device

P = TypeVar("P")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Asked(Generic[P, B]):
    """A decoded request, for its handler."""

    device: Device
    parameters: P
    body: B


async def all_boxes(_: Asked[None, None]) -> list[wire.Box]:
    return service.all_boxes()


async def rules(asked: Asked[parameters.OfRules, None]) -> wire.Rules:
    return offered(service.rules_facts(asked.parameters.text))


async def box_rules(asked: Asked[parameters.OfBox, None]) -> wire.RulesPage:
    return service.rules_for_people(asked.parameters.box_id)


async def players(_: Asked[None, None]) -> wire.Computers:
    return service.computers()


async def mark(asked: Asked[None, wire.AskMark]) -> wire.Marked:
    return service.mark(asked.body)


async def check(asked: Asked[None, wire.AskCheck]) -> wire.Fitting:
    return await asked.device.help(read_rules(asked.body.rules), service.check, asked.body)


async def doctor(asked: Asked[None, wire.AskRows]) -> wire.Diagnosis:
    return await asked.device.help(read_rules(asked.body.rules), service.doctor, asked.body)


async def home(asked: Asked[None, wire.AskHome]) -> wire.HomeAdvice:
    return await asked.device.help(read_rules(asked.body.rules), service.home, asked.body)


async def puzzle(asked: Asked[parameters.OfPuzzle, None]) -> wire.Puzzle:
    which = asked.parameters
    return service.puzzle(which.kind, which.level, which.seed)


async def answer_puzzle(asked: Asked[parameters.OfPuzzle, wire.PuzzleAnswer]) -> wire.PuzzleVerdict:
    which = asked.parameters
    return service.puzzle_verdict(which.kind, which.level, which.seed, asked.body.answer)


async def make_table(asked: Asked[None, wire.NewTable]) -> wire.Made:
    refuse_sitters(read_rules(asked.body.rules), asked.body.seats)
    return await _opened(asked, service.new_table(asked.body, Person(ME)))


async def rematch(asked: Asked[parameters.AtTable, wire.NewRematch]) -> wire.Made:
    device, wished = asked.device, asked.body
    async with device.tables.held(asked.parameters.id) as table:
        plan, offered_already = service.rematch(table, ME, wished), table.rematch
    if plan is None:
        assert offered_already is not None, "that is why there is no plan"
        async with device.tables.held(offered_already.table) as again:
            return _made(again)
    made = await _opened(asked, plan)
    await device.tables.change(
        asked.parameters.id, lambda old: service.offer_rematch(old, ME, wished, made.table, device.now())
    )
    return made


async def _opened(asked: Asked[Any, Any], plan: Plan) -> wire.Made:
    if any(chair.kind == "open" for chair in plan.chairs):
        raise Illegal("needs-server")
    return _made(await asked.device.tables.open(plan))


def _made(table: Table) -> wire.Made:
    return wire.Made(table.id, table.version, list(table.seats_of(ME)), [], "")


async def view(asked: Asked[parameters.AfterVersion, None]) -> wire.View:
    async with asked.device.tables.held(asked.parameters.id) as table:
        mine, seat = service.may_see(table, ME, asked.parameters.seat)
        seen = service.view(table, seat, mine, {})
    return structs.replace(seen, rules=offered(seen.rules))


async def move(asked: Asked[parameters.AtTable, wire.NewMove]) -> wire.Done:
    device = asked.device
    return await device.tables.change(
        asked.parameters.id, lambda table: service.move(table, ME, asked.body, device.now())
    )


async def undo(asked: Asked[parameters.AtTable, wire.NewUndo]) -> wire.Done:
    device = asked.device
    return await device.tables.change(
        asked.parameters.id, lambda table: service.undo(table, ME, asked.body, device.now())
    )


async def call_window(asked: Asked[parameters.AtTable, wire.InWindow]) -> wire.Done:
    device = asked.device
    return await device.tables.change(
        asked.parameters.id, lambda table: service.call_window(table, ME, asked.body, device.now())
    )


async def say(asked: Asked[parameters.AtTable, wire.NewSay]) -> wire.Done:
    device = asked.device
    return await device.tables.change(
        asked.parameters.id, lambda table: service.say(table, ME, asked.body, device.now())
    )


async def coach(asked: Asked[parameters.AtTable, wire.NewQuestion]) -> wire.Advice:
    device = asked.device
    async with device.tables.held(asked.parameters.id) as table:
        question = service.question(table, ME, asked.body)
    answer, use = await device.help(table.rules, service.advise, question)
    return await device.tables.change(
        asked.parameters.id, lambda table: service.advice(table, question, answer, use, device.now())
    )


async def table_doctor(asked: Asked[parameters.AtSeat, None]) -> wire.Diagnosis:
    async with asked.device.tables.held(asked.parameters.id) as table:
        seen = service.helped_view(table, ME, asked.parameters.seat)
    return await asked.device.help(table.rules, service.diagnose, seen)


async def suggestion(asked: Asked[parameters.AtSeat, None]) -> wire.Advice:
    async with asked.device.tables.held(asked.parameters.id) as table:
        seen = service.helped_view(table, ME, asked.parameters.seat)
    return service.suggestion(table, await asked.device.help(table.rules, service.best_hint, seen))


async def record(asked: Asked[parameters.AtSeat, None]) -> str:
    async with asked.device.tables.held(asked.parameters.id) as table:
        return service.record(table, ME, asked.parameters.seat)


async def review(asked: Asked[parameters.AtTable, None]) -> wire.Review | wire.SplitReview:
    async with asked.device.tables.held(asked.parameters.id) as table:
        seen = service.reviewed_state(table, ME)
    if table.rules.split and not has_numpy():
        raise Illegal("review-needs-server")  # without starting a second Python just to find that out
    try:
        found = await asked.device.help(table.rules, review_match, seen)
    except Illegal as error:
        raise Illegal("review-needs-server") if error.slug == "needs-server" else error from None
    return service.review_of(table, found, ME)


def _puzzles(asked: Asked[Any, None]) -> DailyPuzzles:
    return DailyPuzzles(asked.device.tables, asked.device.now())


async def daily(asked: Asked[parameters.OnDay, None]) -> wire.Daily:
    return await _puzzles(asked).of_day(asked.parameters.day)


async def start_daily(asked: Asked[parameters.OnDay, None]) -> wire.Made:
    return _made(await _puzzles(asked).start(asked.parameters.day))


async def daily_archive(asked: Asked[parameters.BeforeDay, None]) -> wire.DailyArchive:
    return await _puzzles(asked).archive(asked.parameters.before)


async def me(_: Asked[None, None]) -> wire.Identity:
    return wire.Identity(known=True, name="")


async def people(_: Asked[None, None]) -> list[wire.Companion]:
    return []


Handler = Callable[[Asked[Any, Any]], Awaitable[Any]]

HANDLERS: dict[str, Handler] = {
    endpoint.name: handler
    for endpoint, handler in (
        (api.BOXES, all_boxes),
        (api.RULES, rules),
        (api.BOX_RULES, box_rules),
        (api.PLAYERS, players),
        (api.MARK, mark),
        (api.CHECK, check),
        (api.DOCTOR, doctor),
        (api.HOME, home),
        (api.PUZZLE, puzzle),
        (api.ANSWER_PUZZLE, answer_puzzle),
        (api.MAKE_TABLE, make_table),
        (api.REMATCH, rematch),
        (api.VIEW, view),
        (api.MOVE, move),
        (api.UNDO, undo),
        (api.CALL_WINDOW, call_window),
        (api.SAY, say),
        (api.COACH, coach),
        (api.TABLE_DOCTOR, table_doctor),
        (api.SUGGESTION, suggestion),
        (api.RECORD, record),
        (api.REVIEW, review),
        (api.DAILY, daily),
        (api.START_DAILY, start_daily),
        (api.DAILY_ARCHIVE, daily_archive),
        (api.ME, me),
        (api.PEOPLE, people),
    )
}

"""Plan and open tables: new ones, rematches, and those read from a record. Summarise them for their owners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET

from keypeg.api.moves import Done
from keypeg.api.own_tables import OwnSeat, OwnTable
from keypeg.api.sentences import status_of
from keypeg.api.tables import Clock, NewRematch, NewTable
from keypeg.boxes import box, build
from keypeg.core import TABLE, Rules, points
from keypeg.errors import Illegal, Malformed
from keypeg.message import Message
from keypeg.notation import Seal, move_text, read_choice, read_record, seat_text
from keypeg.notation import rules as read_rules
from keypeg.service.moves import done, seat_for
from keypeg.service.seats import Person, chairs_of, clean_name, given_name
from keypeg.table import Action, Agreed, Chair, Change, Entry, Table, TimeLimit
from keypeg.table.call_window import SECONDS
from keypeg.table.saved import moves_of
from keypeg.tell.at_table import sitter_name
from keypeg.tell.games import game_message, game_of

MOST_MOVES = 2000
"""The most moves that a record may have to become a table."""
DAY = 86_400.0
LEAST_GRACE = 30.0
"""The least grace period, in seconds: a phone that is put down for a moment counts as away."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be opened."""

    rules: Rules
    agreed: Agreed
    chairs: Sequence[Chair]
    actions: Sequence[Action] = ()
    """The actions to apply at once."""


def open_table(table: Table, plan: Plan, now: float) -> tuple[Entry, ...]:
    """Open a table that was made from a plan: apply the plan's actions and the first moves of chance."""
    vacant = " ".join(str(chair.seat) for chair in plan.chairs if chair.kind == "open")
    imported = bool(plan.actions) and plan.actions[0].kind == "import"
    actions = plan.actions if imported else (Action("open", TABLE, vacant), *plan.actions)
    return tuple(entry for action in actions for entry in table.apply(action, now).entries)


def new_table(asked: NewTable, maker: Person) -> Plan:
    """Plan the table that a person asks for."""
    rules = read_rules(asked.rules)
    _check_grace(asked.grace)
    chairs = chairs_of(
        rules, asked.seats, maker if asked.name is UNSET else replace(maker, name=given_name(asked.name))
    )
    agreed = Agreed(
        coach=asked.coach,
        clock=_time_limit(asked.clock),
        grace=asked.grace,
        watch=asked.watch,
        call_window=_call_window(asked.clock) if asked.call_window is UNSET else asked.call_window,
    )
    return Plan(rules, agreed, chairs)


def rematch(table: Table, who: str | None, wished: NewRematch) -> Plan | None:
    """Plan a rematch: same people, next starter; None if it has been opened already (`Table.rematch`)."""
    seat_for(table, who, wished.seat)
    if not table.over or table.agreed.puzzle:
        raise Illegal("rematch-not-yet")
    if table.rematch is not None:
        return None
    old = table.agreed
    _check_grace(None if wished.grace is UNSET else wished.grace)
    rules = _next_starter(table.rules, table.state.first) if wished.rules is UNSET else read_rules(wished.rules)
    agreed = Agreed(
        coach=old.coach if wished.coach is UNSET else wished.coach,
        clock=old.clock if wished.clock is UNSET else _time_limit(wished.clock),
        grace=old.grace if wished.grace is UNSET else wished.grace,
        watch=old.watch,
        call_window=old.call_window if wished.call_window is UNSET else wished.call_window,
        rematch_of=table.id,
        makers=table.seats_of(who),
    )
    # A seat whose person has left for good is open to someone new.
    kept = [replace(chair) if chair.player or chair.guest else Chair(chair.seat, "open") for chair in table.chairs]
    added = [Chair(seat, "open") for seat in range(len(kept) + 1, rules.seats + 1)]
    return Plan(rules, agreed, [*kept[: rules.seats], *added])


def offer_rematch(table: Table, who: str | None, wished: NewRematch, opened: str, now: float) -> Change[Done]:
    """Tell everyone at a finished table where its rematch is, unless a rematch has been offered already."""
    if table.rematch is not None:
        return Change(Done(table.id, table.version))
    return done(table, table.apply(Action("rematch", seat_for(table, who, wished.seat), opened), now))


def read_table(text: str, who: str) -> Plan:
    """Plan a table from a record; `who` holds all its seats. May take seconds."""
    record = read_record(text)
    rules = record.state.rules
    moves = [
        f"{seat_text(seat)} {move_text(rules, move)}{_salts(record.seals.get(number, ()))}"
        for number, (seat, move) in enumerate(moves_of(record.state))
    ]
    if len(moves) > MOST_MOVES:
        raise Malformed("record-too-long", most=MOST_MOVES)
    chairs = [
        Chair(seat, "person", guest=who, name=clean_name(record.headers.get(f"Seat-{seat}", "")[:40]))
        for seat in range(1, rules.seats + 1)
    ]
    actions = [Action("import", TABLE, "\n".join(moves))] if moves else []
    return Plan(rules, Agreed(grace=None), chairs, actions)


def summary(table: Table, who: str) -> OwnTable:
    """Summarise a table for a person's list of tables."""
    mine, outcome = table.seats_of(who), table.outcome
    game = game_of(table.rules, mine[0] if mine else 1)
    return OwnTable(
        table=table.id,
        rules=str(table.rules),
        box=read_choice(str(table.rules)).box,
        created=table.created,
        touched=table.touched,
        version=table.version,
        over=table.over,
        seats=[_own_seat(chair) for chair in table.chairs],
        yours=list(mine),
        your_turn=not table.waits_for.isdisjoint(mine),
        winner=outcome.winner if outcome else None,
        points=list(points(table.rules, table.state.past)),
        daily=table.agreed.daily,
        same=table.agreed.same,
        game=game.id,
        name=game_message(game),
        status=_status(table, mine),
    )


def _status(table: Table, mine: Sequence[int]) -> Message:
    """Return the sentence that says whom the match waits for, or how it ended."""
    if table.closed:
        return table.closed.message
    seen = table.view(mine[0] if mine else None)
    sitters = [_own_seat(chair) for chair in table.chairs]
    return status_of(seen, sitters, mine, puzzle=table.agreed.puzzle)


def _time_limit(clock: Clock | None) -> TimeLimit | None:
    return TimeLimit(clock.seconds, clock.more) if clock else None


def _call_window(clock: Clock | None) -> float | None:
    """Return the default length of a call window: no limit for correspondence play, with days on the clock."""
    return None if clock and clock.seconds >= DAY else SECONDS


def _check_grace(grace: float | None) -> None:
    if grace is not None and grace < LEAST_GRACE:
        raise Malformed("grace-short", least=int(LEAST_GRACE))


def _own_seat(chair: Chair) -> OwnSeat:
    label = sitter_name(chair.seat, chair.kind, chair.name, chair.player)
    return OwnSeat(chair.seat, chair.kind, chair.name, chair.player, label)


def _next_starter(rules: Rules, first: int | None) -> Rules:
    """Return the same rules, but with the seat after the last starter as the first to begin."""
    choice = read_choice(str(rules))
    found = box(choice.box)
    if first is None or "first" not in found.available(choice.variants, choice.options):
        return rules
    return build(found, choice.variants, {**choice.options, "first": str(first % rules.seats + 1)})


def _salts(seals: Sequence[Seal]) -> str:
    """Return the salts of a move after a tab; nothing unless all are known."""
    salts = [seal.salt for seal in seals if seal.salt]
    return f"\t{' '.join(salts)}" if salts and len(salts) == len(seals) else ""

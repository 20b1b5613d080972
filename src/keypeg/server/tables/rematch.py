"""Playing again: the same people at a new table, where another begins."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from keypeg import wire
from keypeg.boxes import box, build
from keypeg.core import Rules
from keypeg.notation import read_choice
from keypeg.notation import rules as read_rules
from keypeg.server.tables.table_state import Agreed, Chair, TableState


def turned(rules: Rules, first: int | None) -> Rules:
    """The same rules, but the seat after the one that began begins."""
    choice = read_choice(str(rules))
    found = box(choice.box)
    if first is None or "first" not in found.available(choice.variants, choice.options):
        return rules
    return build(found, choice.variants, {**choice.options, "first": str(first % rules.seats + 1)})


def rematch(live: TableState, wished: wire.NewRematch) -> tuple[Rules, Agreed, list[Chair]]:
    """What is played again, and by whom; what the wish does not say stays as it was."""
    old = live.agreed
    rules = turned(live.rules, live.state.first) if wished.rules is UNSET else read_rules(wished.rules)
    agreed = Agreed(
        coach=old.coach if wished.coach is UNSET else wished.coach,
        clock=old.clock if wished.clock is UNSET else wished.clock,
        grace=old.grace if wished.grace is UNSET else wished.grace,
        watch=old.watch,
        rematch_of=live.id,
    )
    chairs = [
        replace(chair) if chair.player or chair.guest else _open(chair.seat) for chair in live.chairs[: rules.seats]
    ]
    chairs += [_open(seat) for seat in range(len(chairs) + 1, rules.seats + 1)]
    return rules, agreed, chairs


def _open(seat: int) -> Chair:
    """For somebody new, also where somebody has left for good."""
    return Chair(seat, "open", None, None, "")

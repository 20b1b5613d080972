"""`keypeg home`: Keypeg beside a real board, as codebreaker, helper or referee."""

from __future__ import annotations

import sys
from enum import StrEnum
from secrets import token_hex
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Allowed, Seat, seat_of
from keypeg.cli.output import words
from keypeg.core import Marking, Rules
from keypeg.errors import Illegal, Malformed, Unknown, meant
from keypeg.notation import Choice, read_choice, read_code
from keypeg.notation import rules as read_rules
from keypeg.players import Level
from keypeg.table import HomeBoard, Referee
from keypeg.terminal.plain import Console, PlainHomeBoard, PlainReferee


class Role(StrEnum):
    """The role of Keypeg at a real board."""

    BREAKER = "breaker"
    """Proposes rows, and asks for their marks."""
    HELPER = "helper"
    """Counts the codes that are left, checks and gives hints."""
    REFEREE = "referee"
    """Knows the code and marks the rows, or checks the marks that people say; counts the points."""


def home(
    rules: str,
    /,
    *,
    role: Annotated[
        str, Parameter(name="--as"), Allowed("breaker, helper, referee", default="breaker; mm44: helper")
    ] = "",
    seat: Seat = 1,
    share: Annotated[str, Parameter(name="--share")] = "",
    level: Annotated[str, Parameter(name="--level"), Allowed(", ".join(Level))] = Level.PERFECT,
    said: Annotated[bool, Parameter(name="--said", negative=())] = False,
    seed: Annotated[str, Parameter(name="--seed")] = "",
    names: Annotated[str, Parameter(name="--names")] = "",
    record: Annotated[str, Parameter(name="--record")] = "",
) -> None:
    """Sit beside a real board."""
    found = read_rules(rules)
    part = _role(role or (Role.HELPER if found.split else Role.BREAKER))
    if part is not Role.REFEREE:
        if said or record or names:
            raise Malformed("home-referee-only")
        if part is Role.BREAKER and found.split:
            raise Illegal("home-no-breaker", rules=str(found))
        own = [read_code(found, each) for each in share.split("+")] if share else []
        # With a fixed seed, people would know the first rows that Keypeg proposes, and could hide a code accordingly.
        board = HomeBoard(found, seat_of(found, seat), own, level=_level(level), seed=seed or token_hex(8))
        PlainHomeBoard(_console(), board, plays=part is Role.BREAKER).run()
        return
    if said:
        found = read_rules(_marked_by_hand(read_choice(rules)))
    if found.marking is Marking.HOME:
        raise Illegal("home-referee-knows", rules=str(found))
    PlainReferee(_console(), Referee(found, seed=seed or token_hex(8)), _names(found, names), record or None).run()


def _console() -> Console:
    return Console(words(), sys.stdin, sys.stdout, sys.stderr)


def _names(rules: Rules, text: str) -> dict[int, str]:
    """Read the names of the seats."""
    names = [name.strip() for name in text.split(",")] if text else []
    if names and (len(names) != rules.seats or not all(names)):
        raise Malformed("home-names", seats=rules.seats)
    return dict(enumerate(names, start=1))


def _role(text: str) -> Role:
    if text not in list(Role):
        raise Unknown("home-role-unknown", role=text, known=", ".join(Role))
    return Role(text)


def _level(text: str) -> Level:
    if text not in list(Level):
        raise Unknown("player-unknown", player=text, **meant(text, Level), known=", ".join(Level))
    return Level(text)


def _marked_by_hand(choice: Choice) -> str:
    """Return the same rules with marks given by people and checked by the table."""
    options = {**choice.options, "marking": Marking.CHECKED.value}
    said = (name if value == "on" else f"{name}={value}" for name, value in options.items())
    return "+".join((choice.box, *choice.variants)) + ":" + ",".join(said)

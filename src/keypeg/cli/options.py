"""Options that commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from cyclopts import Parameter, Token

from keypeg.core import Rules
from keypeg.errors import Unknown


def whole_number(_type: object, tokens: Sequence[Token]) -> int:
    """Read a whole number. Cyclopts alone would round 1.5."""
    return int(tokens[0].value)


def number_from_one(type_: object, tokens: Sequence[Token]) -> int:
    """Read a whole number that is at least 1."""
    number = whole_number(type_, tokens)
    if number < 1:
        raise ValueError
    return number


@dataclass(frozen=True, slots=True)
class Allowed:
    """Details of an option for `--help`: the values it takes, and its default if the signature does not have it."""

    values: str = ""
    default: str = ""


Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative=())]
Seat: TypeAlias = Annotated[int, Parameter(name="--seat", converter=whole_number), Allowed("1–4")]
Effort: TypeAlias = Annotated[int, Parameter(name="--effort", converter=whole_number), Allowed("1–1000")]


def seat_of(rules: Rules, seat: int) -> int:
    """Return the seat; raise Unknown if these rules do not have it."""
    if not 1 <= seat <= rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
    return seat

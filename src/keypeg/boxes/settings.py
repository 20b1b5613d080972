"""Settings: the keys that a box may set, and the Rules made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeAlias

from keypeg.boxes.reader import Data, bad
from keypeg.core import BLANK, Both, Marking, Rules, Side, Space
from keypeg.errors import Illegal

Settings: TypeAlias = Mapping[str, object]


class Supply(StrEnum):
    """The supply of pegs: those in the box, which can run out, or unlimited."""

    BOX = "box"
    UNLIMITED = "unlimited"


class Parity(StrEnum):
    """The numbers of rounds that are allowed."""

    EVEN = "even"
    ODD = "odd"


SPACES: dict[str, type] = {
    "holes": int,
    "pegs": str,
    "blanks": bool,
    "distinct": bool,
    "distinct_guesses": bool,
    "small_for": int,
    "small_holes": int,
    "small_pegs": str,
    "without": str,
}
"""Settings that define the spaces of codes and guesses. `small_…`: the code that only seat `small_for` has to break.

`without`: colours that are left out; of the small code only, if there is one.
"""

LIMITS: dict[str, type] = {"pegs_of_a_colour": int, "supply": Supply, "parity": Parity}
"""Settings that decide the supply and the allowed numbers of rounds."""

DIRECT: dict[str, type] = {
    "seats": int,
    "rounds": int,
    "codes_a_round": int,
    "all_break": bool,
    "together": bool,
    "equal_turns": bool,
    "rows": int,
    "tie_rounds": int,
    "first": int,
    "split": bool,
    "boards": int,
    "chips": int,
    "one_more_of": str,
    "shared_supply": bool,
    "fresh_guesses": bool,
    "full_rows": bool,
    "marking": Marking,
    "counts_only": bool,
    "secret_calls": bool,
    "last_one_wins": bool,
    "fewest_win": bool,
    "rows_to": Side,
    "unbroken_extra": int,
    "unbroken_decides": bool,
    "rounds_won": bool,
    "break_points": int,
    "both": Both,
    "wrong_marks_to": Side,
    "wrong_marks_points": int,
    "break_may_stand": bool,
}
"""Fields of Rules with the same name."""

KNOWN = SPACES | LIMITS | DIRECT


REQUIRED = ("seats", "holes", "pegs", "rounds")
MAY_BE_LESS = {"wrong_marks_points": -99, "tie_rounds": 0, "unbroken_extra": 0, "break_points": 0, "chips": 0}
"""Minimum of numeric settings; for all others it is 1."""
MOST = {"holes": 8, "small_holes": 8, "seats": 8, "boards": 8}
"""Maximum of numeric settings; for all others it is 1000."""


def checked(where: str, data: Data) -> Settings:
    """Return the settings in `data` after checking their names, types and ranges."""
    settings: dict[str, object] = {}
    for name, value in data.items():
        kind = KNOWN.get(name)
        if kind is None:
            raise bad(where, f"unknown setting {name}")
        try:
            settings[name] = value if type(value) is kind else _converted(kind, value)
        except ValueError:
            raise bad(where, f"{name} = {value!r} is not of type {kind.__name__}") from None
        if isinstance(value, int) and kind is int and value < MAY_BE_LESS.get(name, 1):
            raise bad(where, f"{name} must be at least {MAY_BE_LESS.get(name, 1)}")
        if isinstance(value, int) and kind is int and value > MOST.get(name, 1000):
            raise bad(where, f"{name} must be at most {MOST.get(name, 1000)}")
        if name in ("pegs", "small_pegs", "without", "one_more_of") and not _are_pegs(str(value)):
            raise bad(where, f"{name} must be different capital letters")
    return settings


def _converted(kind: type, value: object) -> object:
    if isinstance(value, str) and kind not in (int, bool):
        return kind(value)
    raise ValueError


def _are_pegs(pegs: str) -> bool:
    return pegs.isascii() and pegs.isalpha() and pegs.isupper() and len(set(pegs)) == len(pegs)


def rules_of(text: str, settings: Settings) -> Rules:
    """Make Rules from settings. Raise Illegal if chosen options cannot go together."""
    missing = [name for name in REQUIRED if name not in settings]
    if missing:
        raise bad(text, f"{', '.join(missing)} must be set")
    given: dict[str, Any] = dict(settings)
    _check_shape(text, given)
    _check_numbers(given)
    codes = tuple(_space(given, seat) for seat in range(1, given["seats"] + 1))
    # A code that repeats colours could not be broken without repeats; old records ask for that all the same.
    distinct = given.get("distinct", False) and given.get("distinct_guesses", False)
    guesses = tuple(replace(space, distinct=distinct) for space in codes)
    for space in (*codes, *guesses):
        if not len(space):
            raise Illegal("colours-too-few", holes=space.holes, pegs=len(space.pegs))
    return Rules(
        text=text,
        codes=codes,
        guesses=guesses,
        supply=given.get("pegs_of_a_colour") if _counts_supply(given) else None,
        **{name: value for name, value in given.items() if name in DIRECT},
    )


def _counts_supply(given: Mapping[str, Any]) -> bool:
    """Return True if the table counts pegs. On a real board the box itself limits them."""
    return given.get("supply") is Supply.BOX and given.get("marking") is not Marking.HOME


def _check_shape(where: str, given: Mapping[str, Any]) -> None:
    """Refuse settings that no match can be played with."""
    seats, shares = given["seats"], given["seats"] * given.get("boards", 1)
    if given.get("split"):
        if not given.get("all_break"):
            raise bad(where, "split needs all_break")
        if shares > given["holes"] or shares > given.get("chips", 0):
            raise bad(where, "a split code needs as many holes, and as many chips of a colour, as there are shares")
    elif seats != 2 or given.get("boards", 1) != 1:
        raise bad(where, "only a split code is for other than two seats with a board each")
    if given.get("small_for") and not ("small_holes" in given and "small_pegs" in given):
        raise bad(where, "small_for needs small_holes and small_pegs")
    if given.get("small_for", 1) > seats:
        raise bad(where, "small_for must be a seat")


def _check_numbers(given: Mapping[str, Any]) -> None:
    """Refuse numbers that contradict each other."""
    rounds, seats, first = given["rounds"], given["seats"], given.get("first", 1)
    if given.get("parity") is Parity.EVEN and rounds % 2:
        raise Illegal("rounds-not-even", rounds=rounds)
    if given.get("parity") is Parity.ODD and not rounds % 2:
        raise Illegal("rounds-not-odd", rounds=rounds)
    if first > seats:
        raise Illegal("first-unknown", first=first, seats=seats)
    if given.get("rows") is None and given.get("unbroken_extra"):
        raise Illegal("unbroken-needs-rows")


def _space(given: Mapping[str, Any], seat: int) -> Space:
    """Return the space of codes that this seat has to break."""
    small = given.get("small_for") == seat
    pegs = given["small_pegs" if small else "pegs"] + (BLANK if given.get("blanks") else "")
    if small or "small_for" not in given:
        pegs = "".join(peg for peg in pegs if peg not in given.get("without", ""))
    return Space(given["small_holes" if small else "holes"], pegs, given.get("distinct", False))

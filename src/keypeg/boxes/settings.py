"""Settings: what the data of a box may say, and the Rules that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from keypeg.boxes.reader import Data, bad
from keypeg.core import BLANK, Both, Marking, Rules, Side, Space
from keypeg.errors import Illegal

Settings: TypeAlias = Mapping[str, object]

BOX = "box"

SPACES: dict[str, type] = {
    "holes": int,
    "pegs": str,
    "blanks": bool,
    "distinct": bool,
    "distinct_guesses": bool,
    "small_for": int,
    "small_holes": int,
    "small_pegs": str,
}
"""Of these the spaces of codes and guesses are made. `small_…`: what one seat alone has to break."""

LIMITS: dict[str, type] = {"pegs_of_a_colour": int, "supply": str, "parity": str}
"""These decide the supply, and which numbers of rounds are taken."""

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
"""These are fields of Rules under the same name."""

KNOWN = SPACES | LIMITS | DIRECT


def checked(where: str, data: Data) -> Settings:
    """The settings in `data`, each known and of its type."""
    settings: dict[str, object] = {}
    for name, value in data.items():
        kind = KNOWN.get(name)
        if kind is None:
            raise bad(where, f"unknown setting {name}")
        try:
            settings[name] = value if type(value) is kind else _converted(kind, value)
        except ValueError:
            raise bad(where, f"{name} = {value!r} is not of type {kind.__name__}") from None
    return settings


def _converted(kind: type, value: object) -> object:
    if isinstance(value, str) and kind not in (int, bool):
        return kind(value)
    raise ValueError


def rules_of(text: str, settings: Settings) -> Rules:
    """The rules with these settings. What no choice of options should lead to is refused as Illegal."""
    given: dict[str, Any] = dict(settings)
    parity, rounds = given.get("parity"), given["rounds"]
    if (parity == "even" and rounds % 2) or (parity == "odd" and rounds % 2 == 0):
        raise Illegal(f"rounds-not-{parity}", rounds=rounds)
    if given.get("first", 1) > given["seats"]:
        raise Illegal("first-unknown", first=given["first"], seats=given["seats"])
    if given.get("rows") is None and given.get("unbroken_extra"):
        raise Illegal("unbroken-needs-rows")
    codes = tuple(_space(given, seat) for seat in range(1, given["seats"] + 1))
    for space in codes:
        if not len(space):
            raise Illegal("colours-too-few", holes=space.holes, pegs=len(space.pegs))
    distinct_guesses = given.get("distinct_guesses", False)
    return Rules(
        text=text,
        codes=codes,
        guesses=tuple(Space(space.holes, space.pegs, distinct_guesses) for space in codes),
        supply=given.get("pegs_of_a_colour") if given.get("supply") == BOX else None,
        **{name: value for name, value in given.items() if name in DIRECT},
    )


def _space(given: Mapping[str, Any], seat: int) -> Space:
    """What this seat has to break."""
    small = given.get("small_for") == seat
    pegs = given["small_pegs" if small else "pegs"] + (BLANK if given.get("blanks") else "")
    return Space(given["small_holes" if small else "holes"], pegs, given.get("distinct", False))

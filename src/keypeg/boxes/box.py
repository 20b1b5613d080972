"""Box: a printed edition as data that validates itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from keypeg.boxes.reader import Data, Reader, bad
from keypeg.boxes.settings import KNOWN, Settings, checked

UNLIMITED = "unlimited"
ON = "on"
"""The value of a switch that is set; "off" is its default and never written."""
OFF = "off"
EITHER = "/"
"""Separates alternative conditions, of which one is enough."""

ID = re.compile(r"[a-z0-9]+")
NAME = re.compile(r"[a-z0-9-]+")
NUMBER = re.compile(r"[1-9][0-9]{0,3}")


class Key(StrEnum):
    """The key pegs that a box marks with."""

    PEGS = "pegs"
    """Black and white pegs."""
    PINS = "pins"
    """Red and white pins."""
    ARMS = "arms"
    """A red and a white arm that slide beside each row."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a box: a number, a choice of named values, or a switch."""

    name: str
    default: str
    values: Mapping[str, Settings]
    """By value: the settings it changes; empty for a number."""
    number: str | None = None
    """The setting that the number is assigned to; None if the option is not a number."""
    least: int = 0
    most: int = 0
    unlimited: Settings | None = None
    """If a number may also be "unlimited": the other settings that this changes."""
    two_of: str = ""
    """If a value is a pair of colours: the colours to choose from. The order of a pair does not matter."""
    needs: tuple[str, ...] = ()
    """Conditions that must all hold: "+variant" or "option=value", or alternatives joined by "/"."""
    excludes: tuple[str, ...] = ()
    former: bool = False
    """Read and written but not offered: a legacy option of old texts, or one that only Keypeg itself sets."""
    former_with: tuple[str, ...] = ()
    """Conditions under which it is former: with any of these."""

    @property
    def is_switch(self) -> bool:
        return tuple(self.values) == (OFF, ON)

    @property
    def range(self) -> str:
        """The possible values as human-readable text."""
        if not self.number:
            return ", ".join(self.values)
        return f"{self.least}–{self.most}" + (f", {UNLIMITED}" if self.unlimited is not None else "")

    def named(self, value: str) -> str:
        """Return the value as the box spells it: two colours mean the same in either order."""
        return next((known for known in self.values if self.two_of and sorted(known) == sorted(value)), value)

    def settings(self, value: str) -> Settings | None:
        """Return the settings that this value changes, or None if there is no such value."""
        if not self.number:
            return self.values.get(value)
        if value == UNLIMITED and self.unlimited is not None:
            return {**self.unlimited, self.number: None}
        if NUMBER.fullmatch(value) and self.least <= int(value) <= self.most:
            return {self.number: int(value)}
        return None


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its printed rules as settings, its variants and its options."""

    id: str
    name: str
    languages: tuple[str, ...]
    rules: Settings
    maker: str | None = None
    year: int | None = None
    key: Key = Key.PEGS
    variants: Mapping[str, Settings] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)

    def available(self, variants: Iterable[str], values: Mapping[str, str]) -> list[str]:
        """Return the options that apply with these variants and values."""
        chosen = tuple(variants)

        def holds(condition: str) -> bool:
            return any(map(one_holds, condition.split(EITHER)))

        def one_holds(condition: str) -> bool:
            if condition.startswith("+"):
                return condition[1:] in chosen
            name, _, value = condition.partition("=")
            return values.get(name, self.options[name].default) == value

        return [
            option.name
            for option in self.options.values()
            if all(map(holds, option.needs)) and not any(map(holds, option.excludes))
            if option.name in values or not (option.former or any(map(holds, option.former_with)))
        ]


def read_box(id: str, data: Data, where: str = "") -> Box:
    """Read a box from its data. Raise Malformed for the first problem found, with `where` the data came from."""
    where = where or f"{id}.toml"
    if not ID.fullmatch(id):
        raise bad(where, "the name may have only small letters and digits")
    frame = Reader(where, data)
    box = Box(
        id=id,
        name=frame.one("name", str),
        languages=frame.texts("languages"),
        maker=frame.maybe("maker", str),
        year=frame.maybe("year", int),
        key=_key(where, frame.maybe("key", str)),
        rules=checked(f"{where}, rules", frame.one("rules", dict)),
        variants={name: checked(f"{where}, variants.{name}", table) for name, table in frame.tables("variants")},
        options={name: _option(f"{where}, options.{name}", name, table) for name, table in frame.tables("options")},
    )
    frame.nothing_left()
    for name in (*box.variants, *box.options, *(value for option in box.options.values() for value in option.values)):
        if not NAME.fullmatch(name):
            raise bad(where, f"{name} may have only small letters, digits and hyphens")
    for option in box.options.values():
        _check_conditions(f"{where}, options.{option.name}", box, option)
    return box


def _key(where: str, text: str | None) -> Key:
    try:
        return Key(text or Key.PEGS)
    except ValueError:
        raise bad(where, f"key = {text!r} is none of: {', '.join(Key)}") from None


def _option(where: str, name: str, data: Data) -> Option:
    frame = Reader(where, data)
    number = frame.maybe("number", str)
    values = {value: checked(where, table) for value, table in frame.tables("values")}
    switch = frame.maybe("switch", dict)
    two_of = frame.maybe("two_of", str)
    unlimited = frame.maybe("unlimited", dict)
    if [number is not None, bool(values), switch is not None, two_of is not None].count(True) != 1:
        raise bad(where, "exactly one of number, values, switch and two_of is needed")
    if two_of is not None:
        values = {"".join(pair).lower(): checked(where, {name: "".join(pair)}) for pair in combinations(two_of, 2)}
    if switch is not None:
        values = {OFF: {}, ON: checked(where, switch)}
    if number is not None and KNOWN.get(number) is not int:
        raise bad(where, f"number = {number!r} is not a setting that takes a number")
    option = Option(
        name=name,
        default=str(frame.left.pop("default", OFF)),
        values=values,
        number=number,
        least=frame.maybe("least", int) or 0,
        most=frame.maybe("most", int) or 0,
        unlimited=None if unlimited is None else checked(where, unlimited),
        two_of=two_of or "",
        needs=frame.texts("needs"),
        excludes=frame.texts("excludes"),
        former=frame.maybe("former", bool) or False,
        former_with=frame.texts("former_with"),
    )
    frame.nothing_left()
    if option.settings(option.default) is None:
        raise bad(where, f"default {option.default} is none of: {option.range}")
    return option


def _check_conditions(where: str, box: Box, option: Option) -> None:
    """Refuse conditions that name a variant or value that the box does not have."""
    conditions = (*option.needs, *option.excludes, *option.former_with)
    for condition in (one for each in conditions for one in each.split(EITHER)):
        name, _, value = condition.partition("=")
        if condition.startswith("+"):
            known = condition[1:] in box.variants
        else:
            known = name in box.options and box.options[name].settings(value) is not None
        if not known:
            raise bad(where, f"there is no {condition} in this box")

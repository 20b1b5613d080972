"""Box: an edition as printed, as data that validates itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from keypeg.boxes.reader import Data, Reader, bad
from keypeg.boxes.settings import Settings, checked

UNLIMITED = "unlimited"
ON = "on"
"""The value of a switch that is given; "off" is its default and never written."""
OFF = "off"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be agreed on: a number, a choice of named values, or a switch."""

    name: str
    default: str
    values: Mapping[str, Settings]
    """What each value changes; empty for a number."""
    number: str | None = None
    """The setting that a number goes to."""
    least: int = 0
    most: int = 0
    unlimited: bool = False
    """A number that may also be "unlimited"."""
    needs: tuple[str, ...] = ()
    """Conditions without which the option makes no sense: "+variant" or "option=value"."""
    excludes: tuple[str, ...] = ()

    @property
    def is_switch(self) -> bool:
        return tuple(self.values) == (OFF, ON)

    @property
    def range(self) -> str:
        """The values there are, for people."""
        if not self.number:
            return ", ".join(self.values)
        return f"{self.least}–{self.most}" + (f", {UNLIMITED}" if self.unlimited else "")

    def settings(self, value: str) -> Settings | None:
        """What this value changes; None where there is no such value."""
        if not self.number:
            return self.values.get(value)
        if value == UNLIMITED and self.unlimited:
            return {}
        if value.isascii() and value.isdigit() and self.least <= int(value) <= self.most:
            return {self.number: int(value)}
        return None


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its printed rules as settings, its variants, and what may be agreed on."""

    id: str
    name: str
    languages: tuple[str, ...]
    rules: Settings
    maker: str | None = None
    year: int | None = None
    variants: Mapping[str, Settings] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)


def read_box(id: str, data: Data) -> Box:
    """The box that this data describes; Malformed names the first thing that is wrong with it."""
    frame = Reader(f"{id}.toml", data)
    box = Box(
        id=id,
        name=frame.one("name", str),
        languages=frame.texts("languages"),
        maker=frame.maybe("maker", str),
        year=frame.maybe("year", int),
        rules=checked(f"{id}.toml, rules", frame.one("rules", dict)),
        variants={name: checked(f"{id}.toml, variants.{name}", table) for name, table in frame.tables("variants")},
        options={name: _option(f"{id}.toml, options.{name}", name, table) for name, table in frame.tables("options")},
    )
    frame.nothing_left()
    for option in box.options.values():
        if option.settings(option.default) is None:
            raise bad(f"{id}.toml, options.{option.name}", f"default {option.default} is none of: {option.range}")
    return box


def _option(where: str, name: str, data: Data) -> Option:
    frame = Reader(where, data)
    number = frame.maybe("number", str)
    values = {value: checked(where, table) for value, table in frame.tables("values")}
    switch = frame.maybe("switch", dict)
    if switch is not None:
        values = {OFF: {}, ON: checked(where, switch)}
    if (number is None) == (not values):
        raise bad(where, "one of number, values or switch is needed")
    option = Option(
        name=name,
        default=str(frame.left.pop("default", OFF)),
        values=values,
        number=number,
        least=frame.maybe("least", int) or 0,
        most=frame.maybe("most", int) or 0,
        unlimited=frame.maybe("unlimited", bool) or False,
        needs=frame.texts("needs"),
        excludes=frame.texts("excludes"),
    )
    frame.nothing_left()
    return option

"""Rules as text: BOX[+variant…][:option=value,…], such as `logic24+blanks:rows=12`, or a free form such as `4x10d`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from keypeg.argument_types import checked
from keypeg.boxes import ON, box, build
from keypeg.core import Rules
from keypeg.errors import Malformed

FORM = re.compile(r"(?P<box>[a-z0-9]+)(?P<variants>(?:\+[a-z0-9-]+)*)(?::(?P<options>[^:+]*))?")
OPTION = re.compile(r"(?P<name>[a-z][a-z0-9-]*)(?:=(?P<value>[a-z0-9-]+))?")


@dataclass(frozen=True, slots=True)
class Choice:
    """The parts of a rules text, not yet checked against the box."""

    box: str
    variants: tuple[str, ...]
    options: Mapping[str, str]


def read_choice(text: str) -> Choice:
    """Split a rules text into its parts."""
    form = FORM.fullmatch(text.strip().lower())
    if not form:
        raise Malformed("rules-unreadable", text=text)
    options: dict[str, str] = {}
    for each in form["options"].split(",") if form["options"] is not None else ():
        option = OPTION.fullmatch(each.strip())
        if not option:
            raise Malformed("rules-option-unreadable", text=text, option=each)
        if option["name"] in options:
            raise Malformed("option-twice", option=option["name"])
        options[option["name"]] = option["value"] or ON
    return Choice(form["box"], tuple(form["variants"].split("+")[1:]), options)


@checked
def rules(text: str) -> Rules:
    """Return the rules that this text names. Their `str()` is the shortest text that reads back."""
    choice = read_choice(text)
    return build(box(choice.box), choice.variants, choice.options)

"""Messages with their fields filled in.

`{name}` prints the field as `str` does, in every language; `{name, number}` and the `#` of a plural print it as the
language writes numbers, below zero with a real minus sign. A field that is not given stays visible as `{name}`, as ICU
and the browser have it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from keypeg.words.message import NUMERIC, Argument, Message, Text, is_simple, parse, usage, write

if TYPE_CHECKING:
    from icu4py.messageformat import MessageFormat

Fields = Mapping[str, object]

_GROUPED = "::group-auto"
_HYPHEN = re.compile(r"(?<![\w-])-(?=\d)")
_MINUS = "\N{MINUS SIGN}"


def format_message(source: str, language: str, fields: Fields) -> str:
    """Return the message as a person of that language reads it."""
    message = parse(source)
    if is_simple(message):
        return fill(message, fields)
    said = _icu(write(_as_browsers_mean(message)), language).format(_icu_fields(message, fields))
    # Half of the languages have a hyphen before what is less than nothing, and ICU knows no option for it.
    below = any(isinstance(value, int | float) and value < 0 for value in fields.values())
    return _HYPHEN.sub(_MINUS, said) if below else said


def fill(message: Message, fields: Fields) -> str:
    """Return a simple message with its fields, by the standard library alone."""
    return "".join(
        part.text if isinstance(part, Text) else str(fields.get(part.name, f"{{{part.name}}}")) for part in message
    )


@cache
def _icu(source: str, language: str) -> MessageFormat:
    # Imported here because most answers need no ICU, and it costs as much as starting Python.
    from icu4py.messageformat import MessageFormat  # noqa: PLC0415

    return MessageFormat(source, language)


def _as_browsers_mean(message: Message, counted: str = "") -> Message:
    """The message in the words of ICU, so that it says the same there as in a browser.

    In a browser a percentage is a hundred times the field, and four digits are grouped only where the language does so;
    ICU does both only if it is told. `counted` is the field that a `#` stands for.
    """
    parts: list[Text | Argument] = []
    for part in message:
        if isinstance(part, Text):
            for at, text in enumerate(part.text.split("#") if counted else [part.text]):
                parts += [Argument(counted, "number", _GROUPED)] if at else []
                parts += [Text(text)] if text else []
        elif part.kind == "number":
            style = part.style.replace("::percent", "::percent scale/100") or _GROUPED
            parts.append(replace(part, style=style))
        else:
            # An offset changes what # stands for; such a message keeps the grouping of ICU.
            name = part.name if part.kind in NUMERIC and not part.style else counted
            branches = ((selector, _as_browsers_mean(branch, name)) for selector, branch in part.branches)
            parts.append(replace(part, branches=tuple(branches)))
    return tuple(parts)


def _icu_fields(message: Message, fields: Fields) -> dict[str, Any]:
    # ICU would write a bare {name} that is a number by locale; the browser and `fill` do not.
    kinds = usage(message)
    return {
        name: value if kinds.get(name, set()) & (NUMERIC | {"date", "time"}) else str(value)
        for name, value in fields.items()
    }

"""Format an ICU pattern with its fields.

`{name}` prints the field as `str` does, in every language; `{name, number}` and the `#` of a plural print it as the
language writes numbers, negative ones with a real minus sign. A missing field stays visible as `{name}`, as in ICU and
in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from keypeg.words.syntax import NUMERIC, Argument, Pattern, Text, fill, is_simple, parse, usage, write

if TYPE_CHECKING:
    from icu4py.messageformat import MessageFormat

Fields = Mapping[str, object]

_GROUPED = "::group-auto"
_HYPHEN = re.compile(r"(?<![\w-])-(?=\d)")
_MINUS = "\N{MINUS SIGN}"


def format_message(source: str, language: str, fields: Fields) -> str:
    """Return the text of a message in that language."""
    pattern = parse(source)
    if is_simple(pattern):
        return fill(pattern, fields)
    text = _icu(write(_as_browsers_mean(pattern)), language).format(_icu_fields(pattern, fields))
    # ICU writes negative numbers with a hyphen in half of the languages, and has no option to change that.
    negative = any(isinstance(value, int | float) and value < 0 for value in fields.values())
    return _HYPHEN.sub(_MINUS, text) if negative else text


@cache
def _icu(source: str, language: str) -> MessageFormat:
    # Imported late: most messages need no ICU, and importing it takes as long as starting Python.
    from icu4py.messageformat import MessageFormat  # noqa: PLC0415

    return MessageFormat(source, language)


def _as_browsers_mean(pattern: Pattern, counted: str = "") -> Pattern:
    """Return the pattern that makes ICU print what a browser prints.

    A browser multiplies a percentage by 100 and groups four digits only in languages that do so; ICU needs both spelled
    out. `counted` is the field that a `#` stands for.
    """
    parts: list[Text | Argument] = []
    for part in pattern:
        if isinstance(part, Text):
            for at, text in enumerate(part.text.split("#") if counted else [part.text]):
                parts += [Argument(counted, "number", _GROUPED)] if at else []
                parts += [Text(text)] if text else []
        elif part.kind == "number":
            style = part.style.replace("::percent", "::percent scale/100") or _GROUPED
            parts.append(replace(part, style=style))
        else:
            # An offset changes what # stands for; such a pattern keeps the grouping of ICU.
            name = part.name if part.kind in NUMERIC and not part.style else counted
            branches = ((selector, _as_browsers_mean(branch, name)) for selector, branch in part.branches)
            parts.append(replace(part, branches=tuple(branches)))
    return tuple(parts)


def _icu_fields(pattern: Pattern, fields: Fields) -> dict[str, Any]:
    # ICU formats a number in a bare {name} by locale; the browser and `fill` do not.
    kinds = usage(pattern)
    return {
        name: value if kinds.get(name, set()) & (NUMERIC | {"date", "time"}) else str(value)
        for name, value in fields.items()
    }

"""Messages with their fields filled in.

`{name}` prints the field as `str` does, in every language; `{name, number}` and the `#` of a plural print it as the
language writes numbers. A field that is not given stays visible as `{name}`, as ICU and the browser have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from keypeg.words.message import NUMERIC, Message, Text, is_simple, parse, usage

if TYPE_CHECKING:
    from icu4py.messageformat import MessageFormat

Fields = Mapping[str, object]


def format_message(source: str, language: str, fields: Fields) -> str:
    """Return the message as a person of that language reads it."""
    message = parse(source)
    if is_simple(message):
        return fill(message, fields)
    return _icu(source, language).format(_icu_fields(message, fields))


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


def _icu_fields(message: Message, fields: Fields) -> dict[str, Any]:
    # ICU would write a bare {name} that is a number by locale; the browser and `fill` do not.
    kinds = usage(message)
    return {
        name: value if kinds.get(name, set()) & (NUMERIC | {"date", "time"}) else str(value)
        for name, value in fields.items()
    }

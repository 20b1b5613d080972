"""A sentence before it has a language: the key of a catalogue message and the fields to fill in.

`tell` and `errors` make messages, `wire` carries them, and each front end renders them: Python with
`keypeg.words.Words.render`, the page with intl-messageformat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "str | int | float | Message | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """A key and its fields. A field may be a message itself, or a tuple: a list whose items are joined by commas."""

    key: str
    fields: Mapping[str, Value]


_SEPARATORS = {"list.and": ", ", "list.clauses": "; ", "list.spaced": " "}
"""Keys of the messages that only join their `items`; no catalogue holds them."""


def message(key: str, /, **fields: Value) -> Message:
    """Make a message from keyword arguments."""
    return Message(key, fields)


def together(items: Iterable[Value]) -> Message:
    """Join people or things: “Ada and Bo” if the front end knows how a language lists, else “Ada, Bo”."""
    return Message("list.and", {"items": tuple(items)})


def clauses(items: Iterable[Value]) -> Message:
    """Join parts that may hold commas themselves, by semicolons."""
    return Message("list.clauses", {"items": tuple(items)})


def spaced(*items: Value) -> Message:
    """Join sentences, or a name and its number, by spaces."""
    return Message("list.spaced", {"items": items})


def join(message: Message, render: Callable[[Value], str]) -> str | None:
    """Return the text of a message that only joins its items; None for any other."""
    if message.key not in _SEPARATORS:
        return None
    items = message.fields["items"]
    assert isinstance(items, tuple), "a list has items"
    return _SEPARATORS[message.key].join(map(render, items))

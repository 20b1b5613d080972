"""A sentence before it has a language: the key of a catalogue message and the fields to fill in.

`tell` and `errors` make messages, `wire` carries them, and each front end renders them: Python with
`keypeg.words.Words.render`, the page with intl-messageformat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Message:
    """A key and its fields. A field may be a message itself, or a tuple: a list whose items are joined by commas."""

    key: str
    fields: Mapping[str, str | int | float | Message | tuple[str | int | float | Message, ...]]


Item: TypeAlias = str | int | float | Message
Value: TypeAlias = Item | tuple[Item, ...]
Text: TypeAlias = str | Message | tuple[Item, ...]
"""Anything that renders to text: a string, which stays as it is, a message or a list."""
Render: TypeAlias = Callable[[Text], str]
"""`Words.render` of some language."""

LIST = "list.and"
"""The key of a list of people or things; its items become the `most` and the `last` of the catalogue’s message."""

_SEPARATORS = {"list.clauses": "; ", "list.spaced": " ", "list.concat": ""}
"""Keys of the messages that only join their `items`; no catalogue holds them."""


_BEFORE_I = re.compile("i|í|hi(?![ae])|y(?![aeiouáéíóúü])", re.IGNORECASE)
"""Matches an initial sound i: Spanish says “Ada e Inés”, “Ada e Yvonne”, but “Ada y Hierro”, “Ada y Yolanda”."""


def message(key: str, /, **fields: Value) -> Message:
    """Make a message from keyword arguments."""
    return Message(key, fields)


def together(items: Iterable[Item]) -> Message:
    """Join people or things as the language does: “Ada, Bo and Cleo”."""
    return Message(LIST, {"items": tuple(items)})


def clauses(items: Iterable[Item]) -> Message:
    """Join parts with semicolons, because they may contain commas."""
    return Message("list.clauses", {"items": tuple(items)})


def spaced(*items: Item) -> Message:
    """Join sentences, or a name and its number, with spaces."""
    return Message("list.spaced", {"items": items})


def concat(*items: Item) -> Message:
    """Join parts with nothing between them."""
    return Message("list.concat", {"items": items})


def join(message: Message, render: Callable[[Value], str]) -> str | None:
    """Return the text of a message that only joins its items; None for any other."""
    if message.key not in _SEPARATORS:
        return None
    items = message.fields["items"]
    assert isinstance(items, tuple), "a list has items"
    return _SEPARATORS[message.key].join(map(render, items))


def listed(message: Message, render: Callable[[Value], str], say: Callable[..., str]) -> str:
    """Return the text of a list of people or things. `say` is `Words.say` of the language."""
    items = message.fields["items"]
    assert isinstance(items, tuple), "a list has items"
    *most, last = map(render, items) if items else ("",)
    key = "tell.list-before-i" if _BEFORE_I.match(last) else "tell.list"
    return say(key, most=", ".join(most), last=last) if most else last

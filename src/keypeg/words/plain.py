"""Render a message in English without ICU."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.message import LIST, Message, Value, join, listed, message
from keypeg.words.catalogue import ENGLISH, messages
from keypeg.words.english import format_english
from keypeg.words.syntax import parse


def plain(text: Value) -> str:
    """Return the English text of a message or of a list. A message that no catalogue has becomes its key and fields."""
    match text:
        case Message():
            return _message(text)
        case tuple():
            return ", ".join(map(plain, text))
        case _:
            return str(text)


def unworded(key: str, fields: Mapping[str, object]) -> str:
    """Return key and fields as text, for a message that no catalogue has."""
    return f"{key} ({', '.join(f'{name}={value}' for name, value in fields.items())})" if fields else key


def _message(said: Message) -> str:
    if (joined := join(said, plain)) is not None:
        return joined
    if said.key == LIST:
        return listed(said, plain, lambda key, **fields: plain(message(key, **fields)))
    # Keep numbers as numbers: plurals and number formats need them.
    fields = {name: value if isinstance(value, int | float) else plain(value) for name, value in said.fields.items()}
    source = messages(ENGLISH).get(said.key)
    return unworded(said.key, fields) if source is None else format_english(parse(source), fields)

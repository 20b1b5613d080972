"""Render a message in plain English without ICU."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.message import Message, Value, join
from keypeg.words.catalogue import ENGLISH, messages
from keypeg.words.syntax import fill, is_simple, parse


def plain(message: Message) -> str:
    """Return the English text. A message that needs ICU comes out as key and fields; nothing raises."""
    if (joined := join(message, _text)) is not None:
        return joined
    fields = {name: _text(value) for name, value in message.fields.items()}
    source = messages(ENGLISH).get(message.key)
    if source is None or not is_simple(parse(source)):
        return unworded(message.key, fields)
    return fill(parse(source), fields)


def unworded(key: str, fields: Mapping[str, object]) -> str:
    """Return key and fields as text, for a message that no catalogue holds."""
    return f"{key} ({', '.join(f'{name}={value}' for name, value in fields.items())})" if fields else key


def _text(value: Value) -> str:
    match value:
        case Message():
            return plain(value)
        case tuple():
            return ", ".join(map(_text, value))
        case _:
            return str(value)

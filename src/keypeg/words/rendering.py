"""Render messages in one language."""

from __future__ import annotations

from collections.abc import Iterable

from keypeg.message import LIST, Message, Text, Value, join, listed
from keypeg.words.catalogue import ENGLISH, UnknownLanguage, find_language, messages
from keypeg.words.formatting import format_message
from keypeg.words.plain import unworded


class Words:
    """A renderer for messages, with the catalogue of one language."""

    def __init__(self, language: str = ENGLISH) -> None:
        """Load the catalogue for a language tag; raise UnknownLanguage if there is none."""
        found = find_language(language)
        if found is None:
            raise UnknownLanguage(language)
        self.language = found
        self._patterns = messages(found)

    def render(self, text: Text) -> str:
        """Return the text of a message or of a list; return text unchanged.

        A key missing in this language is rendered in English, and one missing in English as its key and fields: gaps in
        the catalogues are for the tests to find, and raise nothing here.
        """
        match text:
            case Message():
                return self._message(text)
            case tuple():
                return ", ".join(map(self._item, text))
            case str():
                return text

    def render_all(self, texts: Iterable[Text]) -> list[str]:
        """Return the text of each message or list."""
        return [self.render(text) for text in texts]

    def say(self, key: str, /, **fields: Value) -> str:
        """Return the text of the message with this key and these fields."""
        return self._message(Message(key, fields))

    def name(self, key: str, otherwise: str) -> str:
        """Return the name with this key; `otherwise` if there is none, such as for an option of a user's own box."""
        return self.say(key) if key in self._patterns or key in messages(ENGLISH) else otherwise

    def pattern(self, key: str) -> str:
        """Return the ICU pattern of a key; raise a KeyError that names key and language if it is missing."""
        if key not in self._patterns:
            raise KeyError(f"{key} ({self.language})")
        return self._patterns[key]

    def _message(self, message: Message) -> str:
        if (joined := join(message, self._item)) is not None:
            return joined
        if message.key == LIST:
            return listed(message, self._item, self.say)
        fields = {name: self._field(value) for name, value in message.fields.items()}
        if message.key in self._patterns:
            return format_message(self._patterns[message.key], self.language, fields)
        if message.key in messages(ENGLISH):
            return format_message(messages(ENGLISH)[message.key], ENGLISH, fields)
        return unworded(message.key, fields)

    def _field(self, value: Value) -> str | int | float:
        # Keep numbers as numbers: plural and number formats need them.
        return value if isinstance(value, int | float) else self.render(value)

    def _item(self, value: Value) -> str:
        return str(self._field(value))

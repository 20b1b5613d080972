"""Render messages in one language."""

from __future__ import annotations

from collections.abc import Iterable

from keypeg.message import LIST, Message, Text, Value, join, listed
from keypeg.words.catalogue import ENGLISH, UnknownLanguage, find_language, messages
from keypeg.words.formatting import format_message
from keypeg.words.plain import unworded


class Words:
    """The catalogue of one language, and its rendering."""

    def __init__(self, language: str = ENGLISH) -> None:
        """Load the language of a tag; UnknownLanguage if there is no catalogue for it."""
        found = find_language(language)
        if found is None:
            raise UnknownLanguage(language)
        self.language = found
        self._patterns = messages(found)

    def render(self, text: Text) -> str:
        """Return the text of a message or of a list; text stays as it is.

        A key that this language lacks is rendered in English, one that English lacks as key and fields: a gap in a
        catalogue, which the tests find, raises nothing.
        """
        match text:
            case Message():
                return self._message(text)
            case tuple():
                return ", ".join(map(self._item, text))
            case str():
                return text

    def render_all(self, texts: Iterable[Text]) -> list[str]:
        """Return the text of each."""
        return [self.render(text) for text in texts]

    def say(self, key: str, /, **fields: Value) -> str:
        """Return the text of the message with this key and these fields."""
        return self._message(Message(key, fields))

    def name(self, key: str, otherwise: str) -> str:
        """Return the name with this key; `otherwise` if there is none, such as for an option of somebody's own box."""
        return self.say(key) if key in self._patterns or key in messages(ENGLISH) else otherwise

    def pattern(self, key: str) -> str:
        """Return the ICU pattern; KeyError names the key and the language if it is missing."""
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
        # A number stays one: plural and number formats need it.
        return value if isinstance(value, int | float) else self.render(value)

    def _item(self, value: Value) -> str:
        return str(self._field(value))

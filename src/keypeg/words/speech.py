"""Saying a message: in the person's language, or in plain English."""

from __future__ import annotations

from keypeg.words.catalogue import ENGLISH, messages
from keypeg.words.formatting import Fields, fill, format_message
from keypeg.words.message import is_simple, parse


class Words:
    """All that Keypeg says, in one language."""

    def __init__(self, language: str = ENGLISH) -> None:
        """Speak that language; UnknownLanguage if there is no catalogue for it."""
        self.language = language
        self._messages = messages(language)

    def say(self, key: str, /, **fields: object) -> str:
        """Return the message with its fields.

        A key that this language lacks is said in English, one that English lacks as key and fields: a gap in a
        catalogue, which the tests find, never stops a person.
        """
        if key in self._messages:
            return format_message(self._messages[key], self.language, fields)
        if key in messages(ENGLISH):
            return format_message(messages(ENGLISH)[key], ENGLISH, fields)
        return _unworded(key, fields)

    def message(self, key: str) -> str:
        """Return the ICU message itself; KeyError names the key and the language where it is missing."""
        if key not in self._messages:
            raise KeyError(f"{key} ({self.language})")
        return self._messages[key]


def plain(key: str, fields: Fields) -> str:
    """Return the English of a simple message, by the standard library alone; never fails."""
    source = messages(ENGLISH).get(key)
    if source is None or not is_simple(parse(source)):
        return _unworded(key, fields)
    return fill(parse(source), fields)


def _unworded(key: str, fields: Fields) -> str:
    return f"{key} ({', '.join(f'{name}={value}' for name, value in fields.items())})" if fields else key

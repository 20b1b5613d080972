"""All errors that Keypeg raises.

An error carries a slug and fields. A front end renders its `message` in the user's language; `str(error)` is plain
English.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from keypeg.message import Message, spaced
from keypeg.words.plain import plain

Field: TypeAlias = str | int | float | Message


class KeypegError(Exception):
    """Base class of all errors."""

    def __init__(self, slug: str, **fields: Field) -> None:
        super().__init__(slug)
        self.slug = slug
        self.fields = fields

    @property
    def message(self) -> Message:
        """The error as a message. A field may hold the message of the error that caused it.

        After an unknown word, a second sentence suggests the word that was probably meant.
        """
        sentence = Message(f"error.{self.slug}", self.fields)
        if "nearest" not in self.fields:
            return sentence
        return spaced(sentence, Message("error.meant", {"nearest": self.fields["nearest"]}))

    def __str__(self) -> str:
        return plain(self.message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.slug, self.fields)


class Malformed(KeypegError):
    """The input cannot be parsed."""


class Illegal(KeypegError):
    """The move or setting is against the rules, or out of turn."""


class Unknown(KeypegError):
    """Nothing has this name or id."""


class Conflict(KeypegError):
    """The request is outdated: something else happened first."""


class Forbidden(KeypegError):
    """The client may not do this, or not from here."""


class Busy(KeypegError):
    """The server cannot answer now; try again after `seconds`."""


def meant(word: str, known: Iterable[str]) -> dict[str, str]:
    """Return the error field `nearest`, the known word that was probably meant; no field if none is close."""
    from difflib import get_close_matches  # noqa: PLC0415 -- needed only when something is wrong

    # With their leading dashes, any two options would look alike.
    words = {each.lower().lstrip("-"): each for each in known}
    word = word.lower().lstrip("-")
    begun = (each for each in words if word and each.startswith(word))
    found = next(begun, None) or next(iter(get_close_matches(word, words, 1)), None)
    return {"nearest": words[found]} if found else {}


def _rebuilt(kind: type[KeypegError], slug: str, fields: dict[str, Field]) -> KeypegError:
    return kind(slug, **fields)

"""All errors that Keypeg raises.

An error carries a slug and fields. A front end renders its `message` in the user's language; `str(error)` is plain
English.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from keypeg.message import Message
from keypeg.words.plain import plain

Field: TypeAlias = str | int | Message


class KeypegError(Exception):
    """Base class of all errors."""

    def __init__(self, slug: str, **fields: Field) -> None:
        super().__init__(slug)
        self.slug = slug
        self.fields = fields

    @property
    def message(self) -> Message:
        """Return the sentence of this error; a field may hold the sentence of the error that caused it."""
        return Message(f"error.{self.slug}", self.fields)

    def __str__(self) -> str:
        return plain(self.message)

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
    """Too much at once; try again after `seconds`."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most similar to this one."""
    from difflib import SequenceMatcher  # noqa: PLC0415 -- only when something is wrong

    matcher = SequenceMatcher(b=word.lower())

    def likeness(each: str) -> float:
        matcher.set_seq1(each.lower())
        return matcher.ratio()

    return max(known, key=likeness)


def _rebuilt(kind: type[KeypegError], slug: str, fields: dict[str, Field]) -> KeypegError:
    return kind(slug, **fields)

"""Everything that can be wrong, on one page.

An error carries a slug and fields, so that a front end can say it in the user's language; `str(error)` says it in plain
English. Malformed: it cannot be read. Illegal: against the rules, or out of turn. Unknown: there is no such thing.
Conflict: it was overtaken by what happened meanwhile. Forbidden: it is not for this one to do. Busy: not now, later.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from keypeg.words import UnknownLanguage, Words, plain

Field: TypeAlias = str | int


class KeypegError(Exception):
    """The root of the tree."""

    def __init__(self, slug: str, **fields: Field) -> None:
        super().__init__(slug)
        self.slug = slug
        self.fields = fields

    def __str__(self) -> str:
        return plain(f"error.{self.slug}", self.fields)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.slug, self.fields)


class Malformed(KeypegError):
    """It cannot be read."""


class Illegal(KeypegError):
    """It is against the rules, or out of turn."""


class Unknown(KeypegError):
    """There is no such thing."""


class Conflict(KeypegError):
    """It was overtaken by what happened meanwhile."""


class Forbidden(KeypegError):
    """It is not for this one to do, or not from here."""


class Busy(KeypegError):
    """It may be asked for again, after so many `seconds`."""


def error_words(words: Words, error: KeypegError | UnknownLanguage) -> str:
    """The error in the person's language; one of a line in a record holds another, which is said there too."""
    fields: dict[str, object] = dict(error.fields)
    if isinstance(error.__cause__, KeypegError):
        fields["problem"] = error_words(words, error.__cause__)
    return words.say(f"error.{error.slug}", **fields)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that somebody who wrote this most likely meant."""
    from difflib import SequenceMatcher  # noqa: PLC0415 -- only when something is wrong

    matcher = SequenceMatcher(b=word.lower())

    def likeness(each: str) -> float:
        matcher.set_seq1(each.lower())
        return matcher.ratio()

    return max(known, key=likeness)


def _rebuilt(kind: type[KeypegError], slug: str, fields: dict[str, Field]) -> KeypegError:
    return kind(slug, **fields)

"""Errors in the person's language."""

from __future__ import annotations

from keypeg.errors import KeypegError
from keypeg.words import UnknownLanguage, Words


def error_words(words: Words, error: KeypegError | UnknownLanguage) -> str:
    """One sentence; an error of a line in a record holds another, which is said there too."""
    fields: dict[str, object] = dict(error.fields)
    if isinstance(error.__cause__, KeypegError):
        fields["problem"] = error_words(words, error.__cause__)
    return words.say(f"error.{error.slug}", **fields)

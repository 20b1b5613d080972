"""Errors as answers: one mapping of the tree of errors to HTTP, told in the language that the client asks for."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from keypeg.errors import Busy, KeypegError
from keypeg.words import ENGLISH, Words, choose_language

AWAY: tuple[type[Exception], ...] = (OSError, TimeoutError, SQLAlchemyError)
"""What is raised where the database does not answer."""
WRONG: tuple[type[Exception], ...] = (KeypegError, *AWAY)
"""All that can be told to a client."""


def body_of(error: KeypegError, language: str) -> bytes:
    """`{error, message, …fields}`."""
    return msgspec.json.encode({"error": error.slug, "message": words(language).render(error.message), **error.fields})


def headers_of(error: KeypegError) -> dict[str, str]:
    return {"retry-after": str(error.fields["seconds"])} if isinstance(error, Busy) else {}


@lru_cache(maxsize=32)
def words(language: str) -> Words:
    return Words(language)


@lru_cache(maxsize=1000)
def language_of(header: str) -> str:
    """The language that suits an Accept-Language header best."""
    wishes = []
    for part in header[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag))
        except ValueError:
            continue
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        language = choose_language(None, {"LANG": tag})
        if language != ENGLISH or tag.lower().startswith(ENGLISH):
            return language
    return ENGLISH

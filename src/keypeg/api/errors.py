"""Map kinds of errors to HTTP statuses, and back."""

from __future__ import annotations

from msgspec import Struct

from keypeg.errors import Busy, Conflict, Forbidden, Illegal, KeypegError, Malformed, Unknown

STATUS: dict[type[KeypegError], int] = {
    Malformed: 400,
    Forbidden: 403,
    Unknown: 404,
    Conflict: 409,
    Illegal: 422,
    Busy: 429,
}
SPECIAL: dict[str, tuple[type[KeypegError], int]] = {
    "request-refused": (Malformed, 405),
    "too-large": (Malformed, 413),
    "cookies-too-large": (Malformed, 431),
    "database-away": (Busy, 503),
    "server-failed": (Busy, 500),
    "server-busy": (Busy, 503),
}
"""Slugs that have a status of their own."""


def status_of(error: KeypegError) -> int:
    """Return the status that an error is sent with."""
    if error.slug in SPECIAL:
        return SPECIAL[error.slug][1]
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def kind_of(status: int) -> type[KeypegError] | None:
    """Return the kind of error that this status stands for, if it is one of ours."""
    known = {**{status: kind for kind, status in STATUS.items()}, **{status: kind for kind, status in SPECIAL.values()}}
    return known.get(status)


class Error(Struct, frozen=True):
    """An error: a stable slug, a sentence in your language, and further fields of its own."""

    error: str
    message: str

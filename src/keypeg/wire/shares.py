"""Results shared with friends by link."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg.message import Message


class SharedLink(Struct, frozen=True):
    """Your result, ready to send: the text line by line, with the link as its last line, and the picture’s address."""

    text: list[str | Message]
    link: str
    picture: str


class SharedResult(Struct, frozen=True):
    """The content of a shared result’s page. It never contains the code or the pegs of a row."""

    title: Message
    game: str | Message
    headline: Message
    """The result from the point of view of the person who shared it."""
    heard: Message
    """The marks, for screen readers."""
    rows: list[Annotated[str, Meta(pattern="^[bw-]*$")]]
    """The marks row by row: b exact, w near, - nothing."""
    daily: str | None
    """The day whose puzzle this was."""
    same: bool
    """True if the same code can be tried."""

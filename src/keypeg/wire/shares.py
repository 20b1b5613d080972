"""Results that were shared with friends by a link."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from keypeg.message import Message


class SharedLink(Struct, frozen=True):
    """Your result to be sent: the text line by line, which ends with the link, and the picture behind it."""

    text: list[str | Message]
    link: str
    picture: str


class SharedResult(Struct, frozen=True):
    """What the page of a shared result says: never the code, nor the pegs of a row."""

    title: Message
    game: str | Message
    headline: Message
    """The result, from the side of who shared it."""
    heard: Message
    """The marks, for those who listen."""
    rows: list[Annotated[str, Meta(pattern="^[bw-]*$")]]
    """The marks row by row: b exact, w near, - nothing."""
    daily: str | None
    """The day whose puzzle this was."""
    same: bool
    """True if the same code can be tried."""

"""Share a result by link, and let friends try the code of a shared result."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import READS, TABLES, TOOLS
from keypeg.api.tables import Made
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


PNG = "image/png"
ShareId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


@endpoint(
    "POST",
    "/tables/{id}/shares",
    "Create a link that shares your result of a finished match, without the code",
    "study",
    TOOLS,
)
def share(id: TableId, seat: OwnSeat = None) -> SharedLink:
    """Create a link that shares your result of a finished match, without the code."""
    raise needs_server()


@endpoint("GET", "/results/{share}", "Get a shared result", "study", READS, 2)
def shared(share: ShareId) -> SharedResult:
    """Get a shared result."""
    raise needs_server()


@endpoint(
    "GET",
    "/results/{share}/picture.png",
    "Get the picture of a shared result, 1200 by 630 pixels",
    "study",
    READS,
    2,
    by_guest=False,
    media_type=PNG,
)
def shared_picture(share: ShareId) -> bytes:
    """Get the picture of a shared result, 1200 by 630 pixels."""
    raise needs_server()


@endpoint(
    "POST",
    "/results/{share}/tables",
    "Create a table to try the code of a shared result, outside your statistics",
    "study",
    TABLES,
    status=201,
)
def same_code(share: ShareId) -> Made:
    """Create a table to try the code of a shared result, outside your statistics."""
    raise needs_server()

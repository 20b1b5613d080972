"""Everything that is stored about you: export it, or delete it."""

from __future__ import annotations

from msgspec import Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Time
from keypeg.api.host import needs_server
from keypeg.api.limits import LINKS, TOOLS


class Result(Struct, frozen=True):
    """The result of a guest in a daily puzzle."""

    day: str
    table: str
    rows: int | None
    solved: bool | None
    late: bool = False
    skill: int | None = None
    luck: float | None = None


class OwnData(Struct, frozen=True):
    """Everything that is stored about you."""

    name: str
    created: Time
    seen: Time
    tokens: list[OwnToken]
    tables: list[str]
    daily: list[Result]
    dismissed: list[str]
    """Tables that you have dismissed from your list."""
    seats: list[OwnName]
    shares: list[OwnShare]
    listed: list[str]
    """Tables of yours that are on the list of open tables."""
    kept: list[OwnKept]
    """What features have stored for you."""


class OwnName(Struct, frozen=True):
    """A seat of yours, and the name that you gave there."""

    table: str
    seat: int
    name: str


class OwnShare(Struct, frozen=True):
    """A result that you have shared, in the language you had then."""

    share: str
    table: str
    seat: int
    language: str


class OwnKept(Struct, frozen=True):
    """Something that a feature has stored for you: the feature and its key, and the data in Base64."""

    key: str
    data: bytes
    expires: Time | None


class OwnToken(Struct, frozen=True):
    """A device, a bot or a link of yours; the token itself is not stored."""

    kind: str
    created: Time
    expires: Time | None
    seen: Time


class Deleted(Struct, frozen=True):
    """The number of tables that were deleted."""

    tables: int


@endpoint("GET", "/me/data", "Export everything stored about you", "identity", TOOLS)
def own_data() -> OwnData:
    """Export everything stored about you."""
    raise needs_server()


@endpoint(
    "DELETE", "/me", "Delete your name, your devices, and the tables where no other person sat", "identity", LINKS
)
def forget_me() -> Deleted:
    """Delete your name, your devices, and the tables where no other person sat."""
    raise needs_server()

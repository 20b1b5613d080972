"""Who you are to a server: your name, your devices and bots, and links to other devices."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Name, Time
from keypeg.api.host import needs_server
from keypeg.api.limits import LINKS, MOVES, READS, TOOLS


class Identity(Struct, frozen=True):
    """Your identity here; a newcomer is not known until they make a table, take a seat or give a name."""

    known: bool
    name: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: Name


class Token(Struct, frozen=True):
    """A bearer token; it is shown once."""

    token: str


class MoveLink(Struct, frozen=True):
    """A one-time link: opened on another device within ten minutes, it makes that device yours as well."""

    code: str
    link: str


class Adopt(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a one-time link."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


class Device(Struct, frozen=True):
    """A device of yours (`cookie`), a bot (`bearer`), or a link for another device that has not been used (`link`)."""

    id: str
    kind: Literal["cookie", "bearer", "link"]
    created: Time
    seen: Time
    """When it was last used, to the hour."""
    expires: Time | None
    """When a link expires; null for devices and bots, which are deleted after months without use."""
    this: bool
    """True for the device or bot that made this request."""


@endpoint("GET", "/me", "Get your identity", "identity", READS)
def me() -> Identity:
    """Get your identity."""
    raise needs_server()


@endpoint("PATCH", "/me", "Change your name", "identity", MOVES)
def rename(asked: Named) -> Identity:
    """Change your name."""
    raise needs_server()


@endpoint("POST", "/tokens", "Create a bearer token for a bot", "identity", MOVES, status=201)
def token(asked: Named) -> Token:
    """Create a bearer token for a bot."""
    raise needs_server()


@endpoint(
    "POST", "/me/links", "Create a one-time link that signs another device in as you", "identity", LINKS, status=201
)
def link() -> MoveLink:
    """Create a one-time link that signs another device in as you."""
    raise needs_server()


@endpoint("POST", "/me/adopt", "Redeem a one-time link and sign in as the guest who created it", "identity", MOVES)
def adopt(asked: Adopt) -> Identity:
    """Redeem a one-time link and sign in as the guest who created it."""
    raise needs_server()


@endpoint("GET", "/me/devices", "List your devices, bots and links, most recently used first", "identity", TOOLS)
def devices() -> list[Device]:
    """List your devices, bots and links, most recently used first."""
    raise needs_server()


@endpoint("DELETE", "/me/devices/{device}", "Sign out one device, bot or link", "identity", MOVES)
def revoke_device(device: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]) -> list[Device]:
    """Sign out one device, bot or link."""
    raise needs_server()

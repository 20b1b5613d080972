"""Identify guests by an opaque token in a cookie or a bearer header. Tokens are stored hashed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from time import time

from sqlalchemy import Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import Unknown
from keypeg.server.store.schema import guests, tokens
from keypeg.server.store.writer import Writer

MOST_CACHED = 20_000
HOUR = 3600.0
LINK_LASTS = 600.0
"""Seconds after which a one-time link to another device expires."""


@dataclass(slots=True)
class Guest:
    """Somebody without an account."""

    id: str
    name: str
    seen: float
    """When they last sent a request, to the hour."""


class Identities:
    """Finds guests by their tokens, and caches them."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._cache: OrderedDict[bytes, Guest] = OrderedDict()
        self.trusted = True
        """Whether the cache is valid: not while notifications of other processes are cut off."""
        self.on_change: Callable[[str], None] = lambda _guest: None
        """Called when a guest is renamed or deleted, to notify other processes."""

    async def find(self, token: str) -> Guest | None:
        """Return the guest of this token."""
        hashed = _hash(token)
        found = self._cache.get(hashed)
        now = time()
        if found and self.trusted and now - found.seen < HOUR:
            return found
        known = guests.c.id, guests.c.name, guests.c.seen
        query = select(*known).join(tokens).where(tokens.c.hash == hashed, tokens.c.kind != "link")
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            self._cache.pop(hashed, None)
            return None
        guest = Guest(row.id, row.name, row.seen)
        if now - guest.seen >= HOUR:
            await self._writer.write(None, also=[update(guests).where(guests.c.id == guest.id).values(seen=now)])
            guest.seen = now
        return self._keep(hashed, guest)

    async def new(self, name: str = "", *, kind: str = "cookie") -> tuple[Guest, str]:
        """Make a guest; return it with its token."""
        now = time()
        guest, token = Guest(token_urlsafe(16), name, now), token_urlsafe(16)
        await self._writer.write(
            None,
            first=[insert(guests).values(id=guest.id, name=name, created=now, seen=now)],
            also=[_token(token, guest.id, kind, now, None)],
        )
        self._keep(_hash(token), guest)
        return guest, token

    async def another(self, guest: Guest, kind: str) -> str:
        """Make one more token for a guest; of kind "link" it takes the identity to another device once."""
        token, now = token_urlsafe(16), time()
        await self._writer.write(
            None, also=[_token(token, guest.id, kind, now, now + LINK_LASTS if kind == "link" else None)]
        )
        return token

    async def adopt(self, link: str) -> tuple[Guest, str]:
        """Use up a one-time link; return its guest, and a token for this device."""
        async with self._engine.begin() as connection:
            used = await connection.execute(
                delete(tokens)
                .where(tokens.c.hash == _hash(link), tokens.c.kind == "link", tokens.c.expires > time())
                .returning(tokens.c.guest)
            )
            row = used.one_or_none()
            if row is None:
                raise Unknown("link-unknown")
            found = (await connection.execute(select(guests).where(guests.c.id == row.guest))).one()
        guest = Guest(found.id, found.name, found.seen)
        return guest, await self.another(guest, "cookie")

    async def rename(self, guest: Guest, name: str) -> None:
        await self._writer.write(None, also=[update(guests).where(guests.c.id == guest.id).values(name=name)])
        self.drop(guest.id)
        guest.name = name
        self.on_change(guest.id)

    async def remove(self, guest: Guest) -> None:
        """Delete a guest and all their tokens."""
        await self._writer.write(None, also=[delete(guests).where(guests.c.id == guest.id)])
        self.drop(guest.id)
        self.on_change(guest.id)

    def drop(self, guest: str) -> None:
        """Drop this guest from the cache, on every device."""
        for hashed in [hashed for hashed, known in self._cache.items() if known.id == guest]:
            del self._cache[hashed]

    def drop_all(self) -> None:
        """Empty the cache."""
        self._cache.clear()

    def _keep(self, hashed: bytes, guest: Guest) -> Guest:
        self._cache[hashed] = guest
        if len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return guest


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _token(token: str, guest: str, kind: str, now: float, expires: float | None) -> Executable:
    return insert(tokens).values(hash=_hash(token), guest=guest, kind=kind, created=now, expires=expires)

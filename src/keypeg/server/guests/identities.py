"""Identify guests by an opaque token in a cookie or a bearer header. Tokens are stored hashed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from time import time
from typing import Literal

from sqlalchemy import Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import Unknown
from keypeg.server.store.schema import guests, seats, tokens
from keypeg.server.store.writer import Writer

MOST_CACHED = 20_000
HOUR = 3600.0
LINK_LASTS = 600.0
"""Seconds after which a one-time link to another device expires."""


@dataclass(slots=True)
class Guest:
    """A person or bot, who needs no account."""

    id: str
    name: str
    seen: float
    """When this device last sent a request, to the hour."""
    noted: bool = False
    """True if `seen` was stored just now, so that the cookie is due for renewal."""


@dataclass(frozen=True, slots=True)
class Token:
    """A stored token: of a device, a bot, or a one-time link."""

    id: str
    kind: Literal["cookie", "bearer", "link"]
    created: float
    seen: float
    expires: float | None


class Identities:
    """Finds guests by their tokens, and caches them."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._cache: OrderedDict[bytes, Guest] = OrderedDict()
        self.trusted = True
        """True while the cache is valid; False while notifications from other processes are cut off."""
        self._drops = 0
        """The number of times that something was dropped from the cache."""
        self.on_change: Callable[[str], Sequence[Executable]] = lambda _guest: ()
        """Returns the statements to execute along with a change of a guest, which notify other processes."""

    def cached(self, token: str) -> Guest | None:
        """Return the guest of this token from the cache; None if the database must be asked."""
        found = self._cache.get(_hash(token))
        return found if found and self.trusted and time() - found.seen < HOUR else None

    async def find(self, token: str) -> Guest | None:
        """Return the guest of this token."""
        found = self.cached(token)
        if found:
            return found
        hashed, now, drops = _hash(token), time(), self._drops
        known = guests.c.id, guests.c.name, tokens.c.seen
        query = select(*known).join(tokens).where(tokens.c.hash == hashed, tokens.c.kind != "link")
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            self._cache.pop(hashed, None)
            return None
        guest = Guest(row.id, row.name, row.seen)
        if now - guest.seen >= HOUR:
            used = update(tokens).where(tokens.c.hash == hashed).values(seen=now)
            here = update(guests).where(guests.c.id == guest.id).values(seen=now)
            await self._writer.write(None, also=[used, here])
            guest.seen, guest.noted = now, True
        # If a guest was dropped from the cache meanwhile, this row may have been read before the change.
        return self._keep(hashed, guest) if drops == self._drops else guest

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
        """Make another token for a guest. One of kind "link" takes the identity to another device, once."""
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

    async def created(self, id: str) -> float:
        """Return when a guest was made."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(guests.c.created).where(guests.c.id == id))
            return float(found.scalar_one_or_none() or 0.0)

    async def rename(self, guest: Guest, name: str) -> None:
        await self._change(guest, update(guests).where(guests.c.id == guest.id).values(name=name))
        guest.name = name

    async def remove(self, guest: Guest) -> bool:
        """Delete a guest and all their tokens, unless they hold a seat; return True if they are gone."""
        holds_seat = select(seats).where(seats.c.guest == guest.id).exists()
        await self._change(guest, delete(guests).where(guests.c.id == guest.id, ~holds_seat))
        async with self._engine.connect() as connection:
            found = await connection.execute(select(guests.c.id).where(guests.c.id == guest.id))
            return found.one_or_none() is None

    async def tokens(self, guest: Guest) -> list[Token]:
        """Return the tokens of a guest, most recently used first."""
        query = select(tokens).where(tokens.c.guest == guest.id).order_by(tokens.c.seen.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Token(_handle(row.hash), row.kind, row.created, row.seen, row.expires) for row in rows]

    async def revoke(self, guest: Guest, id: str) -> None:
        """Delete one token of a guest."""
        async with self._engine.connect() as connection:
            held = (await connection.execute(select(tokens.c.hash).where(tokens.c.guest == guest.id))).all()
        found = [row.hash for row in held if _handle(row.hash) == id]
        if not found:
            raise Unknown("device-unknown")
        await self._change(guest, delete(tokens).where(tokens.c.hash.in_(found)))

    def drop(self, guest: str) -> None:
        """Drop this guest from the cache, on every device."""
        self._drops += 1
        for hashed in [hashed for hashed, known in self._cache.items() if known.id == guest]:
            del self._cache[hashed]

    def drop_all(self) -> None:
        """Empty the cache."""
        self._drops += 1
        self._cache.clear()

    async def _change(self, guest: Guest, statement: Executable) -> None:
        """Execute a change of a guest, and drop them from the cache of every process."""
        await self._writer.write(None, also=[statement, *self.on_change(guest.id)])
        self.drop(guest.id)

    def _keep(self, hashed: bytes, guest: Guest) -> Guest:
        self._cache[hashed] = guest
        if len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return guest


def token_id(token: str) -> str:
    """Return the id by which a guest refers to a token. It reveals nothing about the token itself."""
    return _handle(_hash(token))


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _handle(hashed: bytes) -> str:
    return sha256(hashed).hexdigest()[:16]


def _token(token: str, guest: str, kind: str, now: float, expires: float | None) -> Executable:
    return insert(tokens).values(hash=_hash(token), guest=guest, kind=kind, created=now, seen=now, expires=expires)

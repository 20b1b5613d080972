"""Shared results: each is stored once, under an id that does not reveal its table. Pictures are drawn when needed."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from hmac import digest as hmac

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.shares import SharedResult
from keypeg.errors import Busy, Unknown
from keypeg.message import message
from keypeg.server.pictures import Told, picture
from keypeg.server.store.database import dialect_of
from keypeg.server.store.schema import shares
from keypeg.server.store.writer import Writer
from keypeg.table import Table
from keypeg.tell.daily import day_message
from keypeg.words import Words

MOST_PICTURES, MOST_WAITING = 100, 20
"""The last pictures that are kept in memory, 35 kB each, and the most that wait to be drawn."""

READ, WRITE = msgspec.json.Decoder(SharedResult).decode, msgspec.json.Encoder().encode


class Stored(msgspec.Struct, frozen=True):
    """A shared result, with its table and seat, and the language of the person who shared it."""

    table: str
    seat: int
    language: str
    told: SharedResult


class Shares:
    """Stores and finds shared results."""

    def __init__(self, secret: bytes, engine: AsyncEngine, writer: Writer) -> None:
        self._secret = secret
        self._engine = engine
        self._writer = writer
        self._drawing = asyncio.Lock()
        self._waiting = 0
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self.on_draw: Callable[[], None] = lambda: None
        """Called before a picture is drawn, to charge whoever asked for it."""
        self._insert = dialect_of(engine).insert

    def id_of(self, table: Table, seat: int, words: Words) -> str:
        """Return the id of a result: 128 bits that reveal nothing about the table."""
        bits = hmac(self._secret, f"share:{table.id}:{seat}:{words.language}".encode(), "sha256")[:16]
        return urlsafe_b64encode(bits).decode().rstrip("=")

    async def has(self, share: str) -> bool:
        """Return True if a result is stored already."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(shares.c.id).where(shares.c.id == share))
            return found.scalar_one_or_none() is not None

    async def store(self, table: Table, seat: int, words: Words, told: SharedResult) -> None:
        """Store a result."""
        row = {"id": self.id_of(table, seat, words), "table": table.id, "seat": seat, "language": words.language}
        insert = self._insert(shares).values({**row, "told": WRITE(told).decode(), "picture": b""})
        await self._writer.write(None, also=[insert.on_conflict_do_nothing()], missing="table-unknown")

    async def find(self, share: str) -> Stored:
        """Return a result; raise Unknown if it was never shared, or its table is gone."""
        query = select(shares.c.table, shares.c.seat, shares.c.language, shares.c.told).where(shares.c.id == share)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Unknown("result-unknown")
        return Stored(row.table, row.seat, row.language, READ(row.told))

    async def picture(self, share: str, words: Callable[[str], Words]) -> bytes:
        """Return the picture of a result in the language of whoever shared it; `words` returns a catalogue."""
        query = select(shares.c.told, shares.c.language, shares.c.picture).where(shares.c.id == share)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:  # perhaps deleted since it was drawn
            raise Unknown("result-unknown")
        if row.picture:
            return bytes(row.picture)
        if share not in self._pictures:
            await self._draw(share, _told(READ(row.told), words(row.language)))
        self._pictures.move_to_end(share)
        return self._pictures[share]

    async def _draw(self, share: str, told: Told) -> None:
        if self._waiting >= MOST_WAITING:
            raise Busy("server-busy", seconds=2)
        self.on_draw()
        self._waiting += 1
        try:
            async with self._drawing:  # several at once would starve the event loop
                if share not in self._pictures:
                    self._pictures[share] = await asyncio.to_thread(picture, told)
        finally:
            self._waiting -= 1
        if len(self._pictures) > MOST_PICTURES:
            self._pictures.popitem(last=False)


def _told(told: SharedResult, words: Words) -> Told:
    about = words.render(told.game)
    if told.daily:
        about = words.render(message("tell.daily.of", day=day_message(told.daily)))
    return Told("Keypeg", about, words.render(told.headline), tuple(told.rows))


def share_link(base: str, share: str) -> str:
    """Return the URL of a result's page."""
    return f"{base}/r/{share}"


def picture_link(base: str, share: str) -> str:
    """Return the URL of a result's picture."""
    return f"{base}/api/v1/results/{share}/picture.png"

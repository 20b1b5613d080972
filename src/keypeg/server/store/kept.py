"""The small store of features in the database: each key is written only if nobody else has written it since."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Executable, Row, case, delete, insert, literal, null, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import Conflict
from keypeg.server.store.schema import kept
from keypeg.server.store.writer import Contradicted, Writer
from keypeg.table import Kept


class KeptStore:
    """Keeps data of features."""

    def __init__(self, engine: AsyncEngine, writer: Writer, now: Callable[[], float]) -> None:
        self._engine = engine
        self._writer = writer
        self._now = now
        self._listeners: list[tuple[str, Callable[[str], None]]] = []
        self.on_write: Callable[[Sequence[str]], Sequence[Executable]] = lambda _keys: ()
        """Returns the statements to execute along with a write, which notify other processes."""

    async def get(self, key: str) -> Kept | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(kept).where(kept.c.key == key))).one_or_none()
        return _fresh(row, self._now()) if row else None

    async def under(self, prefix: str) -> list[Kept]:
        query = select(kept).where(kept.c.key.startswith(prefix, autoescape=True)).order_by(kept.c.key)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [each for row in rows if (each := _fresh(row, self._now()))]

    async def write(self, *some: Kept) -> None:
        if some:
            try:
                await self._writer.write(None, also=self.statements(some), raising=Contradicted)
            except Contradicted:
                raise Conflict("version-stale", version=some[0].version + 1, seen=some[0].version) from None
            self.announce(some)

    def statements(self, some: Sequence[Kept]) -> list[Executable]:
        """Return the statements that write these; they violate a constraint if one was written since it was read."""
        return [
            *(each for one in some for each in _statements(one, self._now())),
            *self.on_write([each.key for each in some]),
        ]

    def announce(self, some: Sequence[Kept]) -> None:
        """Tell listeners that these were written."""
        for each in some:
            self.heard(each.key)

    def heard(self, key: str) -> None:
        """Tell listeners that a key was written, here or by another process."""
        for prefix, listener in self._listeners:
            if key.startswith(prefix):
                listener(key)

    def listen(self, prefix: str, listener: Callable[[str], None]) -> None:
        self._listeners.append((prefix, listener))


def _fresh(row: Row[*tuple[Any, ...]], now: float) -> Kept | None:
    """Return what is kept in a row, unless it has expired."""
    if row.expires is not None and row.expires <= now:
        return None
    return Kept(row.key, bytes(row.data), row.owner, row.table, row.expires, row.version)


def _statements(one: Kept, now: float) -> Iterator[Executable]:
    """Yield the statements that write one key. Where something else was expected, its version becomes null: refused."""
    this = kept.c.key == one.key
    values = {"owner": one.owner, "table": one.table, "expires": one.expires, "data": one.data or b""}
    if not one.version:
        yield delete(kept).where(this, kept.c.expires <= now)  # what has expired counts as absent
        if one.data is not None:
            yield insert(kept).values(key=one.key, version=1, **values)
        return
    checked = case((kept.c.version == one.version, one.version + 1), else_=null())
    yield update(kept).where(this).values(version=checked, **values)
    if one.data is None:
        yield delete(kept).where(this)
        return
    here = select(kept.c.key).where(this).exists()
    absent = select(literal(one.key), null(), literal(b"")).where(~here)
    yield insert(kept).from_select(["key", "version", "data"], absent)

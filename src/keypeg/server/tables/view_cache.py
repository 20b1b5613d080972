"""Views as they are sent: encoded once, and kept until something that they depend on changes."""

from __future__ import annotations

from zlib import crc32

import msgspec

from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.invites import Invites
from keypeg.server.tables.registry import LockedTable
from keypeg.service import Presence, TableState, view

ENCODER = msgspec.json.Encoder()


class ViewCache:
    """Encodes Views of tables whose lock is held."""

    def __init__(self, doorbells: Doorbells, invites: Invites) -> None:
        self._doorbells = doorbells
        self._invites = invites

    def get(self, table: LockedTable, seat: int | None, mine: tuple[int, ...], base: str) -> tuple[bytes, str]:
        """Return a View as JSON, and its entity tag."""
        presence = self.presence(table)
        key = table.version, presence.away_since, mine, base
        cached = table.views.get(seat)
        if not cached or cached[0] != key:
            made = view(table, seat, mine, presence, self._invites.open_seats(table, base) if mine else ())
            cached = table.views[seat] = key, ENCODER.encode(made)
        return cached[1], f'"{table.version}-{seat or 0}-{crc32(repr(key).encode()):08x}"'

    def presence(self, table: TableState) -> Presence:
        """Return since when each person is away."""
        here = self._doorbells.here(table.id)
        return Presence(
            tuple(
                max(self._doorbells.last_seen(table.id, chair.seat), table.touched)
                if chair.kind == "person" and chair.seat not in here
                else None
                for chair in table.chairs
            )
        )

"""Invites and links. An invite is derived from the server's secret, so it is stored nowhere."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hmac import compare_digest
from hmac import digest as hmac

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.service import TableState


class Invites:
    """Makes and recognises invites to seats."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def invite(self, table: str, seat: int, base: str) -> wire.Invite:
        """Return the invite to a seat, with a link that starts with the URL `base`."""
        token = self._token(table, seat)
        return wire.Invite(seat, token, f"{table_link(base, table)}#{token}")

    def _token(self, table: str, seat: int) -> str:
        """Return 128 bits that nobody can guess without the secret."""
        bits = hmac(self._secret, f"invite:{table}:{seat}".encode(), "sha256")[:16]
        return urlsafe_b64encode(bits).decode().rstrip("=")

    def seat(self, table: TableState, invite: str) -> int:
        """Return the seat that an invite is for; raise Unknown if it is for none at this table."""
        for chair in table.chairs:
            if chair.kind != "computer" and compare_digest(self._token(table.id, chair.seat), invite):
                return chair.seat
        raise Unknown("invite-unknown")


def table_link(base: str, table: str) -> str:
    """Return the URL of a table's page."""
    return f"{base}/t/{table}"

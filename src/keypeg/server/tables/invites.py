"""Invites and links. An invite follows from the server's secret, so it can be shown again and is stored nowhere."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hmac import compare_digest
from hmac import digest as hmac

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.service import TableState


class Invites:
    """Makes and recognises the invites of seats."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def invite(self, table: str, seat: int) -> str:
        """128 bits that nobody can guess who does not have the secret."""
        bits = hmac(self._secret, f"invite:{table}:{seat}".encode(), "sha256")[:16]
        return urlsafe_b64encode(bits).decode().rstrip("=")

    def open_seats(self, live: TableState, base: str) -> list[wire.Invite]:
        """For every open seat."""
        return [
            wire.Invite(chair.seat, token, f"{table_link(base, live.id)}#{token}")
            for chair in live.chairs
            if chair.kind == "open"
            for token in (self.invite(live.id, chair.seat),)
        ]

    def seat(self, live: TableState, invite: str) -> int:
        """The seat of this invite."""
        for chair in live.chairs:
            if chair.kind != "computer" and compare_digest(self.invite(live.id, chair.seat), invite):
                return chair.seat
        raise Unknown("invite-unknown")


def table_link(base: str, table: str) -> str:
    """Where people see this table."""
    return f"{base}/t/{table}"

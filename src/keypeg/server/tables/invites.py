"""Invites and links. An invite is derived from the server's secret, so it is stored nowhere.

The list of open tables has its own invites: the host may turn away anyone who joins by one, and they are void once the
table has left the list.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hmac import compare_digest
from hmac import digest as hmac

from keypeg.api.host import INVITE, LISTED
from keypeg.api.tables import Invite
from keypeg.errors import Unknown
from keypeg.table import Table


class Invites:
    """Makes and recognises invites to seats."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def invite(self, table: Table, seat: int, base: str, kind: str = INVITE) -> Invite:
        """Return the invite to a seat, with a link that starts with the URL `base`."""
        token = self._token(kind, table, seat)
        return Invite(seat, token, f"{table_link(base, table.id)}#{token}")

    def _token(self, kind: str, table: Table, seat: int) -> str:
        """Return 128 bits that nobody can guess without the secret."""
        renewed = table.renewed[seat] if kind == INVITE else 0
        number = f":{renewed}" if renewed else ""
        bits = hmac(self._secret, f"{kind}:{table.id}:{seat}{number}".encode(), "sha256")[:16]
        return urlsafe_b64encode(bits).decode().rstrip("=")

    def seat(self, table: Table, invite: str) -> tuple[int, str]:
        """Return the seat that an invite is for, and its kind; raise Unknown if it is for none at this table."""
        for chair in table.chairs:
            for kind in (INVITE, LISTED):
                if chair.kind != "computer" and compare_digest(self._token(kind, table, chair.seat), invite):
                    return chair.seat, kind
        raise Unknown("invite-unknown")


def table_link(base: str, table: str) -> str:
    """Return the URL of a table's page."""
    return f"{base}/t/{table}"

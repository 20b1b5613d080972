"""The addresses of the server, for this machine and its network, and QR codes for a terminal."""

from __future__ import annotations

import io
import socket
from functools import lru_cache
from time import monotonic

import segno

from keypeg.server.settings import Settings


def addresses(settings: Settings, port: int) -> tuple[str, list[str]]:
    """Return the address for this machine, or the public one, and those for the home network if `lan` is set."""
    if settings.public_url:
        return settings.public_url, []
    own = settings.host if settings.host not in ("0.0.0.0", "::", "127.0.0.1") else "localhost"  # noqa: S104
    here = f"http://[{own}]:{port}" if ":" in own else f"http://{own}:{port}"
    return here, [f"http://{address}:{port}" for address in lan_addresses()] if settings.lan else []


def lan_addresses() -> list[str]:
    """Return the addresses of this machine on its network; at most a minute old."""
    return _lan_addresses(int(monotonic() / 60))


@lru_cache(maxsize=1)
def _lan_addresses(_minute: int) -> list[str]:
    """Find the address by connecting a UDP socket, which looks up a route but sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
    except OSError:
        return []


def qr_text(text: str) -> str:
    """Return a QR code drawn in text."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out=out, compact=True)
    return out.getvalue().rstrip("\n")

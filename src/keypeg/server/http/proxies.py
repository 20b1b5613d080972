"""Read what reverse proxies say about their clients, and ignore anyone else who says such things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from keypeg.server.http.request import Scope
from keypeg.server.settings import Settings

Address: TypeAlias = IPv4Address | IPv6Address

FOR, PROTO = b"x-forwarded-for", b"x-forwarded-proto"
FORWARDED = frozenset({FOR, PROTO})
ANYONE = "*"
"""In the settings: whoever connects is a proxy."""
SECURE = {b"http": "", b"https": "s", b"ws": "", b"wss": "s"}
"""The end of the scheme, by what proxies say."""
WITH_PORT = re.compile(r"\[([^\]]*)\](?::\d*)?|([\d.]+):\d*")
LONGEST = 64
"""Characters of the longest address with a port."""


class Proxies:
    """The reverse proxies in the settings."""

    def __init__(self, settings: Settings) -> None:
        listed = [part.strip() for part in settings.trusted_proxies.split(",")]
        self._anyone = listed == [ANYONE]
        self._networks = [network for network in map(_network, listed) if network is not None]

    def __contains__(self, host: str) -> bool:
        return self._anyone or self._is_listed(_address(host))

    def apply(self, scope: Scope) -> None:
        """Put the client and the scheme that a proxy names into the scope."""
        client = scope.get("client")
        if not client or client[0] not in self:
            return
        secure = SECURE.get(dict(scope["headers"]).get(PROTO, b"").strip())
        if secure is not None:
            scope["scheme"] = ("ws" if scope["type"] == "websocket" else "http") + secure
        told = b",".join(value for name, value in scope["headers"] if name == FOR).decode("latin-1").split(",")
        found = self._client([_address(text.strip()) for text in told])
        if found is not None:
            scope["client"] = (str(found), 0)

    def _client(self, chain: Sequence[Address | None]) -> Address | None:
        """Return the last address that is no proxy's: every proxy appends the one from which it was reached."""
        if self._anyone:
            return chain[0]
        return next((address for address in reversed(chain) if not self._is_listed(address)), chain[0])

    def _is_listed(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None  # a name is never the address of a client


def _address(text: str) -> Address | None:
    """Return an address without its port; None for what is no address, because anyone may have made it up."""
    if len(text) > LONGEST:
        return None
    with_port = WITH_PORT.fullmatch(text)
    try:
        address = ip_address(with_port[1] or with_port[2] if with_port else text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address

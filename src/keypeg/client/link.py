"""Links to tables, as people send them: `https://SERVER/t/TABLE#INVITE`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from keypeg.errors import Malformed


@dataclass(frozen=True, slots=True)
class Link:
    """A table of a server, and the invite to a seat if there is one."""

    server: str
    table: str
    invite: str = ""

    def __str__(self) -> str:
        return f"{self.server}/t/{self.table}" + (f"#{self.invite}" if self.invite else "")


def parse_link(text: str) -> Link:
    """Parse a link to a table; raise Malformed if it is not one."""
    try:
        found = urlsplit(text.strip())
    except ValueError:
        raise Malformed("link-unreadable", link=text) from None
    folder, slash, table = found.path.rpartition("/t/")
    if found.scheme not in ("http", "https") or not found.netloc or not slash or not table:
        raise Malformed("link-unreadable", link=text)
    return Link(f"{found.scheme}://{found.netloc}{folder}", table.strip("/"), found.fragment)

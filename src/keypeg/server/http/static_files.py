"""The built page: its files in memory, small on the wire, and cached as long as they hold."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "static"
INDEX = "index.html"
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"


@dataclass(frozen=True)
class File:
    """One file of the page."""

    body: bytes
    kind: str
    cache: str

    @cached_property
    def small(self) -> bytes | None:
        """Compressed, where that helps."""
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < 0.9 * len(self.body) else None

    @cached_property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:20]}"'


class Pages:
    """All files that were built; none where nobody has built them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): File(
                path.read_bytes(), KINDS[path.suffix], FOREVER if path.parent.name == "assets" else ASK_FIRST
            )
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }

    def find(self, path: str) -> File | None:
        """The file at this address. Addresses of screens, which have no suffix, all get the one page."""
        name = path.strip("/") or INDEX
        return self._files.get(INDEX if "." not in name.rpartition("/")[2] else name)

"""Serve the files of the built page from memory, compressed and cached."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from keypeg.errors import Unknown
from keypeg.server.http.request import Headers
from keypeg.server.http.responses import Response, is_current
from keypeg.server.offline import FOLDER as OFFLINE
from keypeg.server.offline import LIST, offline_files

FOLDER = Path(__file__).parents[1] / "static"
INDEX = "index.html"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
PACKED = (".gz", ".zip")
"""Suffixes of files that are compressed already."""
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
        """The compressed body; None if compression does not help."""
        if self.kind in (KINDS[suffix] for suffix in PACKED):
            return None
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < 0.9 * len(self.body) else None

    @cached_property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:20]}"'


class StaticFiles:
    """All files of the built page; none if it has not been built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): File(
                path.read_bytes(), KINDS[path.suffix], FOREVER if path.parent.name == "assets" else ASK_FIRST
            )
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }

    @cached_property
    def _offline(self) -> dict[str, File]:
        """The files that the page downloads to play without a server, made on first use."""
        made = offline_files({name: file.body for name, file in self._files.items()})
        return {
            name: File(body, KINDS[Path(name).suffix], ASK_FIRST if name == LIST else FOREVER)
            for name, body in made.items()
        }

    def is_screen(self, path: str) -> bool:
        """Return True if this is the path of a screen: it has no suffix, and the page is built."""
        return INDEX in self._files and self.find(path) is self._files[INDEX]

    def respond(self, path: str, headers: Headers, rewrite: Callable[[str], str] | None = None) -> Response:
        """Return the response to a GET of this path; `rewrite` changes the text of the file."""
        file = self.find(path)
        if file is None:
            raise Unknown("page-unknown" if INDEX in self._files else "page-unbuilt")
        if rewrite:
            file = replace(file, body=rewrite(file.body.decode()).encode())
        small = file.small if b"gzip" in headers.get(b"accept-encoding", b"") else None
        tag = file.tag if small is None else f'{file.tag[:-1]}-gzip"'
        vary = "accept-encoding, accept-language" if rewrite else "accept-encoding"
        sent = {"cache-control": file.cache, "etag": tag, "vary": vary}
        if is_current(headers.get(b"if-none-match", b"").decode("latin-1"), tag):
            return Response(304, sent, b"")
        sent["content-type"] = file.kind
        if small is not None:
            return Response(200, sent | {"content-encoding": "gzip"}, small)
        return Response(200, sent, file.body)

    def find(self, path: str) -> File | None:
        """Return the file at this path. Paths of screens, which have no suffix, all get the one page."""
        name = path.strip("/") or INDEX
        if name.startswith(f"{OFFLINE}/"):
            return self._offline.get(name)
        return self._files.get(INDEX if "." not in name.rpartition("/")[2] else name)

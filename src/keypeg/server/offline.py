"""The files for play without a server: the page itself, Python for the browser, and Keypeg as an archive."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

import keypeg
from keypeg.words import PSEUDO

SOURCE = Path(keypeg.__file__).parent
NEEDS_NUMPY = ("players/search/", "review/measure/", "solve/")
LEFT_OUT = ("cli/", "client/", "server/", "terminal/", *NEEDS_NUMPY)
"""Folders that need NumPy, or are front ends of their own."""
FOR_BUILDERS = ("api/openapi.json", "api/openapi.py", "api/examples.py")
ENGLISH = "words/en.json"
"""The page has the words of all languages; Python renders only English."""
BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The modification time of every file, so that the same sources give the same archive."""
FOLDER = "offline"
LIST = f"{FOLDER}/files.json"


def keypeg_archive() -> bytes:
    """Return Keypeg without its front ends, as a zip file."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for file in _packed():
            info = ZipInfo(f"keypeg/{file.relative_to(SOURCE).as_posix()}", BEGINNING)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, file.read_bytes())
    return made.getvalue()


def _packed() -> Iterator[Path]:
    for file in sorted(SOURCE.rglob("*")):
        inside = file.relative_to(SOURCE).as_posix()
        words = inside.startswith("words/") and file.suffix == ".json"
        kept = inside == ENGLISH if words else not inside.startswith(LEFT_OUT) and inside not in FOR_BUILDERS
        if kept and file.is_file() and file.suffix not in (".pyc", ".nbi", ".nbc"):
            yield file


def python_files() -> dict[str, bytes]:
    """Return the files of Python for the browser by name; none if keypeg-pyodide is not installed."""
    if find_spec("keypeg_pyodide") is None:
        return {}
    from keypeg_pyodide import FILES  # noqa: PLC0415 - a distribution of its own

    return {path.name: path.read_bytes() for path in sorted(FILES.glob("*")) if path.suffix in (".gz", ".js", ".zip")}


def sent_bytes(name: str, body: bytes) -> int:
    """Return how many bytes are sent for a file: texts are compressed."""
    return len(body) if name.endswith((".gz", ".zip", ".png")) else len(gzip.compress(body))


def offline_files(page: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files to serve besides those of the page; none without Python for the browser.

    One of them lists all others with their hashes, so that a device can check that what it keeps is intact and of one
    version. The page is included as it was built, because its head differs from screen to screen when it is served.
    """
    python = python_files()
    if not python or "index.html" not in page:
        return {}
    named = {
        f"{FOLDER}/{name.partition('.')[0]}-{sha256(body).hexdigest()[:10]}.{name.partition('.')[2]}": body
        for name, body in {**python, "keypeg.zip": keypeg_archive(), "page.html": page["index.html"]}.items()
    }
    assets = {
        name: body
        for name, body in page.items()
        if name.startswith(("assets/", "icon", "manifest")) and PSEUDO not in name
    }
    listed = [
        {"name": name, "bytes": sent_bytes(name, body), "hash": sha256(body).hexdigest()}
        for name, body in sorted({**assets, **named}.items())
    ]
    version = sha256(msgspec.json.encode(listed)).hexdigest()[:16]
    return {**named, LIST: msgspec.json.encode({"version": version, "files": listed})}

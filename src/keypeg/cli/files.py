"""Read and write the files of commands; raise a KeypegError if that fails."""

from __future__ import annotations

import sys
from pathlib import Path

from keypeg.errors import Malformed, Unknown

MOST = 10_000_000
"""The size limit of a file in bytes; no record and no tree comes near it."""


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for -."""
    try:
        return read_bytes(name).decode()
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=name) from None


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for -."""
    try:
        data = sys.stdin.buffer.read(MOST + 1) if name == "-" else _start_of(name)
    except (OSError, ValueError) as error:
        raise Unknown("file-unreadable", file=name, reason=_reason(error)) from None
    if len(data) > MOST:
        raise Malformed("file-too-large", file=name, most=MOST // 1_000_000)
    return data


def write_file(file: Path, content: str | bytes) -> None:
    """Write a file."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise Unknown("file-unwritable", file=str(file), reason=_reason(error)) from None


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, unless they exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Unknown("file-unwritable", file=str(folder), reason=_reason(error)) from None


def _start_of(name: str) -> bytes:
    with Path(name).open("rb") as file:
        return file.read(MOST + 1)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

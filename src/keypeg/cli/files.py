"""Files that commands read and write, with a sentence where that fails."""

from __future__ import annotations

import sys
from pathlib import Path

from keypeg.errors import Malformed, Unknown

MOST = 10_000_000
"""Bytes of a file; no record and no tree is nearly as long."""


def text_of(name: str) -> str:
    """The text of a file, or of standard input for -."""
    try:
        return bytes_of(name).decode()
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=name) from None


def bytes_of(name: str) -> bytes:
    """The content of a file, or of standard input for -."""
    try:
        data = sys.stdin.buffer.read(MOST + 1) if name == "-" else _start_of(name)
    except (OSError, ValueError) as error:
        raise Unknown("file-unreadable", file=name, reason=_reason(error)) from None
    if len(data) > MOST:
        raise Malformed("file-too-large", file=name, most=MOST // 1_000_000)
    return data


def written(file: Path, content: str | bytes) -> None:
    """Write a file."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise Unknown("file-unwritable", file=str(file), reason=_reason(error)) from None


def _start_of(name: str) -> bytes:
    with Path(name).open("rb") as file:
        return file.read(MOST + 1)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

"""Files kept for a person: a folder of records, tokens of servers, and settings."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from keypeg import folders
from keypeg.errors import Malformed, Unknown

SUFFIX = ".txt"
TOKENS = "servers.json"
SETTINGS = "settings.json"
UNFINISHED = "unfinished"
"""The name of the match that was left last, if it was not over."""


def folder() -> Path:
    """Return the folder of records."""
    return data_folder() / "records"


def data_folder() -> Path:
    """Return the folder for everything: KEYPEG_DATA, or the data folder of this system."""
    chosen = os.environ.get("KEYPEG_DATA")
    return Path(chosen) if chosen else folders.data_folder()


def tokens() -> dict[str, str]:
    """Return the tokens by server."""
    return _kept(TOKENS)


def keep_tokens(known: Mapping[str, str]) -> None:
    """Save the tokens, readable by their owner only. If that fails, the server sees a new guest next time."""
    _keep(TOKENS, known)


def setting(name: str) -> str:
    """Return a saved setting; "" if there is none."""
    return _kept(SETTINGS).get(name, "")


def keep_setting(name: str, value: str) -> None:
    """Save a setting, if possible."""
    _keep(SETTINGS, {**_kept(SETTINGS), name: value})


def _kept(name: str) -> dict[str, str]:
    try:
        found = json.loads((data_folder() / name).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _keep(name: str, known: Mapping[str, str]) -> None:
    file = data_folder() / name
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(json.dumps(dict(known)), encoding="utf-8")


def saved() -> list[Path]:
    """Return the records in the folder, newest first."""
    try:
        files = [file for file in folder().iterdir() if file.suffix == SUFFIX and file.is_file()]
        return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return []


def free_name(stem: str) -> str:
    """Return a name for a new record that is not taken."""
    taken = {file.stem for file in saved()}
    numbers = range(1, len(taken) + 2)
    return next(f"{stem}-{number}" for number in numbers if f"{stem}-{number}" not in taken)


def file_of(name: str) -> Path:
    """Return the file of a name: a bare name is in the folder of records, any other is a path."""
    given = Path(name).expanduser()
    if given.name != name:
        return given
    return folder() / (name if given.suffix else name + SUFFIX)


def save(name: str, record: str) -> Path:
    """Write a record and return its file."""
    if not name.strip():
        raise Malformed("file-unnamed")
    file = file_of(name.strip())
    try:
        if file.parent == folder():
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unknown("file-unwritable", file=str(file), reason=_reason(error)) from None
    write(file, record)
    return file


def write(file: Path, text: str) -> None:
    """Write a file; Unknown if that fails."""
    try:
        file.write_bytes(text.encode())
    except (OSError, ValueError) as error:
        raise Unknown("file-unwritable", file=str(file), reason=_reason(error)) from None


def read(name: str) -> str:
    """Return the text of a record; look a bare name up in the folder unless it is a file here."""
    here = Path(name).expanduser()
    try:
        file = here if here.is_file() else file_of(name)
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        raise Unknown("file-unreadable", file=name, reason=_reason(error)) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=name) from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

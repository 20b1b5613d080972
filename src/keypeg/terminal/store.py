"""The user's files: a folder of records, tokens for servers, settings, and measured skill and luck."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from keypeg.errors import Malformed, Unknown
from keypeg.folders import own_folder

SUFFIX = ".txt"
TOKENS = "servers.json"
SETTINGS = "settings.json"
MEASURES = "measures.json"


def folder() -> Path:
    """Return the folder of records."""
    return own_folder() / "records"


def tokens() -> dict[str, str]:
    """Return the tokens by server."""
    return _kept(TOKENS)


def keep_tokens(known: Mapping[str, str]) -> None:
    """Save the tokens, readable by their owner only. If that fails, the server will see a new guest next time."""
    _keep(TOKENS, known)


def measures() -> dict[str, str]:
    """Return the measured skill and luck of finished matches, by a hash of their records."""
    return _kept(MEASURES)


def keep_measures(known: Mapping[str, str]) -> None:
    """Save the measured skill and luck, if possible."""
    _keep(MEASURES, known)


def setting(name: str) -> str:
    """Return a saved setting; "" if there is none."""
    return _kept(SETTINGS).get(name, "")


def keep_setting(name: str, value: str) -> None:
    """Save a setting, if possible."""
    _keep(SETTINGS, {**_kept(SETTINGS), name: value})


def _kept(name: str) -> dict[str, str]:
    try:
        found = json.loads((own_folder() / name).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _keep(name: str, known: Mapping[str, str]) -> None:
    file = own_folder() / name
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
    """Return a name for a new record that is not in use."""
    taken = {file.stem for file in saved()}
    numbers = range(1, len(taken) + 2)
    return next(f"{stem}-{number}" for number in numbers if f"{stem}-{number}" not in taken)


def new_file(stem: str) -> Path:
    """Create an empty file for a new record, whose name begins with `stem`. No other process gets the same file."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        while True:
            file = folder() / f"{free_name(stem)}{SUFFIX}"
            with suppress(FileExistsError):
                file.touch(exist_ok=False)
                return file
    except OSError as error:
        raise Unknown("file-unwritable", file=str(folder()), reason=_reason(error)) from None


def file_of(name: str) -> Path:
    """Return the file for a name: a bare name is a file in the folder of records, any other is a path."""
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
    """Write a file, in the folder of records atomically; raise Unknown if that fails."""
    try:
        if file.parent != folder():
            file.write_bytes(text.encode())
            return
        part = file.with_name(f".{file.name}.part")
        part.write_bytes(text.encode())
        part.replace(file)
    except (OSError, ValueError) as error:
        raise Unknown("file-unwritable", file=str(file), reason=_reason(error)) from None


def find(name: str) -> Path:
    """Return the file of a record: the given path if it is a file, else the file for the name."""
    here = Path(name).expanduser()
    return here if here.is_file() else file_of(name)


def read(name: str) -> str:
    """Return the text of a record, by its name or path."""
    try:
        data = find(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unknown("file-unreadable", file=name, reason=_reason(error)) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=name) from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

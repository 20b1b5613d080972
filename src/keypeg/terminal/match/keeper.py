"""Save a match to disk while it is played, so that it can be resumed or reviewed later."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.terminal import store


class Keeper:
    """Saves a match in one file, which is named after the day and the rules unless the person names it."""

    def __init__(self, rules: Rules, file: Path | None = None) -> None:
        """Continue with this file; if it is None, create one on the first save."""
        self._rules = rules
        self._file = file
        self._named_here = False
        self._written = ""
        self._told = False

    @property
    def has_kept(self) -> bool:
        """True once the match is on disk. From then on every change must be saved, undone moves included."""
        return bool(self._written)

    def keep(self, record: str) -> KeypegError | None:
        """Write the match if it has changed. If that fails, return why, but only once: the match goes on."""
        if record == self._written:
            return None
        try:
            if self._file is None:
                today = datetime.now(UTC).astimezone().date().isoformat()
                self._file, self._named_here = store.new_file(f"{today}-{rules_name(self._rules)}"), True
            store.write(self._file, record)
        except KeypegError as problem:
            told, self._told = self._told, True
            return None if told else problem
        self._written = record
        return None

    def save_as(self, name: str, record: str) -> Path:
        """Save the match under a name. If that is in the folder of records, use this file from now on."""
        file = store.save(name or store.free_name(rules_name(self._rules)), record)
        if file.parent == store.folder():
            if self._file and self._file != file and self._named_here:
                self._file.unlink(missing_ok=True)
            self._file, self._named_here, self._written = file, False, record
        return file


def rules_name(rules: Rules) -> str:
    """Return the box and variants of rules, as part of a file's name."""
    return str(rules).partition(":")[0]

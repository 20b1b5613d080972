"""Store finished subproblems in memory and, if a file is named, on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from keypeg.errors import Conflict, Malformed, Unknown

RowIds = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """V of a subproblem if `exact`, reached by `guess`; otherwise only a bound, and the guess is -1."""

    value: int
    exact: bool
    guess: int


@dataclass(slots=True)
class Checkpoint:
    """Findings by the rows of their positions. In the file, one JSON line each after a line that names the problem."""

    title: str
    path: Path | None = None
    findings: dict[RowIds, Finding] = field(default_factory=dict)
    on_keep: Callable[[], None] | None = None
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        if self.path is None:
            return
        try:
            if self.path.exists():
                self._read(self.path)
            else:
                self.path.write_text(json.dumps({"keypeg": "optimal", "problem": self.title}) + "\n")
        except OSError as error:
            raise Unknown("file-unwritable", file=str(self.path), reason=error.strerror or str(error)) from None

    def find(self, rows: RowIds, limit: int) -> Finding | None:
        """Return a finding that decides whether the position is worth less than `limit`."""
        found = self.findings.get(rows)
        return found if found and (found.exact or found.value >= limit) else None

    def keep(self, rows: RowIds, finding: Finding) -> None:
        """Store a finding unless a better one is there; if there is a file, it is written before this returns."""
        with self._lock:
            if not self._take(rows, finding):
                return
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps([rows, finding.value, finding.exact, finding.guess]) + "\n")
        if self.on_keep:
            self.on_keep()

    def _read(self, path: Path) -> None:
        try:
            head, *lines = path.read_text("utf-8").splitlines(keepends=True)
            title = str(json.loads(head)["problem"])
            if title != self.title:
                raise Conflict("checkpoint-other", file=str(path), found=title, wanted=self.title)
            for line in lines:
                if line.endswith("\n"):
                    rows, value, exact, guess = json.loads(line)
                    self._take(tuple((int(g), int(m)) for g, m in rows), Finding(int(value), bool(exact), int(guess)))
        except (ValueError, KeyError, TypeError) as error:  # including bytes that are not text
            raise Malformed("checkpoint-unreadable", file=str(path)) from error
        if lines and not lines[-1].endswith("\n"):
            # The process ended in the middle of a line; all lines before it are complete.
            with path.open("rb+") as file:
                file.truncate(path.stat().st_size - len(lines[-1].encode()))

    def _take(self, rows: RowIds, finding: Finding) -> bool:
        """Store a finding in memory; return False if a better one is there."""
        old = self.findings.get(rows)
        if old and not finding.exact and (old.exact or old.value > finding.value):
            return False
        self.findings[rows] = finding
        return True

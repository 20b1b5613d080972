"""Bounds that searches have proved for the codes that fit two rows, in one file that merges with others.

The file has a few lines of text, an empty one, then lines of numbers, compressed:

    bound GUESS MARK GUESS MARK BOUND STEPS

The codes that fit these two rows need at least BOUND guesses in all; STEPS is 1, 2 or 3 if that is all that so many
steps can prove. Guesses are indices in palette order, marks ids as in the file of a tree. What one step proves is left
out, since all of it takes a GPU a fraction of a second.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from keypeg.atlas.files import body_in, fields_in, joined
from keypeg.errors import Conflict, Malformed, Unknown

MAGIC = "Keypeg-Bounds: 1"

Rows = tuple[int, int, int, int]
"""A guess and its mark, twice."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is proved of a set: at least `least` guesses in all, which is all that `steps` steps can prove."""

    least: int
    steps: int


@dataclass(slots=True)
class Findings:
    """Bounds by rows, for one shape."""

    shape: str
    bounds: dict[Rows, Bound] = field(default_factory=dict)

    def keep(self, rows: Rows, bound: Bound) -> None:
        """Keep the better of what is known and this."""
        known = self.bounds.get(rows, Bound(0, 0))
        self.bounds[rows] = Bound(max(known.least, bound.least), max(known.steps, bound.steps))

    def merge(self, other: Findings) -> None:
        """Take over what another run has proved."""
        if other.shape != self.shape:
            raise Conflict("findings-other", found=other.shape, wanted=self.shape)
        for rows, bound in other.bounds.items():
            self.keep(rows, bound)

    def write(self, path: Path) -> None:
        """Write the file; an interruption leaves the old one."""
        lines = (f"bound {' '.join(map(str, rows))} {b.least} {b.steps}" for rows, b in sorted(self.bounds.items()))
        beside = path.with_name(f"{path.name}.new")
        try:
            beside.write_bytes(joined(MAGIC, {"shape": self.shape}, "\n".join(lines).encode("ascii")))
            beside.replace(path)
        except OSError as error:
            raise Unknown("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None


def shipped(shape: str) -> Findings:
    """Return the findings that come with the laboratory; none for most shapes."""
    file = files("keypeg_lab.gpu") / f"{shape}.bounds"
    return _read(file) if file.is_file() else Findings(shape)


def read_findings(shape: str, paths: Iterable[Path]) -> Findings:
    """Read and merge the findings that are shipped and those in files."""
    findings = shipped(shape)
    for path in paths:
        findings.merge(_read(path))
    return findings


def _read(file: Traversable) -> Findings:
    try:
        data = file.read_bytes()
        findings = Findings(fields_in(data, MAGIC)["shape"])
        for line in body_in(data).decode("ascii").splitlines():
            word, *numbers = line.split()
            first, mark, second, other, least, steps = map(int, numbers)
            if word != "bound":
                raise ValueError(line)
            findings.keep((first, mark, second, other), Bound(least, steps))
    except OSError as error:
        raise Unknown("file-unreadable", file=str(file), reason=error.strerror or str(error)) from None
    except (KeyError, ValueError, zlib.error) as error:
        raise Malformed("findings-unreadable", file=str(file)) from error
    return findings

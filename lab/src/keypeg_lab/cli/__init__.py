"""The command `keypeg-lab`."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.cli import Program, run
from keypeg_lab import __version__
from keypeg_lab.cli.commands import COMMANDS

PROGRAM = Program("keypeg-lab", __version__, COMMANDS, "keypeg_lab.cli.commands", "bench")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    return run(PROGRAM, arguments)


__all__ = ["PROGRAM", "main"]

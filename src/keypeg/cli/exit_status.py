"""The exit statuses of `keypeg`. See docs/command-line.md."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """The result of a command, for the shell."""

    DONE = 0
    NO = 1
    """The answer to the question is no; for example, a record is invalid."""
    BAD_INPUT = 2
    FAULT = 70
    """A fault of Keypeg itself."""
    INTERRUPTED = 130

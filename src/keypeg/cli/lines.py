"""Line by line with a person: prompts only where a person sits at a terminal, so that a pipe works too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from getpass import getpass
from io import TextIOWrapper

from keypeg.cli.output import complain
from keypeg.errors import KeypegError

LONGEST = 200
"""No line needs more; what is longer would be repeated in a complaint."""


class Lines:
    """What a person types, and what is said to them. Works through a pipe too, where nothing is prompted."""

    def __init__(self) -> None:
        self.asks = sys.stdin.isatty()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are wrong input, as any other

    def ask(self, prompt: str, *, secretly: bool = False) -> str | None:
        """The next line that is not empty; None at the end. What is typed secretly is not shown."""
        while True:
            try:
                line = self._secret(prompt) if secretly and self.asks else self._line(prompt)
            except (EOFError, KeyboardInterrupt) as end:
                if self.asks:
                    print()  # the shell goes on in a line of its own
                if isinstance(end, KeyboardInterrupt):
                    raise
                return None
            if line.strip():
                return line.strip()[:LONGEST]

    def tell(self, sentences: Iterable[str]) -> None:
        """Say these, at once: whoever reads through a pipe waits for them."""
        for sentence in sentences:
            print(sentence, flush=True)

    def _line(self, prompt: str) -> str:
        if self.asks:
            return input(f"{prompt} ")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def _secret(self, prompt: str) -> str:
        return getpass(f"{prompt} ")


def converse(
    lines: Lines, prompt: Callable[[], str | None], take: Callable[[str], bool], *, secretly: Callable[[], bool]
) -> None:
    """Take line after line until there is nothing to ask, the person leaves or `take` says that it is enough.

    A line that is wrong gets one sentence, and is asked for again.
    """
    while (question := prompt()) is not None:
        line = lines.ask(question, secretly=secretly())
        if line is None:
            return
        try:
            if not take(line):
                return
        except KeypegError as error:
            complain(error, json=False)

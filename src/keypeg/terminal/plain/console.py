"""The console of line mode: prints sentences, one per line, and reads lines."""

from __future__ import annotations

from collections.abc import Iterable
from getpass import getpass
from io import TextIOWrapper
from typing import TextIO

from keypeg.errors import KeypegError
from keypeg.message import Text, Value
from keypeg.words import Words, printable

LONGEST = 200
"""The most characters of a line to use. No line needs more, and an error would quote all of it."""


class Console:
    """Standard input and output, or any other pair of streams. A pipe works too, but gets no prompts."""

    def __init__(self, words: Words, source: TextIO, target: TextIO, errors: TextIO | None = None) -> None:
        """Read from `source` and write to `target`; errors go to `errors` if it is given."""
        self.words = words
        self._source = source
        self._target = target
        self._errors = errors or target
        if isinstance(source, TextIOWrapper):
            source.reconfigure(errors="replace")  # treat bytes that are not text as invalid input

    def tell(self, *sentences: Text) -> None:
        """Print each sentence, rendered."""
        for sentence in sentences:
            print(self.words.render(sentence), file=self._target, flush=True)

    def tell_all(self, sentences: Iterable[Text]) -> None:
        self.tell(*sentences)

    def say(self, key: str, /, **fields: Value) -> None:
        """Print a sentence of the catalogue."""
        self.tell(self.words.say(key, **fields))

    def complain(self, error: KeypegError) -> None:
        """Print what is wrong, in one sentence."""
        print(printable(self.words.render(error.message)), file=self._errors, flush=True)

    def hear(self) -> str | None:
        """Read the next line, stripped; None at the end."""
        line = self._source.readline()
        return line.strip() if line else None

    def ask(self, prompt: str, *, secretly: bool = False) -> str | None:
        """Read the next line that is not empty; None at the end. A person at a terminal is prompted.

        A secret answer is not echoed.
        """
        if not self._source.isatty():
            while (heard := self.hear()) == "":
                pass
            return heard[:LONGEST] if heard else None
        while True:
            try:
                line = getpass(f"{prompt} ") if secretly else input(f"{prompt} ")
            except (EOFError, KeyboardInterrupt) as end:
                print(file=self._target)  # let the shell go on in a line of its own
                if isinstance(end, KeyboardInterrupt):
                    raise
                return None
            if line.strip():
                return line.strip()[:LONGEST]

    def cover(self) -> None:
        """Scroll everything out of sight if a person sits at a terminal."""
        if self._target.isatty():
            print("\n" * 60, file=self._target, flush=True)

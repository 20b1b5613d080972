"""Who speaks and listens in line mode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from keypeg.message import Value
from keypeg.words import Words


class Speaker:
    """Says sentences, one a line, and hears lines. The end of what it can hear is None."""

    def __init__(self, words: Words, heard: TextIO, told: TextIO) -> None:
        self.words = words
        self._heard = heard
        self._told = told

    def tell(self, *sentences: str) -> None:
        for sentence in sentences:
            print(sentence, file=self._told, flush=True)

    def tell_all(self, sentences: Iterable[str]) -> None:
        self.tell(*sentences)

    def say(self, key: str, /, **fields: Value) -> None:
        """Say a sentence of the catalogue."""
        self.tell(self.words.say(key, **fields))

    def hear(self) -> str | None:
        """The next line without what surrounds it; None at the end."""
        try:
            line = self._heard.readline()
        except UnicodeDecodeError:
            return ""
        return line.strip() if line else None

    def cover(self) -> None:
        """Move what was said out of sight, where somebody sits at a screen."""
        if self._told.isatty():
            print("\n" * 60, file=self._told, flush=True)

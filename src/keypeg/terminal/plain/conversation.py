"""The base of every dialogue in line mode: a line is a command if its first word is one, and otherwise an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from keypeg.errors import KeypegError
from keypeg.terminal.plain.console import Console


class Conversation(ABC):
    """Takes line after line. An invalid line gets an error in one sentence, and the question stays open."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.words = console.words
        self.left = False

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[str], None]]:
        """By first word: the commands that can be typed besides an answer. Each is called with the rest of its line."""

    @abstractmethod
    def answer(self, line: str) -> None:
        """Take a line that is not a command."""

    def command(self, word: str) -> Callable[[str], None] | None:
        return self.commands.get(word)

    def take(self, line: str) -> None:
        """Run a command, or take an answer; print the error if it is invalid."""
        word, _, rest = line.partition(" ")
        command = self.command(word)
        try:
            if command:
                command(rest.strip())
            else:
                self.answer(line)
        except KeypegError as error:
            self.console.complain(error)

    def leave(self, _: str) -> None:
        """End the conversation."""
        self.left = True


class PromptedConversation(Conversation):
    """Asks a question before every line, until there is none left or the person leaves."""

    @abstractmethod
    def prompt(self) -> str | None:
        """Return the question; None if there is nothing left to ask."""

    def secret(self) -> bool:
        """Return True if others at the screen must not see the answer."""
        return False

    def converse(self) -> None:
        while not self.left and (question := self.prompt()) is not None:
            line = self.console.ask(question, secretly=self.secret())
            if line is None:
                return
            self.take(line)

"""A program of commands: `keypeg`, or `keypeg-lab` beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """The usage of a command. Its function has the name of its module, which is imported only when it runs."""

    usage: str
    example: str
    extra: str = "cli"
    """The extra to install for it: `pip install keypeg[EXTRA]`."""


@dataclass(frozen=True, slots=True)
class Program:
    """The name and version of a program, and its commands by name."""

    name: str
    version: str
    commands: Mapping[str, Command]
    package: str
    """The package with a module for each command."""
    helped: str
    """The command whose `--help` stands as an example in the overview."""
    greeting: str = ""
    """The key of the first line of the overview; by default that is the name and the version."""

    def function(self, command: str) -> Callable[..., Any]:
        """Import and return the function of a command."""
        function: Callable[..., Any] = getattr(import_module(f"{self.package}.{command}"), command)
        return function

    def usage(self, command: str) -> str:
        """Return how a command is called."""
        return f"{self.name} {command} {self.commands[command].usage}"

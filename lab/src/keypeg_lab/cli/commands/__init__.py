"""The commands, one per file, and how to call them."""

from __future__ import annotations

from keypeg.cli import Command

COMMANDS: dict[str, Command] = {}

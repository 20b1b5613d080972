"""`keypeg-lab completion`: the script that lets a shell complete the commands of the laboratory."""

from __future__ import annotations

from keypeg.cli.commands.completion import Shell, script
from keypeg_lab.cli import PROGRAM


def completion(shell: Shell, /) -> None:
    """Print the script for a shell."""
    print(script(PROGRAM, shell))

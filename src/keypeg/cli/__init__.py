"""The command line."""

from keypeg.cli.main import main

__all__ = ["main"]

"""The command line. Other distributions make programs of their own with `Program` and `run`."""

from keypeg.cli.main import main, run
from keypeg.cli.program import Command, Program

__all__ = ["Command", "Program", "main", "run"]

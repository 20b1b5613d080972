"""Line mode: one sentence per line over standard input and output, without Textual."""

from keypeg.terminal.plain.console import Console
from keypeg.terminal.plain.home_board import PlainHomeBoard
from keypeg.terminal.plain.match import PlainMatch
from keypeg.terminal.plain.referee import PlainReferee
from keypeg.terminal.plain.setup import ask_occupants, ask_resume, ask_rules

__all__ = ["Console", "PlainHomeBoard", "PlainMatch", "PlainReferee", "ask_occupants", "ask_resume", "ask_rules"]

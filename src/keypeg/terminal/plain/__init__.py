"""Playing line by line: one sentence a row, nothing drawn, standard input and output alone."""

from keypeg.terminal.plain.match import PlainMatch
from keypeg.terminal.plain.setup import ask_occupants, ask_rules
from keypeg.terminal.plain.speaker import Speaker

__all__ = ["PlainMatch", "Speaker", "ask_occupants", "ask_rules"]

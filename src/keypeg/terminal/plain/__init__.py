"""Playing line by line: one sentence a row, nothing drawn, standard input and output alone."""

from keypeg.terminal.plain.choosing import choose_chairs, choose_rules
from keypeg.terminal.plain.match import PlainMatch
from keypeg.terminal.plain.speaker import Speaker

__all__ = ["PlainMatch", "Speaker", "choose_chairs", "choose_rules"]

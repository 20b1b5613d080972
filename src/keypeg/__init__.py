"""The Mastermind family in Python: five boxes and all free forms, played by pure functions.

    match = new("togo:first=1")               start a match: rules as text, a box with options, or 4x6
    match = play(match, 1, Hide("RYGB"))      return a new match, or raise an error that says what is wrong
    match = play(match, 2, "guess ROYG")      moves can be text, too
    seen = view(match, 2)                     everything that seat 2 may know
    print(seen); draw(seen)                   the board as text, and as SVG
    legal(match, 2), to_act(match)            the legal moves of seat 2; the seats that have to act
    outcome(match)                            None while the match runs
    mark("RYGB", "ROYG")                      Marks(exact=1, near=2)
    rules("togo").size()                      1680 codes
    suggest("togo", ["ROYG:1,2"], top=3)      the three best guesses, and what each is worth
    worth("togo", "RYGB", ["ROYG:1,2"])       what this guess is worth beside the best

`write_record` writes a match as text, and `read_record` reads it back. All errors are KeypegErrors: Malformed, Illegal,
Unknown or Conflict. This module needs the standard library only, except for `suggest` and `worth`, which need NumPy.
Import these subpackages by name:

    keypeg.atlas      the best known strategy trees
    keypeg.solve      the engine: suggest, evaluate, strategies
    keypeg.engine     a client for programs that speak the engine protocol
    keypeg.players    computer players
    keypeg.table      a match with seats and players, and series of matches
    keypeg.review     loss and luck, the coach, and the doctor for impossible marks

docs/python.md shows them in use.
"""

from keypeg import argument_types, core, shown
from keypeg.boxes import Box, add_box, box, boxes, broken_boxes
from keypeg.core import (
    TABLE,
    Absent,
    Accept,
    Call,
    Claim,
    Deal,
    Draw,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Legal,
    Mark,
    Marks,
    Move,
    Outcome,
    Pass,
    Reveal,
    Rules,
    State,
    View,
)
from keypeg.deduce.ask import suggest, worth
from keypeg.errors import Conflict, Illegal, KeypegError, Malformed, Unknown
from keypeg.notation import Record, mark, move_text, new, play, read_move, read_record, rules, view_text, write_record

__version__ = "0.2.1"

# Keypeg itself calls these constantly and with valid arguments, so only the public names check argument types.
draw = argument_types.checked(shown.draw)
legal = argument_types.checked(core.legal)
legal_in = argument_types.checked(core.legal_in)
outcome = argument_types.checked(core.outcome)
to_act = argument_types.checked(core.to_act)
view = argument_types.checked(core.view)

__all__ = [
    "TABLE",
    "Absent",
    "Accept",
    "Box",
    "Call",
    "Claim",
    "Conflict",
    "Deal",
    "Draw",
    "GiveUp",
    "Guess",
    "Hide",
    "Illegal",
    "Judge",
    "KeypegError",
    "Legal",
    "Malformed",
    "Mark",
    "Marks",
    "Move",
    "Outcome",
    "Pass",
    "Record",
    "Reveal",
    "Rules",
    "State",
    "Unknown",
    "View",
    "__version__",
    "add_box",
    "box",
    "boxes",
    "broken_boxes",
    "draw",
    "legal",
    "legal_in",
    "mark",
    "move_text",
    "new",
    "outcome",
    "play",
    "read_move",
    "read_record",
    "rules",
    "suggest",
    "to_act",
    "view",
    "view_text",
    "worth",
    "write_record",
]

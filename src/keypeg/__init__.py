"""Keypeg: the Mastermind family, complete. The rules of every box, pure, from Python.

    match = new("togo:first=1")               rules as text: a box and its options, or 4x6
    match = play(match, 1, Hide("RYGB"))      a new match, or an error that says what is wrong
    match = play(match, 2, "guess ROYG")      a move is also its text
    seen = view(match, 2)                     all that seat 2 may know
    print(seen); draw(seen)                   the board as text, and as SVG
    legal(match, 2), to_act(match)            what it may do; whom the match waits for
    outcome(match)                            None while it runs
    mark("RYGB", "ROYG")                      Marks(exact=1, near=2)
    rules("togo").size()                      1680 codes
    suggest("togo", ["ROYG:1,2"], top=3)      the best guesses, and what they are worth
    worth("togo", "RYGB", ["ROYG:1,2"])       what this guess is worth beside them

`write_record` and `read_record` make a text of a match and a match of that text. Errors are a KeypegError: Malformed,
Illegal, Unknown or Conflict. What is here needs the standard library alone; `suggest` and `worth`
ask the engine, which needs NumPy. More is in packages of their own:

    keypeg.atlas      the best trees known
    keypeg.solve      the engine: suggest, evaluate, strategies
    keypeg.engine     a client for engines: programs that speak the engine protocol
    keypeg.players    the computers
    keypeg.table      a match with seats and players, and series of them
    keypeg.review     loss and luck, the coach, the doctor for impossible marks

docs/python.md shows all of it in use.
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

__version__ = "0.1.0"

# Inside Keypeg these are called all the time, with what is already right: only from outside are they checked.
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

"""The rules of all boxes as pure functions: no clock, no chance, no I/O, standard library only."""

from keypeg.core.deals import fitting_deals, joined, lone
from keypeg.core.fit import fitting, fitting_by_colours
from keypeg.core.legal import Legal, legal, legal_in
from keypeg.core.marks import Marks, mark
from keypeg.core.move_sets import code_refusal
from keypeg.core.moves import (
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
    Mark,
    Move,
    Pass,
    Reveal,
)
from keypeg.core.phases import to_act
from keypeg.core.play import new, play, refusal
from keypeg.core.points import Outcome, outcome, points
from keypeg.core.rows import row_refusal, rows_beside
from keypeg.core.rules import Both, Marking, Rules, Side
from keypeg.core.space import BLANK, Space
from keypeg.core.state import Attempt, Board, Called, Phase, Row, Share, State, Verdict, earned
from keypeg.core.view import HIDDEN, View, view

__all__ = [
    "BLANK",
    "HIDDEN",
    "TABLE",
    "Absent",
    "Accept",
    "Attempt",
    "Board",
    "Both",
    "Call",
    "Called",
    "Claim",
    "Deal",
    "Draw",
    "GiveUp",
    "Guess",
    "Hide",
    "Judge",
    "Legal",
    "Mark",
    "Marking",
    "Marks",
    "Move",
    "Outcome",
    "Pass",
    "Phase",
    "Reveal",
    "Row",
    "Rules",
    "Share",
    "Side",
    "Space",
    "State",
    "Verdict",
    "View",
    "code_refusal",
    "earned",
    "fitting",
    "fitting_by_colours",
    "fitting_deals",
    "joined",
    "legal",
    "legal_in",
    "lone",
    "mark",
    "new",
    "outcome",
    "play",
    "points",
    "refusal",
    "row_refusal",
    "rows_beside",
    "to_act",
    "view",
]

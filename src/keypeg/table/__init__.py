"""A match with its seats and players: take moves, ask computers, keep time and a log. It holds no rules itself."""

from typing import TYPE_CHECKING, Any

from keypeg.table.call_window import CallWindow
from keypeg.table.clock import Clock
from keypeg.table.coaching import Coach, Coaching, Use, next_grade, read_coaching, read_level, uses_text
from keypeg.table.due import Answer, Due, Question, answer
from keypeg.table.events import Coached, Event, Failed, Moved, Over, Settled, Undone
from keypeg.table.home import HomeBoard
from keypeg.table.log import Action, Change, Entry, Kept, Rematch
from keypeg.table.referee import Referee
from keypeg.table.saved import load, save
from keypeg.table.table import Table, seat_seed
from keypeg.table.terms import Agreed, Chair, Setup, TimeLimit

if TYPE_CHECKING:
    from keypeg.table.tournament import MatchResult, SeatResult, series

LATE = ("MatchResult", "SeatResult", "series")
"""Imported only on access: a tournament needs processes, which not every Python has."""

__all__ = [
    "Action",
    "Agreed",
    "Answer",
    "CallWindow",
    "Chair",
    "Change",
    "Clock",
    "Coach",
    "Coached",
    "Coaching",
    "Due",
    "Entry",
    "Event",
    "Failed",
    "HomeBoard",
    "Kept",
    "MatchResult",
    "Moved",
    "Over",
    "Question",
    "Referee",
    "Rematch",
    "SeatResult",
    "Settled",
    "Setup",
    "Table",
    "TimeLimit",
    "Undone",
    "Use",
    "answer",
    "load",
    "next_grade",
    "read_coaching",
    "read_level",
    "save",
    "seat_seed",
    "series",
    "uses_text",
]


def __getattr__(name: str) -> Any:
    if name in LATE:
        from keypeg.table import tournament  # noqa: PLC0415 - see LATE

        return getattr(tournament, name)
    raise AttributeError(name)

"""Seats and players around a match: takes moves, asks computers, keeps time, saves and loads. No rules of its own."""

from keypeg.table.clock import Clock
from keypeg.table.coaching import Coach, Coaching, Use, read_coaching, read_level, uses_text
from keypeg.table.due import Answer, Due, Question, answer
from keypeg.table.events import Coached, Event, Failed, Moved, Over, Settled, Undone
from keypeg.table.home import HomeBoard
from keypeg.table.referee import Referee
from keypeg.table.saved import load, save, seat_seed
from keypeg.table.series import MatchResult, SeatResult, series
from keypeg.table.table import Table

__all__ = [
    "Answer",
    "Clock",
    "Coach",
    "Coached",
    "Coaching",
    "Due",
    "Event",
    "Failed",
    "HomeBoard",
    "MatchResult",
    "Moved",
    "Over",
    "Question",
    "Referee",
    "SeatResult",
    "Settled",
    "Table",
    "Undone",
    "Use",
    "answer",
    "load",
    "read_coaching",
    "read_level",
    "save",
    "seat_seed",
    "series",
    "uses_text",
]

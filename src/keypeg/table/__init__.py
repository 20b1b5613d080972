"""Seats and players around a match: takes moves, asks computers, keeps time, saves and loads. No rules of its own."""

from keypeg.table.clock import Clock
from keypeg.table.coaching import Coach, Coaching, Use, read_coaching, read_level, uses_text
from keypeg.table.events import Coached, Event, Failed, Moved, Over, Settled, TimeUp, Undone
from keypeg.table.home import HomeBoard
from keypeg.table.referee import Referee
from keypeg.table.saved import load, save, seat_seed
from keypeg.table.series import MatchResult, SeatResult, series
from keypeg.table.table import Table

__all__ = [
    "Clock",
    "Coach",
    "Coached",
    "Coaching",
    "Event",
    "Failed",
    "HomeBoard",
    "MatchResult",
    "Moved",
    "Over",
    "Referee",
    "SeatResult",
    "Settled",
    "Table",
    "TimeUp",
    "Undone",
    "Use",
    "load",
    "read_coaching",
    "read_level",
    "save",
    "seat_seed",
    "series",
    "uses_text",
]

"""Puzzles: a position and one question about it, made from a seed, with an exact answer."""

from keypeg.puzzles.judge import Contradiction, Judged, judge
from keypeg.puzzles.make import make
from keypeg.puzzles.puzzle import LEVELS, Kind, Puzzle

__all__ = ["LEVELS", "Contradiction", "Judged", "Kind", "Puzzle", "judge", "make"]

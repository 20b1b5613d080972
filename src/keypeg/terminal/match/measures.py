"""The skill and luck of people in finished matches. Each match is reviewed once, and the result is stored."""

from __future__ import annotations

from hashlib import sha256
from statistics import fmean

from keypeg.errors import KeypegError
from keypeg.message import Message, clauses, message
from keypeg.notation import read_record
from keypeg.review import BoardReview, review
from keypeg.terminal import store
from keypeg.terminal.match.saved_matches import SavedMatch


def known_measure(match: SavedMatch) -> str | None:
    """Return the stored measure of a match; None if it has not been measured."""
    return store.measures().get(_name(match))


def measure(match: SavedMatch) -> str:
    """Review a finished match, and store the skill and luck of its people. May take seconds."""
    try:
        found = review(read_record(store.read(str(match.file))).state)
        boards = [board for each in found.rounds for board in getattr(each, "boards", ())]
        text = ";".join(filter(None, (_of(seat, boards) for seat in match.people)))
    except KeypegError:
        text = ""
    store.keep_measures({**store.measures(), _name(match): text})
    return text


def measure_message(match: SavedMatch, text: str) -> Message | None:
    """Return the sentence for a stored measure; None if it is empty."""
    told = []
    for each in filter(None, text.split(";")):
        seat, skill, luck = each.split(" ")
        measured = message("saved.measured", skill=int(skill), luck=message("tell.review.signed", number=float(luck)))
        who = match.people.get(int(seat))
        alone = not who or len(match.people) == 1
        told.append(measured if alone else message("saved.measured-of", who=who or "", measured=measured))
    return clauses(told) if told else None


def _of(seat: int, boards: list[BoardReview]) -> str:
    """Return the mean skill and luck of a seat's boards as text; an empty string if none was measured."""
    own = [board for board in boards if board.seat == seat and board.skill is not None]
    if not own:
        return ""
    skill, luck = fmean(board.skill or 0 for board in own), fmean(board.luck for board in own)
    return f"{seat} {round(skill)} {luck:.2f}"


def _name(match: SavedMatch) -> str:
    """Return the key of a match's measure, a hash of its record: another match in the same file gets another key."""
    return sha256(store.read(str(match.file)).encode()).hexdigest()[:16]

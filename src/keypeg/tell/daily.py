"""Daily puzzles, and codes shared by others: the progress and the result of a person."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from keypeg.core import View
from keypeg.message import Message, message


class Result(Protocol):
    """A person's result on one day; `solved` is None until they are done."""

    @property
    def rows(self) -> int | None: ...
    @property
    def solved(self) -> bool | None: ...


def day_message(day: str) -> Message:
    """Return the short form of a day, such as “15 Nov”."""
    found = date.fromisoformat(day)
    return message("tell.day", day=str(found.day), month=f"m{found.month}")


def daily_title(day: str) -> Message:
    """Return the title for the result of a daily puzzle, such as “Keypeg 15 Nov”."""
    return message("tell.share-result.daily", day=day_message(day))


def state_message(most: int, today: bool, result: Result | None, placed: int) -> Message:
    """Say how far a person is in a daily puzzle of `most` rows, or how it ended for them."""
    if result is None:
        return message("tell.daily.new" if today else "tell.daily.not-played")
    if result.solved is None:
        return message("tell.daily.begun", placed=placed, rows=most) if placed else message("tell.daily.begun-empty")
    return solved_message(result.rows or 0, most) if result.solved else message("tell.daily.unsolved")


def solved_message(rows: int, most: int | None) -> Message:
    """Say in how many rows of a board a code was broken; `most` is None if there is no limit."""
    return (
        message("tell.shared.solved", rows=rows) if most is None else message("tell.daily.solved", row=rows, rows=most)
    )


def puzzle_message(view: View) -> Message | None:
    """Say how a puzzle ended for the lone codebreaker; None until it has ended."""
    if view.outcome is None:
        return None
    verdict = view.past[-1].verdict
    broke = dict(verdict.broke) if verdict else {}
    if view.seat in broke:
        return solved_message(broke[view.seat], view.rules.rows)
    return message("tell.daily.unsolved")

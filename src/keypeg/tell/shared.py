"""A finished match in the form that a player shares: the result and the marks, never the code or the pegs of a row."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.core import Attempt, Board, Marks, Row, Rules, State
from keypeg.core import outcome as outcome_of
from keypeg.message import Message, clauses, concat, message
from keypeg.tell.daily import daily_title, solved_message
from keypeg.tell.events import nobody_won, outcome_message
from keypeg.tell.games import game_message, game_of
from keypeg.tell.rows import marks_message
from keypeg.tell.share import EXACT, NEAR, NOTHING, heard_message

SQUARES = str.maketrans({"b": EXACT, "w": NEAR, "-": NOTHING})


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """The shared facts of a match."""

    title: Message
    """The first line of the text: short, with the number of rows needed."""
    game: str | Message
    headline: Message
    """The result from the point of view of the person who shares it."""
    heard: Message
    """The marks, for screen readers."""
    rows: tuple[str, ...]
    """The marks row by row: b exact, w near, - nothing."""
    broken: bool

    puzzle: bool
    """True if it was a single code to break, so that the rows show the result."""

    @property
    def lines(self) -> tuple[str | Message, ...]:
        """The text to send, line by line. For a match it adds the result, which the last code's rows do not show."""
        squares = (row.translate(SQUARES) for row in self.rows)
        return self.title, *(() if self.puzzle else (self.headline,)), *squares


def shared_match(state: State, seat: int, day: str | None, opponent: Message | None) -> SharedMatch:
    """Return the result of a seat to share. `opponent` names the computer if it was the only opponent, never people."""
    rules = state.rules
    found = last_board(state, seat)
    answered = [row for row in found[1].rows if row.total] if found else []
    rows = [row.total for row in answered if row.total]
    verdict = found[0].verdict if found else None
    broken = verdict is not None and seat in dict(verdict.broke)
    game = game_message(game_of(rules, seat))
    puzzle = found is not None and rules.rounds * rules.codes_a_round == 1 and not rules.all_break
    named = daily_title(day) if day else message("tell.share-result.title", game=game)
    counted = found is not None and not rules.split
    headline = _solved(rules, len(rows), broken=broken) if puzzle else _ended(state, seat, opponent)
    # A split code is called, not broken, so never say “not broken”; a player who only hid a code has no rows.
    heard = clauses(map(marks_message, rows)) if rows else headline
    return SharedMatch(
        title=concat(named, " · ", _used(rules, len(rows), broken=broken)) if counted else named,
        game=message("web.door.daily") if day else game,
        headline=headline,
        heard=heard_message(rows, broken=broken) if counted else heard,
        rows=tuple(_keys(row, split=rules.split) for row in answered),
        broken=broken,
        puzzle=puzzle,
    )


def last_board(state: State, seat: int) -> tuple[Attempt, Board] | None:
    """Return the last code that this seat tried to break, with its board; None if there is none.

    Void attempts are skipped, unless there is nothing else.
    """
    own = [(each, board) for each in state.past for board in each.boards_of(seat)]
    counted = [(each, board) for each, board in own if each.counts]
    return next(reversed(counted or own), None)


def _used(rules: Rules, rows: int, *, broken: bool) -> str | Message:
    used = str(rows) if broken else message("tell.share-result.unbroken-short")
    return concat(used, "/", rules.rows) if rules.rows is not None else concat(used)


def _solved(rules: Rules, rows: int, *, broken: bool) -> Message:
    return solved_message(rows, rules.rows) if broken else message("tell.shared.unsolved")


def _ended(state: State, seat: int, opponent: Message | None) -> Message:
    outcome = outcome_of(state)
    winner = outcome.winner if outcome else None
    if outcome and nobody_won(state.rules, outcome):
        return outcome_message(state.rules, {}, outcome)
    ended = "draw" if winner is None else "won" if winner == seat else "lost"
    return message(f"tell.shared.{ended}-against", who=opponent) if opponent else message(f"tell.shared.{ended}")


def _keys(row: Row, *, split: bool) -> str:
    """Write the marks of a row, one letter per hole; for a split code, one per share that answers."""
    exact, near = row.total or Marks(0, 0)
    return ("b" * exact + "w" * near).ljust(len(row.marks if split else row.guess), "-")

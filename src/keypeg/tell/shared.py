"""A finished match as its sharer tells it to friends: the result and the marks, never the code or a row's pegs."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.core import Attempt, Board, Marks, Outcome, Row, Rules, State
from keypeg.core import outcome as outcome_of
from keypeg.message import Message, clauses, concat, message
from keypeg.tell.daily import daily_title, solved_message
from keypeg.tell.games import game_message, game_of
from keypeg.tell.rows import marks_message
from keypeg.tell.share import EXACT, NEAR, NOTHING, heard_message

SQUARES = str.maketrans({"b": EXACT, "w": NEAR, "-": NOTHING})


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """What is told of a match."""

    title: Message
    """Short, with the rows that were needed: the first line of the text."""
    game: str | Message
    headline: Message
    """The result, from the side of who shares it."""
    heard: Message
    """The marks, for those who listen."""
    rows: tuple[str, ...]
    """The marks row by row: b exact, w near, - nothing."""
    broken: bool

    puzzle: bool
    """Whether it was a single code to break, whose rows tell the result."""

    @property
    def lines(self) -> tuple[str | Message, ...]:
        """The text to send, line by line: of a match also the result, which the rows of its last code do not tell."""
        squares = (row.translate(SQUARES) for row in self.rows)
        return self.title, *(() if self.puzzle else (self.headline,)), *squares


def shared_match(state: State, seat: int, day: str | None, opponent: Message | None) -> SharedMatch:
    """Tell what a seat came to; `opponent` names a computer that was the only other one, and people are not named."""
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
    headline = _solved(rules, len(rows), broken=broken) if puzzle else _ended(outcome_of(state), seat, opponent)
    # A code that is called is not said to be unbroken, and who only hid one has no rows.
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
    """Return the last code that counts and that this seat tried to break, with its board; None if there is none."""
    own = [(each, board) for each in state.past for board in each.boards if board.breaker == seat]
    counted = [(each, board) for each, board in own if each.verdict and not each.verdict.void]
    return next(reversed(counted or own), None)


def _used(rules: Rules, rows: int, *, broken: bool) -> str | Message:
    used = str(rows) if broken else message("tell.share-result.unbroken-short")
    return concat(used, "/", rules.rows) if rules.rows is not None else concat(used)


def _solved(rules: Rules, rows: int, *, broken: bool) -> Message:
    return solved_message(rows, rules.rows) if broken else message("tell.shared.unsolved")


def _ended(outcome: Outcome | None, seat: int, opponent: Message | None) -> Message:
    winner = outcome.winner if outcome else None
    ended = "draw" if winner is None else "won" if winner == seat else "lost"
    return message(f"tell.shared.{ended}-against", who=opponent) if opponent else message(f"tell.shared.{ended}")


def _keys(row: Row, *, split: bool) -> str:
    """Write the marks of a row: as many as it has holes, or as there are shares of a split code that answer."""
    exact, near = row.total or Marks(0, 0)
    return ("b" * exact + "w" * near).ljust(len(row.marks if split else row.guess), "-")

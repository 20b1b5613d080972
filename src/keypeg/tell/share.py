"""A result to share: squares for the marks but not the code, and one sentence for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg.core import Marks, Rules
from keypeg.message import Message, clauses, concat, message
from keypeg.review import BoardReview, Review, SplitReview
from keypeg.tell.games import game_message, game_of
from keypeg.tell.names import Names, about
from keypeg.tell.rows import marks_message

EXACT, NEAR, NOTHING = "⬛", "⬜", "🟫"

ANSWERS = {"b": EXACT, "w": NEAR, "-": NOTHING}

PEGS = {"R": "🟥", "O": "🟧", "Y": "🟨", "G": "🟩", "B": "🟦", "P": "🟪", "W": "⬜", "N": "🟫", "K": "⬛"}
"""The square of each colour that has one; other pegs stay letters."""


@dataclass(frozen=True, slots=True)
class Share:
    """A result to share. `squares` are for the eye and hidden from screen readers, which read `sentence` instead."""

    title: Message
    squares: tuple[str | Message, ...]
    sentence: Message

    @property
    def lines(self) -> tuple[str | Message, ...]:
        """The whole text to send, line by line."""
        return self.title, *self.squares, self.sentence


def share_result(
    rules: Rules, rows: Sequence[tuple[str, Marks]], *, title: Message | None = None, reveal: bool = False
) -> Share:
    """Share the result of one board; the marks of its last row tell if the code was broken.

    Only marks are shown; `reveal` also shows the guesses, and so the code. The title names the game unless another is
    given, such as that of the daily puzzle.
    """
    holes = len(rows[0][0]) if rows else 0
    broken = bool(rows) and rows[-1][1] == Marks(holes, 0)
    used: str | Message = str(len(rows)) if broken else message("tell.share-result.unbroken-short")
    most = concat(used, "/", rules.rows) if rules.rows is not None else used
    squares = tuple(_squares(guess, marks, reveal=reveal) for guess, marks in rows)
    heard = heard_message([marks for _, marks in rows], broken=broken)
    return Share(concat(title or _title(rules), " · ", most), squares, heard)


def heard_message(rows: Sequence[Marks], *, broken: bool) -> Message:
    """Put the marks of a board into words for screen readers."""
    key = "tell.share-result.broken" if broken else "tell.share-result.unbroken"
    return message(key, rows=len(rows), marks=clauses(map(marks_message, rows)))


def share_board(rules: Rules, board: BoardReview, *, title: Message | None = None, reveal: bool = False) -> Share:
    """Share the result of a reviewed board, with its skill and luck."""
    rows = [(row.guess, row.marks) for row in board.rows]
    found = share_result(rules, rows, title=title, reveal=reveal)
    if board.skill is None:
        return found
    played = message("tell.share-result.skill", skill=board.skill, luck=board.luck)
    return Share(found.title, (*found.squares, played), found.sentence)


def share_split(rules: Rules, names: Names, split: SplitReview, *, title: Message | None = None) -> Share:
    """Share the result of a split code: the answers to every row, and who called it."""
    title = title or _title(rules)
    squares = tuple("".join(ANSWERS[key] for key in keys_of_row(row.marks)) or NOTHING for row in split.rows)
    winner = next((call for call in split.calls if call.right), None)
    if winner is None:
        return Share(title, squares, message("tell.share-result.not-called", rows=len(split.rows)))
    return Share(title, squares, about("tell.share-result.called", names, winner.seat, rows=winner.after))


def share_review(names: Names, review: Review, seat: int | None, *, title: Message | None = None) -> Share:
    """Share the last code that this seat tried to break; if there is none, the last code that counts."""
    counted = [each for each in review.rounds if not each.void and (each.split or any(one.rows for one in each.boards))]
    own = [each for each in counted if each.split or any(one.rows and one.seat == seat for one in each.boards)]
    last = next(reversed(own or counted), None)
    if last is None:
        return share_result(review.rules, [], title=title)
    if last.split:
        return share_split(review.rules, names, last.split, title=title)
    boards = sorted((one for one in last.boards if one.rows), key=lambda one: one.seat != seat)
    return share_board(review.rules, boards[0], title=title)


def _title(rules: Rules) -> Message:
    return message("tell.share-result.title", game=game_message(game_of(rules, 1)))


def keys_of_row(marks: str) -> str:
    """Return the answers to a row of a split code, one letter each: by seat, or sorted if only counts are shown."""
    exact, comma, near = marks.partition(",")
    return "b" * int(exact) + "w" * int(near) if comma else "".join(key for key in marks if key in ANSWERS)


def _squares(guess: str, marks: Marks, *, reveal: bool) -> str:
    key = EXACT * marks.exact + NEAR * marks.near + NOTHING * (len(guess) - sum(marks))
    return f"{''.join(PEGS.get(peg, peg) for peg in guess)} {key}" if reveal else key

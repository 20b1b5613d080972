"""A review in words: a table for every board, and sentences about its rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from keypeg.core import Rules
from keypeg.message import Message, Text, message, spaced
from keypeg.notation import Record, marks_text
from keypeg.review import Basis, BoardReview, Review, RoundReview, RowReview, SplitReview, SplitRow
from keypeg.tell.events import heading_message, void_message
from keypeg.tell.names import Names, about, seat_name
from keypeg.tell.rows import code_pegs, marks_message

SEAT_HEADER, PLAYER_HEADER = "Seat-", "Player-"

EVEN = 0.005
"""Loss or luck below this is shown as none."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells to lay out in columns; the columns `right` are aligned to the right."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: tuple[int, ...] = ()


def record_names(record: Record) -> Names:
    """Return the names in the headers of a record; a computer without a name is called by its player."""
    names: dict[int, str | Message] = {}
    for seat in record.state.rules.all_seats:
        name = record.headers.get(f"{SEAT_HEADER}{seat}")
        player = record.headers.get(f"{PLAYER_HEADER}{seat}")
        if name or player:
            names[seat] = name or message("tell.review.computer", seat=seat, player=player or "")
    return names


def review_messages(names: Names, review: Review) -> Iterator[Text | Table]:
    """Yield the whole review as sentences and tables from top to bottom, with an empty line between codes."""
    if not review.rounds:
        yield message("tell.review.no-rows")
    for at, each in enumerate(review.rounds):
        if at:
            yield ""
        yield heading_message(review.rules, each.round, each.code)
        yield from void_messages(names, each)
        for board in each.boards:
            yield from board_parts(names, board)
        if each.split:
            yield split_table(review.rules, names, each.split)
            yield from split_messages(names, each.split)
    boards = [board for each in review.rounds for board in each.boards]
    notes = list(legend_messages(boards))
    if notes:
        yield ""
        yield from notes


def legend_messages(boards: Sequence[BoardReview]) -> Iterator[Message]:
    """Explain the figures that are estimates or chances, if there are any."""
    if any(map(is_race, boards)):
        yield message("tell.review.race")
    if any(row.basis is Basis.ESTIMATED for board in boards for row in board.rows):
        yield message("tell.review.estimated")


def board_parts(names: Names, board: BoardReview) -> Iterator[Text | Table]:
    """Yield the review of one board."""
    yield about("tell.review.breaks", names, board.seat)
    if not board.rows:
        yield message("tell.review.no-rows")
        return
    yield board_table(board)
    yield from board_messages(board)
    for row in board.rows:
        notes = tuple(fit_messages(board, row))
        if notes:
            yield message("tell.review.note", row=row.number, said=spaced(*notes))


def void_messages(names: Names, each: RoundReview, you: Collection[int] = ()) -> Iterator[Message]:
    """Say that an attempt did not count, if it is void."""
    if each.void:
        yield void_message(names, each.erred, you)


def board_table(board: BoardReview) -> Table:
    """Return a table with one line per row."""
    columns = ["row", "guess", "marks", "left", "best", "loss", "luck", "skill"]
    rows = tuple(map(_cells, board.rows))
    if is_race(board):
        columns.append("win")
        rows = tuple((*cells, win_figure(row) or "") for cells, row in zip(rows, board.rows, strict=True))
    head = tuple(message(f"tell.review.head.{column}") for column in columns)
    return Table(head, rows, (0, 3, 5, 6, 7, 8))


def is_race(board: BoardReview) -> bool:
    """Return True if the review gives the chance of winning the round after a row."""
    return any(row.odds for row in board.rows)


def _cells(row: RowReview) -> tuple[Text, ...]:
    plain = str(row.number), row.guess, marks_text(row.marks), left_message(row) or ""
    loss, luck = loss_figure(row), luck_figure(row)
    if loss is None or luck is None:
        return (*plain, "", "", "", "")
    return (*plain, row.best or "", loss, luck, str(row.skill))


def left_message(row: RowReview) -> Message | None:
    """Say how many codes were left before and after a row, if they were counted."""
    if row.before is None:
        return None
    return message("tell.review.left", before=row.before, after=row.after or 0)


def outcome_message(row: RowReview) -> Message:
    """State the marks of a row, and how many codes they left if they were counted."""
    marks = marks_message(row.marks)
    return marks if row.after is None else message("web.whatif.came", marks=marks, codes=row.after)


def loss_figure(row: RowReview) -> Message | None:
    """Return the loss of a row, marked if it is an estimate."""
    return None if row.loss is None else _figure(row, message("tell.review.number", number=row.loss))


def win_figure(row: RowReview) -> Message | None:
    """Return the chance of winning the round after a row."""
    return None if row.odds is None else _percent(row.odds.win)


def luck_figure(row: RowReview) -> Message | None:
    """Return the luck of a row with its sign, marked if it is an estimate."""
    return None if row.luck is None else _figure(row, message("tell.review.signed", number=row.luck))


def _figure(row: RowReview, value: Message) -> Message:
    return message("tell.review.about", value=value) if row.basis is Basis.ESTIMATED else value


def board_messages(board: BoardReview) -> Iterator[Message]:
    """Sum up a board: rows = start + loss - luck, the skill, and whether contradictory marks kept rows unmeasured."""
    if board.start is None or board.end is None:
        yield message("tell.review.unmeasured")
        return
    luck = "lucky" if board.luck >= 0 else "unlucky"
    more = "" if board.end.guesses == 0 else "-open"
    yield message(
        f"tell.review.{luck}{more}",
        rows=len(board.measured),
        end=board.end.guesses,
        start=board.start.guesses,
        loss=board.loss,
        luck=abs(board.luck),
    )
    if board.skill is not None:
        yield message("tell.review.skill", skill=board.skill)
    if board.contradicted is not None:
        yield message("tell.review.contradicted", row=board.contradicted)


def fit_messages(board: BoardReview, row: RowReview, *, drawn: bool = False) -> Iterator[Message]:
    """Say why a guess could not be the code, if it could not; nothing once marks have contradicted each other.

    With `drawn`, for a front end that draws the guess: also say if it could be the code, unless it was, and name every
    row that it contradicts, with marks in words.
    """
    if board.contradicted is not None and row.number > board.contradicted:
        return
    if row.could_be_code:
        if drawn:
            yield from _possible(board, row)
        return
    yield message("web.review.cannot") if drawn else message("tell.review.cannot", code=row.guess)
    if not row.is_code:
        yield message("tell.review.no-code")
    if drawn:
        for each in row.against:
            would, earned = marks_message(each.would), marks_message(each.earned)
            yield message("web.review.against", row=each.row, would=would, earned=earned)
    elif row.against:
        first, *others = row.against
        yield message(
            "tell.review.against",
            row=first.row,
            guess=board.rows[first.row - 1].guess,
            would=marks_message(first.would),
            earned=marks_message(first.earned),
        )
        if others:
            yield message("tell.review.against-more", rows=tuple(other.row for other in others))


def row_messages(board: BoardReview, row: RowReview) -> Iterator[Message]:
    """Yield everything there is to say about one row."""
    yield from _possible(board, row)
    yield from fit_messages(board, row)
    for each in (better_message(row), luck_message(board, row)):
        if each:
            yield each


def _possible(board: BoardReview, row: RowReview) -> Iterator[Message]:
    """Say that a guess could be the code, except for the row that broke it, where this is obvious."""
    if row.could_be_code and not (board.broken and row is board.rows[-1]):
        yield message("tell.review.fits")


def better_message(row: RowReview, *, drawn: bool = False) -> Message | None:
    """Say whether another guess was better; with `drawn`, as text to put before that guess."""
    if row.loss is None or row.luck is None:
        return None
    best = row.best or ""
    if row.basis is not Basis.PROVED:
        if row.loss < EVEN:
            return message("tell.review.none-better-known")
        if drawn:
            return message("web.review.better-known", loss=row.loss)
        return message("tell.review.better-known", best=best, loss=row.loss)
    if not row.loss:
        return message("tell.review.none-better")
    if drawn:
        return message("web.review.better", loss=row.loss) if row.loss >= EVEN else message("web.review.hardly-better")
    if row.loss >= EVEN:
        return message("tell.review.better", best=best, loss=row.loss)
    return message("tell.review.hardly-better", best=best)


def luck_message(board: BoardReview, row: RowReview) -> Message | None:
    """Say how lucky the marks of a row were."""
    luck, before, after = row.luck, row.before, row.after
    if row.loss is None or luck is None:
        return None
    if board.broken and row is board.rows[-1]:
        # Breaking the code is never unlucky: the expectation counts this very chance.
        return message("tell.review.row-broke", luck=luck) if luck >= EVEN else message("tell.review.row-broke-even")
    assert before is not None, "luck was measured by the codes left"
    assert after is not None, "luck was measured by the codes left"
    if abs(luck) < EVEN:
        return message("tell.review.row-even", before=before, after=after)
    if luck > 0:
        return message("tell.review.row-lucky", luck=luck, before=before, after=after)
    return message("tell.review.row-unlucky", luck=-luck, before=before, after=after)


def split_table(rules: Rules, names: Names, split: SplitReview) -> Table:
    """Return a table with one line per row, and one column per seat for the information that the row gave it."""
    seats = rules.all_seats
    head = tuple(message(f"tell.review.head.{column}") for column in ("row", "seat", "guess", "answers"))
    rows = tuple(_split_cells(names, row, seats) for row in split.rows)
    return Table((*head, *(seat_name(names, seat) for seat in seats)), rows, (0,))


def _split_cells(names: Names, row: SplitRow, seats: Sequence[int]) -> tuple[Text, ...]:
    cells = (information_message(row, seat) or "" for seat in seats)
    return str(row.number), seat_name(names, row.seat), row.guess, row.marks, *cells


def information_message(row: SplitRow, seat: int) -> Message | None:
    """Say how much information the answers to a row gave a seat, and how sure of the code it could be then."""
    told = {each.seat: each.bits for each in row.told}
    chances = {each.seat: each.chance for each in row.chances}
    if seat not in told:
        return None
    if seat not in chances:
        return message("tell.review.told", bits=told[seat])
    return message("tell.review.told-chance", bits=told[seat], chance=chances[seat])


def information_figures(row: SplitRow, seat: int) -> Iterator[Message]:
    """Return the same as bare figures: bits, and the chance if it is known."""
    yield from (message("tell.review.number", number=each.bits) for each in row.told if each.seat == seat)
    yield from (message("web.review.chance", chance=each.chance) for each in row.chances if each.seat == seat)


def split_messages(
    names: Names, split: SplitReview, you: Collection[int] = (), *, drawn: bool = False
) -> Iterator[Message]:
    """Report the calls that were made and those that were missed; with `drawn`, name codes by their colours."""

    def named(code: str) -> Text:
        return code_pegs(code) if drawn else code

    keys = {True: "tell.review.call-right", False: "tell.review.call-wrong", None: "tell.review.call-open"}
    for call in split.calls:
        yield about(keys[call.right], names, call.seat, you, code=named(call.code), row=call.after)
        if call.chance is not None:
            yield message("tell.review.chance", chance=call.chance)
    for missed in split.missed:
        code = named(missed.code)
        if missed.last:
            yield about("tell.review.missed-last", names, missed.seat, you, code=code)
            yield message("tell.review.chance", chance=missed.chance)
        else:
            yield about("tell.review.missed", names, missed.seat, you, code=code, row=missed.after)


def _percent(chance: float) -> Message:
    return message("tell.review.percent", chance=chance)

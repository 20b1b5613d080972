"""What a review says: a table for every board, and the sentences that belong to its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keypeg.core import Rules
from keypeg.notation import Record, marks_text
from keypeg.review import Basis, BoardReview, Review, RoundReview, RowReview, SplitReview, SplitRow
from keypeg.tell.events import heading_words
from keypeg.tell.names import Names, seat_name, seat_names
from keypeg.words import Words

SEAT_HEADER, PLAYER_HEADER = "Seat-", "Player-"

EVEN = 0.005
"""Less loss or luck than this is shown as none."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as people read them; in the columns `right` they stand to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


def record_names(words: Words, record: Record) -> Names:
    """What the headers of a record call the seats; a computer without a name is called by its player."""
    names = {}
    for seat in range(1, record.state.rules.seats + 1):
        player = record.headers.get(f"{PLAYER_HEADER}{seat}")
        computer = words.say("tell.review.computer", seat=seat, player=player) if player else ""
        names[seat] = record.headers.get(f"{SEAT_HEADER}{seat}") or computer
    return {seat: name for seat, name in names.items() if name}


def review_words(words: Words, names: Names, review: Review) -> Iterator[str]:
    """The whole review for a terminal, line by line."""
    if not review.rounds:
        yield words.say("tell.review.no-rows")
    for at, each in enumerate(review.rounds):
        if at:
            yield ""
        yield heading_words(words, review.rules, each.round, each.code)
        yield from void_words(words, names, each)
        for board in each.boards:
            yield from _board_lines(words, names, board)
        if each.split:
            yield from _lines(split_table(words, review.rules, names, each.split))
            yield from split_words(words, names, each.split)
    boards = [board for each in review.rounds for board in each.boards]
    if any(row.basis is Basis.ESTIMATED for board in boards for row in board.rows):
        yield ""
        yield words.say("tell.review.estimated")


def _board_lines(words: Words, names: Names, board: BoardReview) -> Iterator[str]:
    yield words.say("tell.review.breaks", who=seat_name(words, names, board.seat))
    if not board.rows:
        yield words.say("tell.review.no-rows")
        return
    yield from _lines(board_table(words, board))
    yield from board_words(words, board)
    for row in board.rows:
        notes = " ".join(row_notes(words, board, row))
        if notes:
            yield words.say("tell.review.note", row=row.number, said=notes)


def void_words(words: Words, names: Names, each: RoundReview) -> Iterator[str]:
    """That an attempt did not count, if so."""
    if each.void:
        erred = seat_names(words, names, each.erred)
        yield words.say("tell.verdict.erred", who=erred) if erred else words.say("tell.verdict.void")


def board_table(words: Words, board: BoardReview) -> Table:
    """One line a row."""
    say = words.say
    head = (
        say("tell.review.head.row"),
        say("tell.review.head.guess"),
        say("tell.review.head.marks"),
        say("tell.review.head.left"),
        say("tell.review.head.best"),
        say("tell.review.head.loss"),
        say("tell.review.head.luck"),
        say("tell.review.head.skill"),
    )
    return Table(head, tuple(_cells(words, row) for row in board.rows), (0, 3, 5, 6, 7))


def _cells(words: Words, row: RowReview) -> tuple[str, ...]:
    left = (
        ""
        if row.before is None or row.after is None
        else words.say("tell.review.left", before=row.before, after=row.after)
    )
    plain = str(row.number), row.guess, marks_text(row.marks), left
    if row.loss is None or row.luck is None:
        return (*plain, "", "", "", "")
    loss = words.say("tell.review.number", number=row.loss)
    luck = words.say("tell.review.signed", number=row.luck)
    if row.basis is Basis.ESTIMATED:
        loss, luck = (words.say("tell.review.about", value=value) for value in (loss, luck))
    return (*plain, row.best or "", loss, luck, str(row.skill))


def board_words(words: Words, board: BoardReview) -> Iterator[str]:
    """What the board adds up to: the identity, the skill, and what was not measured."""
    if board.start is None or board.end is None:
        yield words.say("tell.review.unmeasured")
        return
    # The browser fills in the same messages, so the choice between them is made by key and not in the sentence.
    luck = "lucky" if board.luck >= 0 else "unlucky"
    more = "" if board.end.guesses == 0 else "-open"
    yield words.say(
        f"tell.review.{luck}{more}",
        rows=len(board.measured),
        end=board.end.guesses,
        start=board.start.guesses,
        loss=board.loss,
        luck=abs(board.luck),
    )
    if board.skill is not None:
        yield words.say("tell.review.skill", skill=board.skill)
    if board.contradicted is not None:
        yield words.say("tell.review.contradicted", row=board.contradicted)


def row_notes(words: Words, board: BoardReview, row: RowReview) -> Iterator[str]:
    """Why a guess could not be the code, if so; not where the marks themselves cannot be right."""
    if board.contradicted is not None and row.number > board.contradicted:
        return
    if row.could_be_code:
        return
    yield words.say("tell.review.cannot", code=row.guess)
    if not row.is_code:
        yield words.say("tell.review.no-code")
    if row.against:
        first, *others = row.against
        yield words.say(
            "tell.review.against",
            row=first.row,
            guess=board.rows[first.row - 1].guess,
            would=marks_text(first.would),
            earned=marks_text(first.earned),
        )
        if others:
            yield words.say("tell.review.against-more", rows=", ".join(str(other.row) for other in others))


def review_row_words(words: Words, board: BoardReview, row: RowReview) -> Iterator[str]:
    """Everything about one row, in sentences."""
    if row.could_be_code:
        yield words.say("tell.review.fits")
    yield from row_notes(words, board, row)
    if row.loss is None or row.luck is None:
        return
    if row.loss >= EVEN:
        yield words.say("tell.review.better", best=row.best or "", loss=row.loss)
    else:
        yield (
            words.say("tell.review.hardly-better", best=row.best or "")
            if row.loss
            else words.say("tell.review.none-better")
        )
    yield _luck(words, board, row, row.luck)


def _luck(words: Words, board: BoardReview, row: RowReview, luck: float) -> str:
    if board.broken and row is board.rows[-1]:
        # A code that is broken is never broken later than expected: the mean counts this very chance.
        return (
            words.say("tell.review.row-broke", luck=luck) if luck >= EVEN else words.say("tell.review.row-broke-even")
        )
    if abs(luck) < EVEN:
        return words.say("tell.review.row-even", before=row.before or 0, after=row.after or 0)
    key = "tell.review.row-lucky" if luck > 0 else "tell.review.row-unlucky"
    return words.say(key, luck=abs(luck), before=row.before or 0, after=row.after or 0)


def split_table(words: Words, rules: Rules, names: Names, split: SplitReview) -> Table:
    """One line a row, one column for what it told each seat."""
    say = words.say
    seats = range(1, rules.seats + 1)
    head = (
        say("tell.review.head.row"),
        say("tell.review.head.seat"),
        say("tell.review.head.guess"),
        say("tell.review.head.answers"),
        *(seat_name(words, names, seat) for seat in seats),
    )
    return Table(head, tuple(_split_cells(words, names, row, seats) for row in split.rows), (0,))


def _split_cells(words: Words, names: Names, row: SplitRow, seats: Sequence[int]) -> tuple[str, ...]:
    told = {each.seat: each.bits for each in row.told}
    chances = {each.seat: each.chance for each in row.chances}

    def cell(seat: int) -> str:
        if seat not in told:
            return ""
        if seat not in chances:
            return words.say("tell.review.told", bits=told[seat])
        return words.say("tell.review.told-chance", bits=told[seat], chance=chances[seat])

    return str(row.number), seat_name(words, names, row.seat), row.guess, row.marks, *map(cell, seats)


def split_words(words: Words, names: Names, split: SplitReview) -> Iterator[str]:
    """The calls that were made, and those that were not."""
    for call in split.calls:
        key = {True: "tell.review.call-right", False: "tell.review.call-wrong", None: "tell.review.call-open"}
        chance = words.say("tell.review.unknown") if call.chance is None else _percent(words, call.chance)
        yield words.say(
            key[call.right], who=seat_name(words, names, call.seat), code=call.code, row=call.after, chance=chance
        )
    for missed in split.missed:
        who = seat_name(words, names, missed.seat)
        if missed.last:
            chance = _percent(words, missed.chance)
            yield words.say("tell.review.missed-last", who=who, code=missed.code, chance=chance)
        else:
            yield words.say("tell.review.missed", who=who, code=missed.code, row=missed.after)


def _percent(words: Words, chance: float) -> str:
    return words.say("tell.review.percent", chance=chance)


def _lines(table: Table) -> Iterator[str]:
    """The table in columns, words to the left and numbers to the right."""
    lines = [table.head, *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = zip(line, widths, strict=True)
        aligned = (f"{cell:{'>' if at in table.right else ''}{width}}" for at, (cell, width) in enumerate(cells))
        yield "  ".join(aligned).rstrip()

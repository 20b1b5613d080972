"""The contents of a drawn match: a heading, boards and notes for each attempt. Text and pictures are made from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from keypeg.core import BLANK, HIDDEN, Attempt, Board, Row, Rules, Share, State, View, joined, view
from keypeg.drawing.boards import DrawnBoard, DrawnRow, keys_of
from keypeg.notation import Record, answers_text, row_marks_text
from keypeg.notation.views import attempt_text, heading, past_lines, people_lines, status_text, unfit_lines
from keypeg.tell.names import seat_name
from keypeg.tell.review import record_names
from keypeg.words import plain

MOST_FREE = 12
"""A board with more rows than this is drawn up to its first free row, but with at least six rows."""


@dataclass(frozen=True, slots=True)
class SceneBoard:
    """A board, and the marks of its rows as text."""

    drawn: DrawnBoard
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The boards of one code."""

    heading: str
    boards: tuple[SceneBoard, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A match, or as much of it as is shown."""

    title: str
    status: str
    groups: tuple[Group, ...]


def view_scene(seen: View) -> Scene:
    """Show the code that is being broken, or the last one when the match is over."""
    rules, past = seen.rules, seen.past
    if seen.outcome:
        return _scene(seen, *_groups(rules, {}, past[-1:]), _past(rules, past[:-1]))
    return _scene(seen, _running(seen, {}), _past(rules, past))


def state_scene(state: State, seat: int | None, *, all: bool) -> Scene:
    """Show what a watcher or a seat sees, or everything."""
    seen = view(state, seat)
    if not all or state.now is None:
        return view_scene(seen)
    return _scene(seen, _everything(state.now, seen, {}), _past(state.rules, state.past))


def record_scene(record: Record, seat: int | None, *, all: bool) -> Scene:
    """Show every code of the match, with the names in the record."""
    rules, state = record.state.rules, record.state
    names = {seat: plain(name) for seat, name in record_names(record).items()}
    groups = list(_groups(rules, names, state.past))
    seen = view(state, seat)
    if state.now:
        groups.append(_everything(state.now, seen, names) if all else _running(seen, names))
    return _scene(seen, *groups)


def _scene(seen: View, *groups: Group) -> Scene:
    return Scene(str(seen.rules), status_text(seen), groups)


def _past(rules: Rules, past: Sequence[Attempt]) -> Group:
    return Group("", (), tuple(past_lines(rules, past)))


def _groups(rules: Rules, names: Mapping[int, str], attempts: Sequence[Attempt]) -> Iterator[Group]:
    for each in attempts:
        boards = _boards(rules, names, each.shares, each.boards, over=True)
        yield Group(f"{heading(rules, each.round, each.code)}: {attempt_text(each)}", boards)


def _running(seen: View, names: Mapping[int, str]) -> Group:
    placed = iter(seen.placed)
    own = [next(placed, None) if board.breaker == seen.seat else None for board in seen.boards]
    boards = _boards(seen.rules, names, seen.shares, seen.boards, own)
    return Group("", boards, _notes(seen))


def _everything(now: Attempt, seen: View, names: Mapping[int, str]) -> Group:
    return Group("", _boards(seen.rules, names, now.shares, now.boards, now.placed), _notes(seen))


def _notes(seen: View) -> tuple[str, ...]:
    return (*people_lines(seen), *unfit_lines(seen))


def _boards(
    rules: Rules,
    names: Mapping[int, str],
    shares: Sequence[Share],
    boards: Sequence[Board],
    placed: Sequence[str | None] = (),
    *,
    over: bool = False,
) -> tuple[SceneBoard, ...]:
    sealed = [*placed, *(None for _ in boards)]
    pairs = sorted(zip(boards, sealed, strict=False), key=lambda pair: (pair[0].breaker, pair[0].number))
    return tuple(_board(rules, names, shares, board, guess, over=over) for board, guess in pairs)


def _board(
    rules: Rules, names: Mapping[int, str], shares: Sequence[Share], board: Board, placed: str | None, *, over: bool
) -> SceneBoard:
    holes = rules.guesses[board.breaker - 1].holes
    rows = [DrawnRow(at, row.guess, _keys(rules, row)) for at, row in enumerate(board.rows, start=1)]
    marks = [row_marks_text(rules, board, row) for row in board.rows]
    pending = HIDDEN * (rules.shares - rules.boards if rules.split else holes)
    if placed:
        rows.append(DrawnRow(len(rows) + 1, placed, pending))
        marks.append(HIDDEN)
    if not over:
        most = rules.rows if rules.rows and rules.rows <= MOST_FREE else max(len(rows) + 1, 6)
        rows += [DrawnRow(at, BLANK * holes, pending) for at in range(len(rows) + 1, most + 1)]
    name = plain(seat_name(names, board.breaker))
    if rules.boards > 1:
        name = f"{name}.{board.number}"
    answering = tuple(share.holder for share in shares if share.holder != board.breaker)
    answered_by = () if rules.shows_sums else answering
    return SceneBoard(DrawnBoard(name, rows, _code(rules, shares, board), answered_by), tuple(marks))


def _code(rules: Rules, shares: Sequence[Share], board: Board) -> str:
    """Return the code above a board as far as it is known: empty holes until it is hidden, "?" for unknown pegs."""
    codes = [share.code for share in shares if rules.split or share.holder != board.breaker]
    known = [code for code in codes if code and HIDDEN not in code]
    if not any(codes):
        return BLANK * rules.codes[board.breaker - 1].holes
    if not known:
        return HIDDEN * rules.codes[board.breaker - 1].holes
    return joined(known) if len(known) == len(codes) else joined(known).replace(BLANK, HIDDEN)


def _keys(rules: Rules, row: Row) -> str:
    if not rules.shows_sums:
        return answers_text(row.marks)
    holes = rules.shares - rules.boards if rules.split else len(row.guess)
    return HIDDEN * holes if row.total is None else keys_of(row.total, holes)

"""Records: a whole match as a plain text file that a person can read and write by hand. See docs/record-format.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from keypeg.core import Board, Draw, Guess, Marking, Move, Rules, State, View, new, outcome, play
from keypeg.errors import KeypegError, Malformed
from keypeg.notation.codes import row_marks_text
from keypeg.notation.moves import move_text, read_move, read_seat, seat_text
from keypeg.notation.rules import rules as read_rules
from keypeg.notation.views import heading, outcome_text, result_text

FORMAT, VERSION = "Keypeg-Record", "1"
RULES = "Rules"
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*:(\s.*)?")
MOVE = re.compile(r"(\S+) (\S.*)")
ROUND, RESULT, OVER = "round ", "= ", "over, "


@dataclass(frozen=True, slots=True)
class Record:
    """A match and what is known about it besides: names of players, date, anything."""

    state: State
    headers: dict[str, str] = field(default_factory=dict)
    """Headers besides the rules, kept in order and as they are."""

    def __post_init__(self) -> None:
        names = [FORMAT.lower(), RULES.lower(), *(name.lower() for name in self.headers)]
        for name, value in self.headers.items():
            reserved = names.count(name.lower()) > 1
            one_line = value == value.strip() and len(value.splitlines()) <= 1
            if reserved or not one_line or not HEADER.fullmatch(_header(name, value)):
                raise Malformed("record-header-bad", name=name)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the body: a move, or a note (a heading, a result, the end) that stands after so many moves."""

    text: str
    moves: int
    number: int = 0
    """Where it stands in the file."""

    @property
    def note(self) -> str | None:
        """Which kind of note this is; None for a move."""
        return next((kind for kind in (ROUND, RESULT, OVER) if self.text.startswith(kind)), None)


def write_record(record: Record | State | View) -> str:
    """The record as text. A View writes `?` for what it does not know; such a record cannot be replayed."""
    position = record.state if isinstance(record, Record) else record
    headers = record.headers if isinstance(record, Record) else {}
    lines = [f"{FORMAT}: {VERSION}", f"{RULES}: {position.rules}"]
    lines += [_header(name, value) for name, value in headers.items()]
    body = [("\n" if line.text.startswith(ROUND) else "") + line.text for line in _body(position)]
    if body and not body[0].startswith("\n"):
        lines.append("")
    return "\n".join(lines + body) + "\n"


def read_record(text: str) -> Record:
    """The record of this text. Anything wrong in it is refused with its line, and what would be right."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    end = next((at for at, line in enumerate(lines) if not HEADER.fullmatch(line)), len(lines))
    headers = _headers(lines[:end])
    rules = _rules(headers.pop(RULES), lines)
    state, given = _replayed(new(rules), lines, end)
    _compare(given, list(_body(state)))
    return Record(state, headers)


def _header(name: str, value: str) -> str:
    return f"{name}: {value}".rstrip()


def _headers(lines: Sequence[str]) -> dict[str, str]:
    if not lines or lines[0] != f"{FORMAT}: {VERSION}":
        raise Malformed("record-not-one", expected=f"{FORMAT}: {VERSION}")
    headers: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        name, _, value = (part.strip() for part in line.partition(":"))
        if name.lower() in (FORMAT.lower(), *(other.lower() for other in headers)):
            raise _wrong(number, line, Malformed("record-header-twice", name=name))
        headers[RULES if name.lower() == RULES.lower() else name] = value
    if RULES not in headers:
        raise Malformed("record-no-rules", name=RULES)
    return headers


def _rules(text: str, lines: Sequence[str]) -> Rules:
    try:
        return read_rules(text)
    except KeypegError as error:
        number = next(at for at, line in enumerate(lines, start=1) if line.lower().startswith(f"{RULES.lower()}:"))
        raise _wrong(number, lines[number - 1], error) from error


def _replayed(state: State, lines: Sequence[str], start: int) -> tuple[State, list[Line]]:
    """Play the moves; notes are kept for comparison."""
    given: list[Line] = []
    moves = 0
    for number, text in enumerate(lines[start:], start=start + 1):
        if not text:
            continue
        line = Line(text, moves, number)
        given.append(line)
        if line.note is None:
            try:
                state = play(state, *_read_line(state.rules, text))
            except KeypegError as error:
                raise _wrong(number, text, error) from error
            moves += 1
    return state, given


def _read_line(rules: Rules, text: str) -> tuple[int, Move]:
    parts = MOVE.fullmatch(text)
    if not parts:
        raise Malformed("record-line-unreadable")
    return read_seat(parts[1]), read_move(rules, _without_marks(parts[2]))


def _without_marks(text: str) -> str:
    """A guess may be written as a row; the marks of a row are compared with what the table gives."""
    return text.partition(":")[0] if text.startswith(f"{Guess.name} ") else text


def _compare(given: Sequence[Line], true: Sequence[Line]) -> None:
    """Refuse a note, or marks, that say something else than the moves came to. What was left out is not missed."""
    left = list(true)
    for line in given:
        here = [other for other in left if other.moves == line.moves and other.note == line.note]
        right = here[0].text if here else ""
        if line.note is None:
            # Codes may be spelt in several ways, so only the marks are compared, where there are any.
            _, colon, said = line.text.partition(":")
            wrong = bool(colon) and said != right.partition(":")[2]
        else:
            wrong = line.text != right
        if wrong:
            reason = Malformed("record-should-be", right=right) if right else Malformed("record-not-here")
            raise _wrong(line.number, line.text, reason)
        left = left[left.index(here[0]) + 1 :]


def _wrong(number: int, text: str, error: KeypegError) -> Malformed:
    """`error`, with the line in which it happened."""
    wrong = Malformed("record-line", line=number, text=text, problem=str(error))
    wrong.__cause__ = error
    return wrong


def _body(position: State | View) -> Iterator[Line]:
    """The lines below the headers."""
    rules, moves = position.rules, 0
    if rules.first is None and position.first is not None:
        yield Line(f"{seat_text(0)} {move_text(rules, Draw(position.first))}", moves)
        moves += 1
    for attempt in position.past:
        for line in _attempt(rules, attempt.round, attempt.code, attempt.log, attempt.boards):
            yield Line(line, moves)
            moves += not line.startswith(ROUND)
        yield Line(f"{RESULT}{result_text(attempt)}", moves)
    now = position.now if isinstance(position, State) else position
    if now is not None and now.log:
        for line in _attempt(rules, now.round, now.code, now.log, now.boards):
            yield Line(line, moves)
            moves += not line.startswith(ROUND)
    end = outcome(position) if isinstance(position, State) else position.outcome
    if end:
        yield Line(f"{OVER}points {' '.join(map(str, end.points))}, {outcome_text(end)}", moves)


def _attempt(
    rules: Rules, round: int, code: int, log: Sequence[tuple[int, Move]], boards: Sequence[Board]
) -> Iterator[str]:
    yield heading(rules, round, code)
    placed = {(board.breaker, board.number): 0 for board in boards}
    for seat, move in log:
        line = f"{seat_text(seat)} {move_text(rules, move)}"
        if isinstance(move, Guess) and rules.marking is Marking.TABLE:
            line += _marks(rules, seat, move.code, boards, placed)
        yield line


def _marks(rules: Rules, seat: int, guess: str, boards: Sequence[Board], placed: dict[tuple[int, int], int]) -> str:
    """What the table marked this guess with, if it has; `placed` counts the rows of each board that are written."""
    for board in sorted(boards, key=lambda board: placed[board.breaker, board.number]):
        at = placed[board.breaker, board.number]
        if board.breaker == seat and at < len(board.rows) and board.rows[at].guess == guess:
            placed[board.breaker, board.number] += 1
            return f":{row_marks_text(rules, board, board.rows[at])}"
    return ""

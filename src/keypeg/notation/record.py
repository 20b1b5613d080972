"""Records: a whole match as a plain text file that a person can read and write by hand. See docs/record-format.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from keypeg.argument_types import checked
from keypeg.core import Guess, Move, Rules, State, View, new, play
from keypeg.errors import KeypegError, Malformed
from keypeg.notation.moves import read_move, read_seat
from keypeg.notation.record_lines import ROUND, SEAL, Line, body
from keypeg.notation.rules import rules as read_rules
from keypeg.notation.seals import Hidden, Seal, Seals, hidden_by, public_seals, read_seal
from keypeg.notation.versions import FIRST, SECOND, VERSION, as_played_in, play_first_version, version_of
from keypeg.shown import Shown

FORMAT, RULES = "Keypeg-Record", "Rules"
NUMBERED = re.compile(rf"{FORMAT}: ([1-9][0-9]{{0,8}})")
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*:(\s.*)?")
MOVE = re.compile(r"(\S+) (\S.*)")
CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters other than a tab and the end of a line; a record may come from a stranger."""
LONG = 100
"""The number of characters of a wrong line that an error shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Record(Shown):
    """A match with headers (names of players, a date, anything) and seals."""

    state: State
    headers: dict[str, str] = field(default_factory=dict)
    """Headers other than the rules, in order. `read_record` replaces control characters in them."""

    seals: Seals = field(default_factory=dict)
    """The seals of the codes, if they are sealed."""

    def __post_init__(self) -> None:
        _check_headers(self.headers)


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as one seat or a watcher sees it, with headers and seals."""

    view: View
    headers: dict[str, str] = field(default_factory=dict)
    seals: Seals = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_headers(self.headers)


@dataclass(frozen=True, slots=True)
class Compared:
    """A line as it should be, and as the file has it; None if the file leaves it out."""

    right: Line
    given: Line | None


@checked
def write_record(record: Record | Seen | State | View) -> str:
    """Write a record. For a View it has `?` in place of what is hidden; such a record cannot be replayed."""
    match record:
        case Record(state, headers, seals):
            return _written(state, headers, seals)
        case Seen(view, headers, seals):
            return _written(view, headers, public_seals(view, seals))
        case _:
            return _written(record, {}, {})


@checked
def read_record(text: str) -> Record:
    """Read a record. If anything in it is wrong, raise Malformed with the line and what would be right."""
    return compared(text)[0]


def read_headers(text: str) -> tuple[Rules, dict[str, str]]:
    """Read the rules and the other headers of a record without its moves; raise Malformed if any header is wrong."""
    _, rules, headers, _ = _head(_lines(text))
    return rules, headers


def compared(text: str) -> tuple[Record, list[Compared]]:
    """Read a record, and pair every line that it should have with the line in the text."""
    lines = _lines(text)
    version, rules, headers, end = _head(lines)
    played = play_first_version if version == FIRST else play
    state, given, seals = _replayed(new(rules), lines, end, played)
    return Record(state, headers, seals), _compare(given, list(body(state, seals)))


def _written(position: State | View, headers: Mapping[str, str], seals: Seals) -> str:
    lines = [_version_line(version_of(position.rules)), _header(RULES, str(position.rules))]
    lines += [_header(name, value) for name, value in headers.items()]
    below = [("\n" if line.text.startswith(ROUND) else "") + line.text for line in body(position, seals)]
    if below and not below[0].startswith("\n"):
        lines.append("")
    return "\n".join(lines + below) + "\n"


def _check_headers(headers: Mapping[str, str]) -> None:
    names = Counter([FORMAT.lower(), RULES.lower(), *(name.lower() for name in headers)])
    for name, value in headers.items():
        reserved = names[name.lower()] > 1
        one_line = value == value.strip() and len(value.splitlines()) <= 1
        if reserved or not one_line or not HEADER.fullmatch(_header(name, value)):
            raise Malformed("record-header-bad", name=name)


def _header(name: str, value: str) -> str:
    return f"{name}: {value}".rstrip()


def _lines(text: str) -> list[str]:
    """Return the lines without what a terminal would obey: names, and lines quoted in errors, are printed."""
    return [CONTROL.sub("\ufffd", line.rstrip()) for line in text.removeprefix("\ufeff").splitlines()]


def _version_line(version: int) -> str:
    return _header(FORMAT, str(version))


def _head(lines: Sequence[str]) -> tuple[int, Rules, dict[str, str], int]:
    """Return the version, the rules, the other headers, and the index of the first line below them."""
    end = next((at for at, line in enumerate(lines) if not HEADER.fullmatch(line)), len(lines))
    version = _version(lines[:end])
    headers = _headers(lines[:end])
    return version, as_played_in(version, _rules(headers.pop(RULES), lines)), headers, end


def _version(lines: Sequence[str]) -> int:
    numbered = NUMBERED.fullmatch(lines[0]) if lines else None
    if not numbered:
        raise Malformed("record-not-one", expected=_version_line(SECOND))
    version = int(numbered[1])
    if version > VERSION:
        raise Malformed("record-newer", found=numbered[1], known=VERSION)
    return version


def _headers(lines: Sequence[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    seen = {FORMAT.lower()}
    for number, line in enumerate(lines[1:], start=2):
        name, _, value = (part.strip() for part in line.partition(":"))
        if name.lower() in seen:
            raise _wrong(number, line, Malformed("record-header-twice", name=name))
        seen.add(name.lower())
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


def _replayed(
    state: State, lines: Sequence[str], start: int, play: Callable[[State, int, Move], State]
) -> tuple[State, list[Line], Seals]:
    """Play the moves, and collect all lines for comparison. Seals are computed from the salts in the text."""
    given: list[Line] = []
    seals: dict[int, tuple[Seal, ...]] = {}
    due: list[Hidden] = []
    moves = 0
    for number, text in enumerate(lines[start:], start=start + 1):
        if not text:
            continue
        line = Line(text, moves, number)
        try:
            if line.note == SEAL:
                seals[moves - 1] = (*seals.get(moves - 1, ()), _read_seal(state.rules, text, due))
            elif due and moves - 1 in seals:
                raise Malformed("record-seal-missing", seat=due[0].seat)
            elif line.note is None:
                seat, move = _read_line(state.rules, text)
                state, attempt = play(state, seat, move), state.now
                due = list(hidden_by(attempt, seat, move)) if attempt else []
                moves += 1
        except KeypegError as error:
            raise _wrong(number, text, error) from error
        given.append(line)
    if due and moves - 1 in seals:
        raise _wrong(given[-1].number, given[-1].text, Malformed("record-seal-missing", seat=due[0].seat))
    return state, given, seals


def _read_seal(rules: Rules, text: str, due: list[Hidden]) -> Seal:
    """Compute the next seal that is due after a move, from the salt in this line."""
    said = read_seal(text)
    if not due or said.seat != due[0].seat:
        raise Malformed("record-not-here")
    return due.pop(0).sealed(rules, said.salt or "")


def _read_line(rules: Rules, text: str) -> tuple[int, Move]:
    parts = MOVE.fullmatch(text)
    if not parts:
        raise Malformed("record-line-unreadable")
    return read_seat(parts[1]), read_move(rules, _without_marks(parts[2]))


def _without_marks(text: str) -> str:
    """Strip the marks from a guess written as a row; they are compared with the table's later."""
    return text.partition(":")[0] if text.startswith(f"{Guess.name} ") else text


def _compare(given: Sequence[Line], true: Sequence[Line]) -> list[Compared]:
    """Pair the given lines with the true ones. Lines may be missing; notes and marks may not contradict the moves."""
    found = list[Compared]()
    for line in given:
        left = range(len(found), len(true))
        at = next((at for at in left if (true[at].moves, true[at].note) == (line.moves, line.note)), None)
        if at is None:
            raise _wrong(line.number, line.text, Malformed("record-not-here"))
        right = true[at]
        # A code can be spelt in several ways, so only the marks of a move are compared, if it has any.
        wrong = line.marks not in (None, right.marks) if line.note is None else line.text != right.text
        if wrong:
            should_be = Malformed("record-should-be", right=right.text)
            raise _wrong(line.number, line.text, Malformed("record-seal-wrong") if line.note == SEAL else should_be)
        found += [Compared(other, None) for other in true[len(found) : at]]
        found.append(Compared(right, line))
    return found + [Compared(other, None) for other in true[len(found) :]]


def _wrong(number: int, text: str, error: KeypegError) -> Malformed:
    """Wrap `error` with the line in which it happened."""
    shown = text if len(text) <= LONG else f"{text[:LONG]}…"
    return Malformed("record-line", line=number, text=shown, problem=error.message)

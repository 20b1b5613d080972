"""Read a View from the facts that `position` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from keypeg.core import (
    HIDDEN,
    TABLE,
    Board,
    Called,
    Draw,
    Marks,
    Move,
    Phase,
    Row,
    Rules,
    Share,
    State,
    View,
    new,
    play,
    row_refusal,
    view,
)
from keypeg.errors import Malformed
from keypeg.notation.codes import ANSWERS, OWN, given_marks, read_code, read_marks
from keypeg.notation.moves import VERDICTS, read_seat, read_seen_move
from keypeg.notation.position import NOT_THERE, RIGHT, THEN, board_name


class PositionReader:
    """Reads the successive positions of one match at one seat.

    Attempts that are over are replayed only once, not again for every position.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self._past: list[str] = []
        self._first: int | None = None
        self._state: State | None = None

    def read(self, lines: Sequence[str]) -> View:
        """Read a View. Unknown facts are ignored, and missing ones are as at the start of an attempt.

        Without a phase, the seat is assumed to be guessing, so the rows so far are enough to ask for the next one.
        """
        facts: dict[str, list[str]] = {}
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            facts.setdefault(word, []).append(rest.strip())
        try:
            return self._view(facts)
        except ValueError as error:
            raise Malformed("position-unreadable", fact=str(error)) from None

    def _view(self, facts: dict[str, list[str]]) -> View:
        rules = self.rules
        phase = Phase(facts.get("phase", [Phase.GUESS])[-1])
        if phase is Phase.DRAW:
            return view(new(rules), self.seat)
        start = view(self._start(facts, phase), self.seat)
        if not start.round or phase is Phase.OVER:
            return start
        boards = _boards(rules, start.boards, facts.get("row", []))
        shares = _shares(rules, start, facts.get("share", []), hidden="phase" not in facts)
        return replace(
            start,
            phase=phase,
            to_act=frozenset(_seats(facts, "waits") or (self.seat,)),
            shares=shares,
            boards=boards,
            turn=_index(boards, facts["turn"][-1]) if "turn" in facts else _own(boards, self.seat),
            marking=tuple(_index(boards, name) for name in facts.get("marking", [])),
            placed=tuple(read_code(rules, guess) for guess in facts.get("placed", [])),
            out=_seats(facts, "out"),
            gave_up=_seats(facts, "gave-up"),
            unfit=_seats(facts, "unfit"),
            calls=tuple(_call(rules, said) for said in facts.get("call", [])),
            log=tuple(_read_moves(rules, facts.get("log", [""])[-1])),
        )

    def _start(self, facts: dict[str, list[str]], phase: Phase) -> State:
        """Return the match at the beginning of the current attempt."""
        first = self.rules.first or next(iter(_seats(facts, "first")), None) or self._likely_first(phase)
        past = facts.get("past", [])
        if self._state is None or first != self._first or past[: len(self._past)] != self._past:
            self._past, self._first, self._state = [], first, new(self.rules)
            if self.rules.first is None:
                self._state = play(self._state, TABLE, Draw(first))
        for line in past[len(self._past) :]:
            for seat, move in _read_moves(self.rules, line):
                self._state = play(self._state, seat, move)
            self._past.append(line)
        return self._state

    def _likely_first(self, phase: Phase) -> int:
        """Return the seat that must have begun for this seat to be in this phase of the first attempt."""
        makes = phase in (Phase.HIDE, Phase.MARK, Phase.REVEAL)
        return self.seat if makes or self.rules.all_break else self.rules.other(self.seat)


def _seats(facts: dict[str, list[str]], name: str) -> tuple[int, ...]:
    return tuple(read_seat(seat) for seat in facts.get(name, [""])[-1].split())


def _boards(rules: Rules, boards: tuple[Board, ...], rows: Sequence[str]) -> tuple[Board, ...]:
    found = list(boards)
    for said in rows:
        breaker, number, guess, marks = _split(said, 4)
        at = _index(boards, f"{breaker} {number}")
        code = read_code(rules, guess)
        wrong = row_refusal(rules, found[at].breaker, code)
        if wrong:
            raise wrong
        found[at] = replace(found[at], rows=(*found[at].rows, Row(code, _marks(rules, marks, len(code)))))
    return tuple(found)


def _split(said: str, parts: int) -> list[str]:
    found = said.split()
    if len(found) != parts:
        raise ValueError(said)
    return found


def _index(boards: Sequence[Board], said: str) -> int:
    names = [board_name(board) for board in boards]
    if said not in names:
        raise ValueError(said)
    return names.index(said)


def _own(boards: Sequence[Board], seat: int) -> int:
    """Return the index of the board that this seat guesses on if the facts do not say: its emptiest one."""
    own = [index for index, board in enumerate(boards) if board.breaker == seat]
    return min(own, key=lambda index: len(boards[index].rows), default=0)


def _marks(rules: Rules, said: str, holes: int) -> tuple[Marks | None, ...]:
    if rules.shows_sums:
        most = rules.shares - rules.boards if rules.split else holes
        return (None if said == HIDDEN else given_marks(read_marks(said), most),)
    letters = [letter for answer in said.split("/") if answer != OWN for letter in answer]
    if len(letters) != rules.shares - rules.boards or not set(letters) <= {HIDDEN, *ANSWERS}:
        raise ValueError(said)
    return tuple(ANSWERS.get(letter) for letter in letters)


def _shares(rules: Rules, start: View, said: Sequence[str], *, hidden: bool) -> tuple[Share, ...]:
    """Read the shares in order. If none are given, assume with `hidden` that all other seats hold unknown codes."""
    if said:
        pairs = [_split(each, 2) for each in said]
        if [holder for holder, _ in pairs] != [str(share.holder) for share in start.shares]:
            raise ValueError(THEN.join(said))
        return tuple(Share(int(holder), _secret(rules, code)) for holder, code in pairs)
    if not hidden:
        return start.shares
    return tuple(
        share if share.holder == start.seat else replace(share, code=HIDDEN * rules.code_hidden_by(share.holder).holes)
        for share in start.shares
    )


def _secret(rules: Rules, code: str) -> str | None:
    if code == NOT_THERE:
        return None
    return code if set(code) == {HIDDEN} else read_code(rules, code)


def _call(rules: Rules, said: str) -> Called:
    words = said.split()
    if len(words) < 3 or words[2] not in RIGHT:
        raise ValueError(said)
    seat, code, right, *judged = words
    answers = (each.partition("=") for each in judged)
    verdicts = tuple((read_seat(judge), VERDICTS[word]) for judge, _, word in answers if word in VERDICTS)
    return Called(read_seat(seat), _secret(rules, code) or "", RIGHT[right], verdicts)


def _read_moves(rules: Rules, said: str) -> Iterator[tuple[int, Move]]:
    for each in said.split(THEN) if said else ():
        seat, _, move = each.strip().partition(" ")
        yield read_seat(seat), read_seen_move(rules, move)

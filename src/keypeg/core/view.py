"""View: what one seat, or a watcher, may know of a match.

A View is built up from public facts and the seat's own secrets. It never starts from a State with secrets taken out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from keypeg.core.moves import TABLE, Call, Deal, Guess, Hide, Mark, Move, Reveal
from keypeg.core.phases import to_act
from keypeg.core.points import Outcome, outcome, points
from keypeg.core.rules import Rules
from keypeg.core.state import Attempt, Board, Called, Phase, Row, Share, State
from keypeg.errors import Unknown
from keypeg.shown import Shown

HIDDEN = "?"
"""Stands for every peg that a View must not show."""


@dataclass(frozen=True, slots=True, repr=False)
class View(Shown):
    """A match as `seat` sees it; `seat` is None for a watcher.

    Shares: `code` is None while there is none, and all "?" if this seat may not know it. While a breaker decides
    whether its break stands, every code is shown.
    Rows and the log: sealed parts are left out or shown as "?".
    """

    rules: Rules
    seat: int | None
    first: int | None
    phase: Phase
    to_act: frozenset[int]
    points: tuple[int, ...]
    outcome: Outcome | None
    past: tuple[Attempt, ...]
    """Attempts that are over, in full."""
    round: int = 0
    code: int = 0
    again: int = 0
    """The number of void attempts at this code."""
    starter: int = 0
    shares: tuple[Share, ...] = ()
    boards: tuple[Board, ...] = ()
    turn: int = 0
    """The board that has the turn, if boards take turns."""
    marking: tuple[int, ...] = ()
    """The boards whose newest row is being marked."""
    placed: tuple[str, ...] = ()
    """The seat's own sealed guesses."""
    out: tuple[int, ...] = ()
    gave_up: tuple[int, ...] = ()
    unfit: tuple[int, ...] = ()
    calls: tuple[Called, ...] = ()
    log: tuple[tuple[int, Move], ...] = ()
    """The moves of the running attempt, hidden codes as "?"."""

    @property
    def board(self) -> Board | None:
        """The board on which this seat has to place a row, if it has to."""
        return _board_due(self)

    @property
    def to_mark(self) -> Board | None:
        """The board whose newest row this seat has to mark, if it has to."""
        return _board_to_mark(self)

    @property
    def own_shares(self) -> tuple[Share, ...]:
        """The shares that the owner of this View holds."""
        return _own_shares(self)

    @property
    def own_codes(self) -> tuple[str, ...]:
        """The codes or shares that the owner of this View holds: none if they lie on a real board."""
        return tuple([share.code for share in self.own_shares if share.code and HIDDEN not in share.code])

    @property
    def own_boards(self) -> list[Board]:
        """The boards on which the owner of this View breaks."""
        return self.boards_of(self.seat)

    def boards_of(self, seat: int | None) -> list[Board]:
        """Return the boards on which this seat breaks."""
        return [board for board in self.boards if board.breaker == seat]


class Sight:
    """The part of a View that legality depends on. One is made per move; a whole View costs several times as much."""

    __slots__ = ("_now", "phase", "rules", "seat", "to_act")

    def __init__(self, state: State, seat: int | None) -> None:
        _check_seat(state.rules, seat)
        self.rules = state.rules
        self.seat = seat or None
        self.to_act = to_act(state)
        self.phase = state.now.phase if state.now else _phase(state)
        self._now = state.now

    @property
    def shares(self) -> tuple[Share, ...]:
        return _shares(self.rules, self._now, self.seat) if self._now else ()

    @property
    def boards(self) -> tuple[Board, ...]:
        return _boards(self.rules, self._now, self.seat) if self._now else ()

    @property
    def turn(self) -> int:
        return self._now.turn if self._now else 0

    @property
    def marking(self) -> tuple[int, ...]:
        return self._now.marking if self._now else ()

    @property
    def out(self) -> tuple[int, ...]:
        return self._now.out if self._now else ()

    @property
    def unfit(self) -> tuple[int, ...]:
        return self._now.unfit if self._now else ()

    @property
    def board(self) -> Board | None:
        return _board_due(self)

    @property
    def to_mark(self) -> Board | None:
        return _board_to_mark(self)

    @property
    def own_shares(self) -> tuple[Share, ...]:
        return _own_shares(self)


def _board_due(view: View | Sight) -> Board | None:
    """Return the board on which a seat has to place a row, if it has to."""
    if view.phase is not Phase.GUESS or view.seat not in view.to_act:
        return None
    if not view.rules.together:
        return view.boards[view.turn]
    return next(board for board in view.boards if board.breaker == view.seat)


def _board_to_mark(view: View | Sight) -> Board | None:
    """Return the board whose newest row a seat has to mark, if it has to."""
    if view.phase is not Phase.MARK or view.seat not in view.to_act:
        return None
    boards = view.boards
    return next((boards[index] for index in view.marking if boards[index].breaker != view.seat), None)


def _own_shares(view: View | Sight) -> tuple[Share, ...]:
    return tuple([share for share in view.shares if share.holder == view.seat])


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may know. None and TABLE see what a watcher sees."""
    rules, now = state.rules, state.now
    _check_seat(rules, seat)
    seat = seat or None
    if now is None:
        return View(
            rules=rules,
            seat=seat,
            first=state.first,
            phase=_phase(state),
            to_act=to_act(state),
            points=points(rules, state.past),
            outcome=outcome(state),
            past=state.past,
        )
    return View(
        rules=rules,
        seat=seat,
        first=state.first,
        phase=now.phase,
        to_act=to_act(state),
        points=points(rules, state.past),
        outcome=None,
        past=state.past,
        round=now.round,
        code=now.code,
        again=sum((each.round, each.code) == (now.round, now.code) for each in state.past),
        starter=now.starter,
        shares=_shares(rules, now, seat),
        boards=_boards(rules, now, seat),
        turn=now.turn,
        marking=now.marking,
        placed=_placed(now, seat),
        out=now.out,
        gave_up=now.gave_up,
        unfit=now.unfit,
        calls=tuple(_called(rules, called, seat) for called in now.calls),
        log=tuple((mover, _move(rules, now, at, seat)) for at, (mover, _) in enumerate(now.log)),
    )


def _check_seat(rules: Rules, seat: int | None) -> None:
    if seat is not None and not TABLE <= seat <= rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)


def _phase(state: State) -> Phase:
    """Return the phase of a match that has no attempt."""
    return Phase.DRAW if state.first is None else Phase.OVER


def _shares(rules: Rules, now: Attempt, seat: int | None) -> tuple[Share, ...]:
    return tuple([_share(rules, now, share, seat) for share in now.shares])


def _boards(rules: Rules, now: Attempt, seat: int | None) -> tuple[Board, ...]:
    if not rules.counts_only and not (rules.together and now.marking):
        return now.boards
    return tuple([_board(rules, now, index, seat) for index in range(len(now.boards))])


def _placed(now: Attempt, seat: int | None) -> tuple[str, ...]:
    placed = zip(now.boards, now.placed, strict=True)
    return tuple(guess for board, guess in placed if guess is not None and board.breaker == seat)


def _share(rules: Rules, now: Attempt, share: Share, seat: int | None) -> Share:
    if share.code is None or share.holder == seat or now.phase is Phase.DECIDE:
        return share
    return Share(share.holder, HIDDEN * rules.code_hidden_by(share.holder).holes)


def _board(rules: Rules, now: Attempt, index: int, seat: int | None) -> Board:
    board = now.boards[index]
    if rules.counts_only:
        return Board(board.breaker, board.number, tuple(Row(row.guess, (row.total,)) for row in board.rows))
    if rules.together and index in now.marking:
        *rows, sealed = board.rows
        holders = (now.shares[share].holder for share in now.answering(board))
        own = (marks if holder == seat else None for holder, marks in zip(holders, sealed.marks, strict=True))
        return Board(board.breaker, board.number, (*rows, Row(sealed.guess, tuple(own))))
    return board


def _called(rules: Rules, called: Called, seat: int | None) -> Called:
    if rules.secret_calls and called.seat != seat:
        return replace(called, code=HIDDEN * len(called.code))
    return called


def _move(rules: Rules, now: Attempt, index: int, seat: int | None) -> Move:
    """Return a logged move as `seat` saw it."""
    mover, move = now.log[index]
    if mover == seat or now.phase is Phase.DECIDE:
        return move
    match move:
        case Hide(code):
            return Hide(HIDDEN * len(code))
        case Reveal(shares):
            return Reveal(tuple(HIDDEN * len(share) for share in shares))
        case Deal(shares):
            holders = (share.holder for share in now.shares)
            return Deal(
                tuple(
                    share if holder == seat else HIDDEN * len(share)
                    for share, holder in zip(shares, holders, strict=True)
                )
            )
        case Guess(code) if rules.together and index >= now.opened:
            return Guess(HIDDEN * len(code))
        case Mark() if rules.counts_only or (rules.together and index >= now.opened):
            return Mark(())
        case Call(code) if rules.secret_calls:
            return Call(HIDDEN * len(code))
        case _:
            return move

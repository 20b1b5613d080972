"""The moves that a seat may make now.

Legality is decided on the seat's own View, so a refusal reveals nothing that the View does not show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product
from random import Random

from keypeg.core.marks import all_marks
from keypeg.core.move_sets import Calls, Codes, Deals, Few, Kind, Shares, Whole
from keypeg.core.moves import (
    TABLE,
    Absent,
    Accept,
    Claim,
    Draw,
    GiveUp,
    Guess,
    Hide,
    Judge,
    Mark,
    Move,
    Pass,
)
from keypeg.core.rows import Rows, rows_on
from keypeg.core.rules import Marking
from keypeg.core.state import Board, Phase, State, earned
from keypeg.core.view import Sight, View
from keypeg.errors import Illegal, KeypegError, Unknown


@dataclass(frozen=True)
class Legal:
    """The legal moves of a seat. They may be billions, so this is not a list: use `in`, `len`, `sample` or iterate."""

    kinds: tuple[Kind, ...]

    def __contains__(self, move: object) -> bool:
        return any(type(move) is kind.move and kind.refusal(move) is None for kind in self.kinds)

    def refusal(self, move: Move) -> KeypegError | None:
        """Return why this move is not legal, or None if it is."""
        for kind in self.kinds:
            if kind.move is type(move):
                return kind.refusal(move)
        return Illegal("move-not-now", move=move.name, moves=", ".join(kind.name for kind in self.types))

    def __len__(self) -> int:
        return sum(map(len, self.kinds))

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(self.kinds)

    @property
    def types(self) -> tuple[type[Move], ...]:
        """The kinds of legal move, starting with the one that the match waits for."""
        return tuple(kind.move for kind in self.kinds)

    def only(self, *moves: type[Move]) -> Legal:
        """Return only the legal moves of these kinds."""
        return Legal(tuple(kind for kind in self.kinds if kind.move in moves))

    def sample(self, random: Random) -> Move:
        """Return a random legal move. All are equally likely, except deals. There must be at least one."""
        (kind,) = random.choices(self.kinds, [len(kind) for kind in self.kinds])
        return kind.sample(random)


def legal(state: State, seat: int) -> Legal:
    """Return the legal moves of `seat`. Some (a call, giving up) may be legal while the match waits for other seats."""
    return legal_in(Sight(state, seat), seat)


def legal_in(view: View | Sight, seat: int | None = None) -> Legal:
    """Return the legal moves of a View's owner, from that View alone."""
    return Legal(tuple(kinds_in(view, view.seat if seat is None else seat)))


def kinds_in(view: View | Sight, seat: int | None) -> Iterator[Kind]:
    """Yield the kinds of legal move, starting with the one that the match waits for."""
    if seat == TABLE:
        return _of_table(view)
    return _of_seat(view, seat) if seat else iter(())


def _of_table(view: View | Sight) -> Iterator[Kind]:
    if view.phase is Phase.DRAW:
        seats = view.rules.all_seats
        yield Few(Draw, [Draw(seat) for seat in seats], Unknown("draw-unknown", seats=len(seats)))
    if view.phase is Phase.DEAL:
        yield Deals(view.rules)
    waited = sorted(view.to_act - {TABLE})
    if waited:
        names = ", ".join(map(str, waited))
        yield Few(Absent, [Absent(seat) for seat in waited], Illegal("nobody-waits", waited=names))


def _of_seat(view: View | Sight, seat: int) -> Iterator[Kind]:
    rules = view.rules
    if seat in view.to_act:
        yield from _expected(view, seat)
    if _may_call(view, seat) and view.shares:
        yield Calls(rules, [share.code for share in view.own_shares])
    if _may_claim(view, seat):
        yield Few(Claim, [Claim()])
    if _may_give_up(view, seat):
        yield Few(GiveUp, [GiveUp()])


def _expected(view: View | Sight, seat: int) -> Iterator[Kind]:
    """Yield the kinds of move that the match waits for from this seat."""
    rules = view.rules
    match view.phase:
        case Phase.HIDE:
            yield Codes(Hide, Rows(rules.code_hidden_by(seat)))
        case Phase.GUESS:
            board = view.board
            if board:
                yield Codes(Guess, rows_on(rules, board, view.own_shares if rules.split else (), view.boards))
        case Phase.MARK:
            board = view.to_mark
            if board:
                yield _marks(view, board)
        case Phase.JUDGE:
            yield Few(Judge, [Judge(True), Judge(False)])
        case Phase.CALL:
            yield Few(Pass, [Pass()])
        case Phase.REVEAL if rules.split:
            yield Shares(rules)
        case Phase.REVEAL:
            yield Whole(rules.code_hidden_by(seat))
        case Phase.DECIDE:
            yield Few(Accept, [Accept()])
            yield Few(Claim, [Claim()])
        case Phase.DRAW | Phase.DEAL | Phase.OVER:
            pass


def _may_call(view: View | Sight, seat: int) -> bool:
    """Return True if the seat may call: between any two moves, and in the last round of calls until it has passed."""
    if not view.rules.split or seat in view.out:
        return False
    return view.phase in (Phase.GUESS, Phase.MARK) or (view.phase is Phase.CALL and seat in view.to_act)


def _may_claim(view: View | Sight, seat: int) -> bool:
    """Return True on a real board if no code fits the marks. Elsewhere the table ends such an attempt itself."""
    if view.rules.marking is not Marking.HOME or view.phase not in (Phase.GUESS, Phase.MARK, Phase.CALL):
        return False
    return bool(view.unfit) and (view.rules.split or view.rules.other(seat) in view.unfit)


def _may_give_up(view: View | Sight, seat: int) -> bool:
    if view.phase in (Phase.REVEAL, Phase.DECIDE):
        return seat in view.to_act
    return view.phase in (Phase.HIDE, Phase.GUESS, Phase.MARK, Phase.CALL) and seat not in view.out


def _marks(view: View | Sight, board: Board) -> Few:
    rules = view.rules
    guess, holes = board.rows[-1].guess, rules.guesses[board.breaker - 1].holes
    if rules.marking is Marking.CHECKED:
        truth = tuple(earned(rules, share.code, guess) for share in view.own_shares)
        return Few(Mark, [Mark(tuple(marks for marks in truth if marks is not None))], Illegal("mark-wrong"))
    pairs = all_marks(1 if rules.split else holes)
    otherwise = Illegal("answers-wrong", shares=rules.boards) if rules.split else Illegal("marks-too-many", holes=holes)
    return Few(Mark, [Mark(marks) for marks in product(pairs, repeat=len(view.own_shares))], otherwise)

"""A match as a seat may know it: the part of a View that follows from the core’s View alone.

Built from Views alone, so nothing can leak that a View does not hold. It reads back to the View that it was made from,
except for two things: `turn` while nobody guesses or marks, and how past attempts came to their end (of those it has
only round, code, starter, shares, boards, calls, verdict, and who was out, gave up or was absent).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from keypeg import core, notation
from keypeg.api.boxes import Rules, rules_of
from keypeg.api.fields import Pair
from keypeg.core import HIDDEN, Called, Marks, Outcome, Phase, Share
from keypeg.core.move_sets import Calls, Codes, Kind, Shares, Whole
from keypeg.core.rows import Rows
from keypeg.core.state import answering
from keypeg.message import Message
from keypeg.notation import move_text, read_seen_move, result_text, row_text
from keypeg.notation import rules as read_rules
from keypeg.tell.rows import row_marks


class Row(Struct, frozen=True):
    """A guess and its marks, a pair (exact, near) for each share that answers; null until given, or while sealed."""

    guess: str
    marks: list[Pair | None]
    total: Pair | None
    text: str
    """The whole row as text, such as `RYBG:2,1` or `RYBGO:_/b/w/-`."""
    earned: Message
    """The marks as a sentence; for a split code, with the answer of each seat."""


class Board(Struct, frozen=True):
    """The rows of one breaker."""

    breaker: int
    number: int
    answered_by: list[int]
    """The holder of the share that gives each of a row’s marks, in that order; empty if only sums are shown."""
    rows: list[Row]
    turn: bool = False
    """Its breaker may place a row now."""
    marking: bool = False
    """Its newest row is being marked."""


class Verdict(Struct, frozen=True):
    """The result of an attempt."""

    void: bool
    adds: list[int]
    erred: list[int]
    broke: list[Pair]
    """(seat, row) of every break that counts."""
    unbroken: list[int]
    winners: list[int]
    text: str


class Seal(Struct, frozen=True):
    """The seal of a hidden code; its salt is shown when the attempt is over."""

    holder: int
    seal: str
    salt: str | None


class Attempt(Struct, frozen=True):
    """A finished attempt, with nothing hidden."""

    round: int
    code: int
    starter: int
    shares: list[Share]
    boards: list[Board]
    calls: list[Called]
    out: list[int]
    gave_up: list[int]
    absent: list[int]
    verdict: Verdict
    seals: list[Seal]


class May(Struct, frozen=True, omit_defaults=True):
    """A kind of move that you may make now, and what it takes. `move` is the first word of its text.

    - hide, guess, call: `holes` pegs out of `pegs`; `distinct`: none twice; `empty`: the holes that may stay empty
      (`.`), at most `most_empty` of them (a blank that is a colour is among the pegs); `left`: pegs that the
      box has left; `earlier`: rows that may not be placed again; `fill`: pegs that must stand where they are (`.`
      elsewhere); `filled`: the exact number of filled holes.
    - mark: marks for `guess` on the board, `shares` answers: `mark 2,1` for one, `mark b-` for a split code.
    - reveal: `shares` codes of `holes`, joined by +; for a split code each has one filled hole.
    - judge: `judge yes` or `judge no`. The others have no argument: pass, claim, accept, give-up.
    """

    move: Literal["hide", "guess", "mark", "call", "judge", "pass", "reveal", "claim", "accept", "give-up"]
    board: int | None = None
    """Which of the View’s boards, from 0."""
    holes: int = 0
    pegs: str = ""
    distinct: bool = False
    empty: list[int] = []
    most_empty: int = 0
    left: dict[str, int] | None = None
    earlier: list[str] = []
    fill: str = ""
    filled: int = 0
    guess: str = ""
    shares: int = 0


class Moved(Struct, frozen=True):
    """A move as text and the seat that made it; 0 is the table."""

    seat: int
    move: str


class Match(Struct, frozen=True):
    """The match of a View. Codes and moves that its owner may not know come as "?"."""

    rules: Rules
    you: int | None
    """The seat that this View is for; null for a watcher."""
    phase: Literal["draw", "deal", "hide", "guess", "mark", "judge", "call", "reveal", "decide", "over"]
    to_act: list[int]
    first: int | None
    round: int
    code: int
    again: int
    """The number of void attempts at this code so far."""
    starter: int
    shares: list[Share]
    boards: list[Board]
    placed: list[str]
    """Your own guesses, sealed until the others are in."""
    out: list[int]
    gave_up: list[int]
    unfit: list[int]
    """Holders whose marks no code fits."""
    calls: list[Called]
    past: list[Attempt]
    points: list[int]
    outcome: Outcome | None
    log: list[Moved]
    """The moves of the running attempt."""
    may: list[May]


def match_of(
    view: core.View, seals: Sequence[Sequence[notation.Seal]] = (), made: list[Attempt] | None = None
) -> Match:
    """Convert a View to its match; `seals` holds the seals of each past attempt, in order, if codes were sealed.

    `made` caches past attempts between Views of the same match; those that it lacks are appended.
    """
    past = [] if made is None else made
    for at in range(len(past), len(view.past)):
        past.append(_attempt(view.rules, view.past[at], seals[at] if at < len(seals) else ()))
    log = [Moved(seat, move_text(view.rules, move)) for seat, move in view.log]
    return Match(
        rules=rules_of(view.rules),
        you=view.seat,
        phase=view.phase.value,
        to_act=sorted(view.to_act),
        first=view.first,
        round=view.round,
        code=view.code,
        again=view.again,
        starter=view.starter,
        shares=list(view.shares),
        boards=_boards(view),
        placed=list(view.placed),
        out=list(view.out),
        gave_up=list(view.gave_up),
        unfit=list(view.unfit),
        calls=list(view.calls),
        past=past[: len(view.past)],
        points=list(view.points),
        outcome=view.outcome,
        log=log,
        may=list(_may(view)),
    )


def _attempt(rules: core.Rules, attempt: core.Attempt, seals: Iterable[notation.Seal]) -> Attempt:
    verdict = attempt.verdict
    assert verdict is not None, "attempts of the past have their verdict"
    return Attempt(
        round=attempt.round,
        code=attempt.code,
        starter=attempt.starter,
        shares=list(attempt.shares),
        boards=[_board(rules, attempt.shares, board) for board in attempt.boards],
        calls=list(attempt.calls),
        out=list(attempt.out),
        gave_up=list(attempt.gave_up),
        absent=list(attempt.absent),
        verdict=Verdict(
            void=verdict.void,
            adds=list(verdict.adds),
            erred=list(verdict.erred),
            broke=list(verdict.broke),
            unbroken=list(verdict.unbroken),
            winners=list(verdict.winners),
            text=result_text(attempt),
        ),
        seals=seals_of(seals),
    )


def may_place(rows: Rows, move: Literal["hide", "guess"] = "guess", board: int | None = None) -> May:
    """Describe, as a May, the rows that are legal."""
    return May(
        move=move,
        board=board,
        holes=rows.space.holes,
        pegs=rows.space.pegs,
        distinct=rows.space.distinct,
        empty=sorted(rows.may_be_empty),
        most_empty=rows.most_empty,
        left=dict(rows.left) if rows.left is not None else None,
        earlier=list(rows.earlier),
    )


def seals_of(seals: Iterable[notation.Seal]) -> list[Seal]:
    """Convert seals to their structs."""
    return [Seal(seal.seat, seal.seal, seal.salt) for seal in seals]


def _boards(view: core.View) -> list[Board]:
    due = range(0)
    if view.phase is Phase.GUESS:
        due = range(len(view.boards)) if view.rules.together else range(view.turn, view.turn + 1)
    return [
        _board(
            view.rules,
            view.shares,
            board,
            turn=index in due and board.breaker in view.to_act,
            marking=index in view.marking,
        )
        for index, board in enumerate(view.boards)
    ]


def _board(
    rules: core.Rules, shares: Sequence[core.Share], board: core.Board, *, turn: bool = False, marking: bool = False
) -> Board:
    summed = rules.counts_only and all(len(row.marks) == 1 for row in board.rows)
    return Board(
        breaker=board.breaker,
        number=board.number,
        answered_by=[] if summed else [shares[index].holder for index in answering(shares, board)],
        rows=[row_of(rules, board, row) for row in board.rows],
        turn=turn,
        marking=marking,
    )


def row_of(rules: core.Rules, board: core.Board, row: core.Row) -> Row:
    """Convert a row to its struct."""
    return Row(
        guess=row.guess,
        marks=list(row.marks),
        total=row.total,
        text=row_text(rules, board, row),
        earned=row_marks(rules, board, row, {}),
    )


def _may(view: core.View) -> Iterator[May]:
    """Yield the kinds of moves that the owner of this View may make, derived from the View alone."""
    for kind in core.legal_in(view).kinds if view.seat else ():
        yield _kind(view, kind)


def _kind(view: core.View, kind: Kind) -> May:
    name: Any = kind.move.name
    match kind:
        case Codes(_, rows):
            return may_place(rows, name, view.boards.index(view.board) if view.board else None)
        case Calls(rules, own):
            space, held = rules.codes[0], [share for share in own if share and HIDDEN not in share]
            return May(
                move=name,
                holes=space.holes,
                pegs=space.pegs,
                empty=list(range(space.holes)),
                most_empty=space.holes - rules.shares,
                fill=core.joined(held) if held else "",
                filled=rules.shares,
            )
        case Shares(rules):
            holes = rules.codes[0].holes
            return May(
                move=name,
                holes=holes,
                pegs=rules.codes[0].pegs,
                empty=list(range(holes)),
                most_empty=holes - 1,
                filled=1,
                shares=rules.boards,
            )
        case Whole(space):
            return May(move=name, holes=space.holes, pegs=space.pegs, distinct=space.distinct, shares=1)
        case _ if kind.move is core.Mark:
            return _mark(view)
        case _:
            return May(move=name)


def _mark(view: core.View) -> May:
    index = next(index for index in view.marking if view.boards[index].breaker != view.seat)
    guess = view.boards[index].rows[-1].guess
    return May(move="mark", board=index, holes=len(guess), guess=guess, shares=len(view.own_shares))


# Back to the core


def match_to_core(sent: Match) -> core.View:
    """Return the View that `sent` was made from."""
    rules = read_rules(sent.rules.text)
    marking = tuple(index for index, board in enumerate(sent.boards) if board.marking)
    guessing = [index for index, board in enumerate(sent.boards) if board.turn]
    return core.View(
        rules=rules,
        seat=sent.you,
        first=sent.first,
        phase=Phase(sent.phase),
        to_act=frozenset(sent.to_act),
        points=tuple(sent.points),
        outcome=sent.outcome,
        past=tuple(map(_attempt_from, sent.past)),
        round=sent.round,
        code=sent.code,
        again=sent.again,
        starter=sent.starter,
        shares=tuple(sent.shares),
        boards=tuple(map(_board_from, sent.boards)),
        turn=0 if rules.together else next(iter((*guessing, *marking)), 0),
        marking=marking,
        placed=tuple(sent.placed),
        out=tuple(sent.out),
        gave_up=tuple(sent.gave_up),
        unfit=tuple(sent.unfit),
        calls=tuple(sent.calls),
        log=tuple((made.seat, read_seen_move(rules, made.move)) for made in sent.log),
    )


def _board_from(sent: Board) -> core.Board:
    rows = (core.Row(row.guess, tuple(Marks(*pair) if pair else None for pair in row.marks)) for row in sent.rows)
    return core.Board(sent.breaker, sent.number, tuple(rows))


def _attempt_from(sent: Attempt) -> core.Attempt:
    verdict, boards = sent.verdict, tuple(map(_board_from, sent.boards))
    return core.Attempt(
        round=sent.round,
        code=sent.code,
        starter=sent.starter,
        phase=Phase.OVER,
        shares=tuple(sent.shares),
        boards=boards,
        placed=(None,) * len(boards),
        out=tuple(sent.out),
        gave_up=tuple(sent.gave_up),
        absent=tuple(sent.absent),
        calls=tuple(sent.calls),
        verdict=core.Verdict(
            void=verdict.void,
            adds=tuple(verdict.adds),
            erred=tuple(verdict.erred),
            broke=tuple(verdict.broke),
            unbroken=tuple(verdict.unbroken),
            winners=tuple(verdict.winners),
        ),
    )

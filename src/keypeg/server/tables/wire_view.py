"""A core View as it goes over the wire. Built from Views alone, so nothing can leak that a View does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from keypeg import core, wire
from keypeg.boxes import box as find_box
from keypeg.core import BLANK, HIDDEN, Phase
from keypeg.core.kinds import Calls, Codes, Kind, Shares, Whole
from keypeg.core.state import answering
from keypeg.notation import Seal, move_text, read_choice, result_text, row_text


@lru_cache(maxsize=512)
def rules_of(rules: core.Rules) -> wire.Rules:
    """The facts of these rules."""
    choice = read_choice(rules.text)
    box = find_box(choice.box)
    return wire.Rules(
        text=rules.text,
        box=box.id,
        name=box.name,
        variants=list(choice.variants),
        options={
            name: choice.options.get(name, box.options[name].default)
            for name in box.available(choice.variants, choice.options)
        },
        seats=rules.seats,
        palette=rules.palette,
        codes=[_space(space) for space in rules.codes],
        guesses=[_space(space) for space in rules.guesses],
        size=[rules.size(seat) for seat in range(1, rules.seats + 1)],
        blanks=BLANK in rules.codes[0].pegs,
        rounds=rules.rounds,
        codes_a_round=rules.codes_a_round,
        rows=rules.rows,
        all_break=rules.all_break,
        together=rules.together,
        equal_turns=rules.equal_turns,
        split=rules.split,
        boards=rules.boards,
        supply=rules.supply,
        fresh_guesses=rules.fresh_guesses,
        full_rows=rules.full_rows,
        marking=rules.marking.value,
        counts_only=rules.counts_only,
        secret_calls=rules.secret_calls,
        last_one_wins=rules.last_one_wins,
        fewest_win=rules.fewest_win,
        rounds_won=rules.rounds_won,
        key=box.key.value,
    )


def match_of(view: core.View) -> dict[str, Any]:
    """The fields of a wire View that tell of the match, by name; the seals aside."""
    return {
        "rules": rules_of(view.rules),
        "phase": view.phase.value,
        "to_act": sorted(view.to_act),
        "first": view.first,
        "round": view.round,
        "code": view.code,
        "again": view.again,
        "starter": view.starter,
        "shares": _shares(view.shares),
        "boards": _boards(view),
        "placed": list(view.placed),
        "out": list(view.out),
        "gave_up": list(view.gave_up),
        "unfit": list(view.unfit),
        "calls": _calls(view.calls),
        "points": list(view.points),
        "outcome": wire.Outcome(list(view.outcome.points), view.outcome.winner) if view.outcome else None,
        "last": _last(view),
        "may": list(_may(view)),
    }


def attempt_of(rules: core.Rules, attempt: core.Attempt, seals: list[wire.Seal]) -> wire.Attempt:
    """An attempt that is over."""
    verdict = attempt.verdict
    assert verdict is not None, "attempts of the past have their verdict"
    return wire.Attempt(
        round=attempt.round,
        code=attempt.code,
        starter=attempt.starter,
        shares=_shares(attempt.shares),
        boards=[_board(rules, attempt.shares, board) for board in attempt.boards],
        calls=_calls(attempt.calls),
        out=list(attempt.out),
        gave_up=list(attempt.gave_up),
        absent=list(attempt.absent),
        verdict=wire.Verdict(
            void=verdict.void,
            adds=list(verdict.adds),
            erred=list(verdict.erred),
            broke=list(verdict.broke),
            unbroken=list(verdict.unbroken),
            winners=list(verdict.winners),
            text=result_text(attempt),
        ),
        seals=seals,
    )


def seals_of(seals: Iterable[Seal]) -> list[wire.Seal]:
    return [wire.Seal(seal.seat, seal.seal, seal.salt) for seal in seals]


def _space(space: core.Space) -> wire.Space:
    return wire.Space(space.holes, space.pegs, space.distinct)


def _shares(shares: Iterable[core.Share]) -> list[wire.Share]:
    return [wire.Share(share.holder, share.code) for share in shares]


def _calls(calls: Iterable[core.Called]) -> list[wire.Called]:
    return [wire.Called(call.seat, call.code, call.right, list(call.judged)) for call in calls]


def _boards(view: core.View) -> list[wire.Board]:
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
) -> wire.Board:
    summed = rules.counts_only and all(len(row.marks) == 1 for row in board.rows)
    return wire.Board(
        breaker=board.breaker,
        number=board.number,
        answered_by=[] if summed else [shares[index].holder for index in answering(shares, board)],
        rows=[wire.Row(row.guess, list(row.marks), row.total, row_text(rules, board, row)) for row in board.rows],
        turn=turn,
        marking=marking,
    )


def _last(view: core.View) -> wire.Last | None:
    if not view.log:
        return None
    seat, move = view.log[-1]
    return wire.Last(seat, move_text(view.rules, move))


def _may(view: core.View) -> Iterator[wire.May]:
    """What the owner of this View may do, from the View alone."""
    for kind in core.legal_in(view).kinds if view.seat else ():
        yield _kind(view, kind)


def _kind(view: core.View, kind: Kind) -> wire.May:
    name: Any = kind.move.name
    match kind:
        case Codes(_, rows):
            return wire.May(
                move=name,
                board=view.boards.index(view.board) if view.board else None,
                holes=rows.space.holes,
                pegs=rows.space.pegs,
                distinct=rows.space.distinct,
                empty=sorted(rows.may_be_empty),
                most_empty=rows.most_empty,
                left=dict(rows.left) if rows.left is not None else None,
                earlier=list(rows.earlier),
            )
        case Calls(rules, own):
            space, held = rules.codes[0], [share for share in own if share and HIDDEN not in share]
            return wire.May(
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
            return wire.May(
                move=name,
                holes=holes,
                pegs=rules.codes[0].pegs,
                empty=list(range(holes)),
                most_empty=holes - 1,
                filled=1,
                shares=rules.boards,
            )
        case Whole(space):
            return wire.May(move=name, holes=space.holes, pegs=space.pegs, distinct=space.distinct, shares=1)
        case _ if kind.move is core.Mark:
            return _mark(view)
        case _:
            return wire.May(move=name)


def _mark(view: core.View) -> wire.May:
    index = next(index for index in view.marking if view.boards[index].breaker != view.seat)
    guess = view.boards[index].rows[-1].guess
    return wire.May(move="mark", board=index, holes=len(guess), guess=guess, shares=len(view.own_shares))

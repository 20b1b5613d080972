"""Random but purposeful play, for properties that must hold in every rules text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from keypeg import Absent, Call, GiveUp, Guess, Mark, Move, Reveal, Rules, State, legal, new, play, rules, to_act
from keypeg.core import Attempt, earned, fitting, fitting_deals, joined

SHAPES = (
    "logic24",
    "logic12:rows=40",
    "logic24+blanks:fresh-guesses",
    "logic24+two-boards",
    "logic24+two-boards:equal-turns,rounds=2,rows=3",
    "logic24:tally=rounds-won,unbroken=decides,rows=2,rounds=3,wrong-marks=plus3",
    "togo",
    "togo:colours=6,distinct-guesses,tie=two-more,rows=2",
    "togo:supply=box,unbroken=plus1,rows=3",
    "challenge:rounds=1",
    "challenge+beginner:both=point-each,rows=3",
    "challenge+doubles:rounds=1,supply=box,rows=unlimited",
    "challenge:handicap=2,both=replay,rounds=1,tie=extra-round,rows=2",
    "mm44",
    "mm44:seats=3,blanks=any,last-one-wins",
    "mm44:seats=2,boards=2,supply=box",
    "mm44:seats=2,marks=counts,rounds=2",
    "mm44:marks=counts,last-one-wins",
    "mm44:calls=secret",
    "2x3d:rows=3",
    "3x3db:rows=4",
    "1x2",
    "4x6:rows=4,unbroken=plus1",
)
MARKINGS = ("table", "hand", "hand-checked", "home")
TEXTS = tuple(
    f"{shape}{',' if ':' in shape else ':'}marking={marking}"
    for shape in SHAPES
    for marking in MARKINGS
    if not ("calls=secret" in shape and marking == "home")
)
LONGEST = 300


def match(text: str, seed: int) -> Iterator[tuple[State, int, Move]]:
    """Every position of a random match with the move that is about to be made in it."""
    random = Random(seed)
    state = new(rules(text))
    for _ in range(LONGEST):
        if not to_act(state):
            return
        seat, move = choice(state, random)
        yield state, seat, move
        state = play(state, seat, move)


def final(text: str, seed: int) -> State:
    """The last position of such a match; over, unless the match was very long."""
    state = new(rules(text))
    for before, seat, move in match(text, seed):
        state = play(before, seat, move)
    return state


def choice(state: State, random: Random) -> tuple[int, Move]:
    """Mostly what the match waits for, and mostly sensible, or no match would ever end."""
    if random.random() < 0.02:
        seat = random.choice([seat for seat in range(state.rules.seats + 1) if len(legal(state, seat))])
        return seat, legal(state, seat).sample(random)
    seat = random.choice(sorted(to_act(state)))
    moves = legal(state, seat)
    if random.random() < 0.9 and state.now is not None:
        sensible = _sensible(state, state.now, seat, moves.types[0], random)
        if sensible is not None and sensible in moves:
            return seat, sensible
    usual = moves.only(*(kind for kind in moves.types if kind not in (GiveUp, Absent, Call)))
    return seat, (usual if len(usual) else moves).sample(random)


def _sensible(state: State, now: Attempt, seat: int, kind: type[Move], random: Random) -> Move | None:
    """An honest mark, a code that fits its marks, a guess that may be right, a call that is."""
    rules = state.rules
    secret = _secret(rules, now)
    if not secret:
        return None
    own = [code for share, code in zip(now.shares, secret, strict=True) if share.holder == seat]
    if kind is Mark:
        rows = [board.rows[-1].guess for board in now.boards if board.breaker != seat and board.rows]
        row = now.boards[now.turn].rows[-1].guess if rules.split else rows[-1]
        return Mark(tuple(marks for marks in (earned(rules, code, row) for code in own) if marks))
    if kind is Reveal:
        return Reveal(tuple(own))
    if rules.split and random.random() < 0.03:
        return Call(joined(secret))
    if kind is Guess and not rules.split and random.random() < 0.4:
        return Guess(next(code for share, code in zip(now.shares, secret, strict=True) if share.holder != seat))
    return None


def _secret(rules: Rules, now: Attempt) -> list[str]:
    """Every share: as hidden, or on a real board as it may be by the marks."""
    hidden = [share.code for share in now.shares if share.code is not None]
    if len(hidden) == len(now.shares):
        return hidden
    if rules.split:
        return list(next(fitting_deals(rules, now.shares, now.boards), ()))
    fits = [
        next(fitting(rules.codes[board.breaker - 1], [(row.guess, row.total) for row in board.rows if row.total]), None)
        for share in now.shares
        for board in now.boards
        if board.breaker != share.holder
    ]
    return [code for code in fits if code] if all(fits) else []

"""Two matches that differ in one hidden code and in nothing else, up to the point where that begins to show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from keypeg import TABLE, Deal, Hide, KeypegError, Move, Reveal, Rules, State, legal, new, play, rules, to_act
from keypeg.core import Marking, Marks, Phase
from tests.properties.random_play import TEXTS, choice

LONGEST = 16
"""Moves of a match that are played."""
ALTERNATIVES = 10
"""Other codes that are tried; the one that stays unnoticed the longest is taken."""
DEALS = 3
"""Pairs of deals that are tried, likewise."""
SEEDS = 300
"""Deals among which two are looked for that differ in what one seat holds."""

Made = tuple[int, Move]


@dataclass(frozen=True, slots=True)
class Twins:
    """The moves of people in two matches; those of the table follow from the two seeds."""

    rules: Rules
    holder: int
    """Who alone may see a difference."""
    moves: tuple[tuple[Made, Made], ...]
    seeds: tuple[str, str]


def twins(seed: int) -> Twins | None:
    """A random pair; its rules follow from the seed, so that all have their turn. None: nothing was hidden in it."""
    text = TEXTS[seed % len(TEXTS)]
    found = rules(f"{text}{',' if ':' in text else ':'}first=1")
    random = Random(f"twins {seed}")
    if found.split and found.marking is not Marking.HOME:
        return max((_dealt(found, random) for _ in range(DEALS)), key=lambda pair: len(pair.moves))
    return _hidden(found, random)


def _hidden(rules: Rules, random: Random) -> Twins | None:
    """One of the codes that people hide, or reveal at the end, is another."""
    moves = list(_match(new(rules), random))
    secret = [at for at, (_, _, move) in enumerate(moves) if isinstance(move, Hide | Reveal)]
    if not secret:
        return None
    at = random.choice(secret)
    before, seat, move = moves[at]
    kind = legal(before, seat).only(type(move))
    others = {other for other in (kind.sample(random) for _ in range(ALTERNATIVES)) if other != move}
    later = [(seat, move) for _, seat, move in moves[at + 1 :]]
    one, hidden = play(before, seat, move), {other: play(before, seat, other) for other in others}
    past = len(before.past)
    lengths = {other: _unnoticed(one, state, later) for other, state in hidden.items() if _alike(one, state, past)}
    if not lengths:
        return None
    other = max(lengths, key=lambda other: (lengths[other], str(other)))
    same = [(made, made) for made in ((seat, move) for _, seat, move in moves)]
    pairs = [*same[:at], ((seat, move), (seat, other)), *same[at + 1 : at + 1 + lengths[other]]]
    return Twins(rules, seat, tuple(pairs), ("", ""))


def _dealt(rules: Rules, random: Random) -> Twins:
    """One seat has been dealt something else."""
    one, other, holder = random.choice(_deals(rules))
    states = [play(new(rules), TABLE, _deal(rules, seed)) for seed in (one, other)]
    later = [(seat, move) for _, seat, move in _match(states[0], random)]
    length = _unnoticed(states[0], states[1], later)
    return Twins(rules, holder, tuple((made, made) for made in later[:length]), (one, other))


def _match(state: State, random: Random) -> Iterator[tuple[State, int, Move]]:
    """People's moves from here on."""
    for _ in range(LONGEST):
        if not to_act(state) or to_act(state) == {TABLE}:
            return
        seat, move = choice(state, random)
        if seat == TABLE:
            continue
        yield state, seat, move
        state = play(state, seat, move)


def _unnoticed(one: State, other: State, moves: list[Made]) -> int:
    """How many of these moves can be made in both before marks, or what was said of a call, differ."""
    past = len(one.past)
    for count, (seat, move) in enumerate(moves):
        try:
            one, other = play(one, seat, move), play(other, seat, move)
        except KeypegError:
            return count
        if not _alike(one, other, past):
            return count
    return len(moves)


def _alike(one: State, other: State, past: int) -> bool:
    return (
        one.now is not None
        and other.now is not None
        and len(one.past) == len(other.past) == past
        and Phase.DECIDE not in (one.now.phase, other.now.phase)
        and _told(one) == _told(other)
    )


def _told(state: State) -> list[object]:
    """The marks on the boards, and how calls were answered."""
    assert state.now
    marks: list[list[tuple[Marks | None, ...]]] = [[row.marks for row in board.rows] for board in state.now.boards]
    return [marks, [call.right for call in state.now.calls]]


@cache
def _deals(rules: Rules) -> list[tuple[str, str, int]]:
    """Seeds whose deals differ in what one seat holds, and which seat that is."""
    found: dict[tuple[int, tuple[str, ...]], list[tuple[str, str]]] = defaultdict(list)
    for number in range(SEEDS):
        seed = f"deal {number:017}"
        shares = _deal(rules, seed).shares
        for holder in range(1, rules.seats + 1):
            own = range((holder - 1) * rules.boards, holder * rules.boards)
            rest = tuple(share for at, share in enumerate(shares) if at not in own)
            found[holder, rest].append((seed, "+".join(shares)))
    return [
        (group[0][0], seed, holder)
        for (holder, _), group in found.items()
        for seed, deal in group[1:]
        if deal != group[0][1]
    ]


def _deal(rules: Rules, seed: str) -> Deal:
    """What a table with this seed deals first."""
    move = legal(new(rules), TABLE).only(Deal).sample(Random(f"{seed}/0"))
    assert isinstance(move, Deal)
    return move

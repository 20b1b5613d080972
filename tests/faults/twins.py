"""Two matches that differ in one secret and in nothing else, up to the point where the difference begins to show.

The secret is a hidden code, or a guess or marks that stay sealed until everyone's are in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from keypeg import (
    TABLE,
    Deal,
    Guess,
    Hide,
    KeypegError,
    Mark,
    Move,
    Reveal,
    Rules,
    State,
    legal,
    new,
    play,
    rules,
    to_act,
)
from keypeg.core import Marking, Phase
from keypeg.players import Computer, Hiding, hidings, read_player
from keypeg.players.maker import own_codes
from keypeg.table import CallWindow, Table, seat_seed
from tests.properties.random_play import TEXTS, choice

LONGEST, LONGEST_AT_HOME = 16, 40
"""Most moves played in a match; at a real board, codes are shown only at its end."""
ALTERNATIVES = 10
"""Other codes that are tried; the one that goes unnoticed for longest is taken."""
DEALS = 3
"""Pairs of deals that are tried in the same way."""
SEEDS = 300
"""Deals among which to look for two that differ in what one seat holds."""
WITH_COMPUTER = 5
"""In one pair out of this many, a computer hides."""
STRIDE = 11
"""Step through the texts for pairs with a computer, so that all boxes come early, if not all texts."""
AGAINST = 6
"""Most moves of people against a computer."""
PLAYERS = ("novice", "club", "novice:errs=0.3")
TRICKY = "club+tricky"

Made = tuple[int, Move]


@dataclass(frozen=True, slots=True)
class Twins:
    """The moves of people in two matches; those of the table and of computers follow from the two seeds."""

    rules: Rules
    holder: int
    """The only seat that may see a difference."""
    moves: tuple[tuple[Made, Made], ...]
    seeds: tuple[str, str]
    computer: str = ""
    """The player at the holder's seat, if it is not a person."""
    answered: tuple[int, ...] = ()
    """The number of moves that the computer makes at first, and after each move of a person."""
    secrets: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """What the computer holds in each of the two matches."""


def twins(seed: int) -> Twins | None:
    """Return a random pair whose rules follow from the seed, so that all have their turn; None if it hides nothing."""
    by_computer = seed % WITH_COMPUTER == 0
    text = TEXTS[(seed // WITH_COMPUTER * STRIDE if by_computer else seed) % len(TEXTS)]
    found = rules(f"{text}{',' if ':' in text else ':'}first=1")
    random = Random(f"twins {seed}")
    if by_computer:
        return _computed(found, random)
    if found.split and found.marking is not Marking.HOME:
        return max((_dealt(found, random) for _ in range(DEALS)), key=lambda pair: len(pair.moves))
    return _hidden(found, random)


def _hidden(rules: Rules, random: Random) -> Twins | None:
    """Return a pair that differs in one code that a person hides or reveals, or one guess or marks that they seal."""
    moves = list(_match(new(rules), random))
    secret: dict[str, list[int]] = {}
    for at, (before, seat, move) in enumerate(moves):
        if isinstance(move, Hide | Reveal) or _stays_sealed(before, seat, move):
            secret.setdefault(move.name, []).append(at)
    if not secret:
        return None
    at = random.choice(random.choice(list(secret.values())))
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


def _stays_sealed(before: State, seat: int, move: Move) -> bool:
    """Return True if nobody else may know this move until others have made theirs."""
    if not (before.rules.together and isinstance(move, Guess | Mark)):
        return False
    after = play(before, seat, move)
    return bool(
        before.now and after.now and (after.now.phase, after.now.opened) == (before.now.phase, before.now.opened)
    )


def _dealt(rules: Rules, random: Random) -> Twins:
    """Return a pair in which one seat was dealt different shares."""
    one, other, holder = random.choice(_deals(rules))
    states = [play(new(rules), TABLE, _deal(rules, seed)) for seed in (one, other)]
    later = [(seat, move) for _, seat, move in _match(states[0], random)]
    length = _unnoticed(states[0], states[1], later)
    return Twins(rules, holder, tuple((made, made) for made in later[:length]), (one, other))


def _match(state: State, random: Random) -> Iterator[tuple[State, int, Move]]:
    """Yield people's moves from this state on, each with the state before it."""
    for _ in range(LONGEST_AT_HOME if state.rules.marking is Marking.HOME else LONGEST):
        if not to_act(state) or to_act(state) == {TABLE}:
            return
        seat, move = choice(state, random)
        if seat == TABLE:
            continue
        yield state, seat, move
        state = play(state, seat, move)


# ---- a computer hides: its code follows from the seed of its table


def _computed(rules: Rules, random: Random) -> Twins | None:
    """Return a pair in which a computer hides, or was dealt, something different, and otherwise does the same."""
    player = random.choice([*PLAYERS, TRICKY] if Hiding.TRICKY in hidings(rules) else PLAYERS)
    pairs: list[tuple[str, tuple[str, ...], int]]
    if rules.split and rules.marking is not Marking.HOME:
        pairs = [(one, (other,), holder) for one, other, holder in random.sample(_deals(rules), ALTERNATIVES)]
    else:
        one, *others = (f"hide {random.randrange(10**17):017}" for _ in range(ALTERNATIVES + 1))
        pairs = [(one, tuple(others), 2 if rules.together else random.choice((1, 1, 1, 2)))]
    found = [
        pair
        for one, others, holder in pairs
        for moves in [list(_against(rules, holder, player, one, random))]
        for other in others
        if (pair := _paired(rules, holder, player, (one, other), moves))
    ]
    return max(found, key=lambda pair: len(pair.moves), default=None)


def _table(rules: Rules, holder: int, player: str, seed: str) -> Table:
    """Return a table whose call windows are over at once, practically like those of the server in these tests."""
    players = {holder: read_player(player, seat_seed(seed, holder))}
    return Table(rules, players, seed=seed, window=CallWindow(0.0, 0.0) if rules.split else None)


def _against(rules: Rules, holder: int, player: str, seed: str, random: Random) -> Iterator[Made]:
    """Yield moves of people against a computer with this seed."""
    table = _table(rules, holder, player, seed)
    table.run(at=0.0)
    for _ in range(AGAINST):
        if not table.waits_for:
            return
        seat, move = choice(table.state, random)
        if seat in (TABLE, holder):
            continue
        yield seat, move
        table.play(seat, move, at=0.0)
        table.run(at=0.0)


def _paired(rules: Rules, holder: int, player: str, seeds: tuple[str, str], moves: list[Made]) -> Twins | None:
    """Return a pair with as many of these moves as can be made before marks, or open moves of the computer, differ."""
    one, other = (_table(rules, holder, player, seed) for seed in seeds)
    answered: list[int] = []
    secrets: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for made in (None, *moves):
        before = len(one.moves)
        try:
            for table in (one, other):
                if made:
                    table.play(*made, at=0.0)
                table.run(at=0.0)
        except KeypegError:
            break
        if not _open_alike(one, other, holder):
            break
        answered.append(sum(seat == holder for seat, _ in one.moves[before:]))
        secrets = _held(one, holder), _held(other, holder)
    if not answered or secrets[0] == secrets[1]:
        return None
    pairs = tuple((made, made) for made in moves[: len(answered) - 1])
    return Twins(rules, holder, pairs, seeds, player, tuple(answered), secrets)


def _open_alike(one: Table, other: Table, holder: int) -> bool:
    """Return True if both are in the same state, except for what the computer keeps to itself or has sealed."""
    return _alike(one.state, other.state, 0) and _opened(one, holder) == _opened(other, holder)


def _opened(table: Table, holder: int) -> list[object]:
    """Return all moves, but only the kind of those whose content is hidden, and of the computer's sealed ones."""
    assert table.state.now
    sealed = table.rules.together and len(table.state.now.log) - table.state.now.opened
    closed = range(len(table.moves) - sealed, len(table.moves))
    return [
        (seat, type(move))
        if isinstance(move, Hide | Reveal | Deal) or (seat == holder and at in closed)
        else (seat, move)
        for at, (seat, move) in enumerate(table.moves)
    ]


def _held(table: Table, holder: int) -> tuple[str, ...]:
    """Return what the computer holds, which only the computer knows at a real board."""
    player = table.players[holder]
    assert isinstance(player, Computer)
    return own_codes(player.hiding, table.view(holder), player.seed)


# ---- what shows


def _unnoticed(one: State, other: State, moves: list[Made]) -> int:
    """Return how many of these moves can be made in both before marks, or the verdicts on calls, differ."""
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
    """Return the rows on the boards, their marks unless they are sealed, and the verdicts on calls."""
    now = state.now
    assert now
    sealed = now.marking if state.rules.together else ()
    rows = [
        [(row.guess, () if index in sealed and row is board.rows[-1] else row.marks) for row in board.rows]
        for index, board in enumerate(now.boards)
    ]
    return [rows, [call.right for call in now.calls]]


@cache
def _deals(rules: Rules) -> list[tuple[str, str, int]]:
    """Return pairs of seeds whose deals differ in what one seat holds, and that seat."""
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
    """Return what a table with this seed deals first."""
    move = legal(new(rules), TABLE).only(Deal).sample(Random(f"{seed}/0"))
    assert isinstance(move, Deal)
    return move

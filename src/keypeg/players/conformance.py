"""Check that a player of your own keeps the contract of `Player`.

`check_match(make, rules("togo"), "seed")` puts a player at every seat of a match,
`check_position(make, state, "seed")` asks it in any position; both raise AssertionError if a move is illegal, or if the
same seed gives another move. `make(seed)` must return a new player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from keypeg.core import TABLE, Deal, Draw, Move, Rules, State, View, legal, legal_in, new, play, to_act, view
from keypeg.notation import move_text, read_move
from keypeg.players.player import Interjecting, Player

Make = Callable[[str], Player]

LONGEST = 3000
"""The number of moves after which a match counts as endless."""


def check_match(make: Make, rules: Rules, seed: str, *, most: int = LONGEST) -> State:
    """Play one match of a player against itself, check every move, and return the final state."""
    random, state = Random(seed), new(rules)
    for _ in range(most):
        waited = to_act(state)
        if not waited:
            return state
        if TABLE in waited:
            state = play(state, TABLE, legal(state, TABLE).only(Draw, Deal).sample(random))
            continue
        interjected = dict(_interjected(make, state, seed))
        chosen = interjected or {seat: _chosen(make, view(state, seat), seed) for seat in waited}
        seat = random.choice(sorted(chosen))
        state = play(state, seat, chosen[seat])
    raise AssertionError(f"{rules}: not over after {most} moves")


def check_position(make: Make, state: State, seed: str) -> None:
    """Check the moves that a player chooses at every seat of a position."""
    for seat in to_act(state) - {TABLE}:
        _chosen(make, view(state, seat), seed)
    for _ in _interjected(make, state, seed):
        pass


def _interjected(make: Make, state: State, seed: str) -> Iterator[tuple[int, Move]]:
    """Yield the moves that players want to make out of turn."""
    for seat in state.rules.all_seats:
        seen = view(state, seat)
        player, twin = _made(make, seed, seat), _made(make, seed, seat)
        if not (len(legal_in(seen)) and isinstance(player, Interjecting) and isinstance(twin, Interjecting)):
            continue
        move = player.interject(seen)
        assert move == twin.interject(seen), f"{state.rules}: the same seed and View, another interjection"
        if move is not None:
            _check(seen, move)
            yield seat, move


def _chosen(make: Make, seen: View, seed: str) -> Move:
    assert seen.seat is not None, "a watcher chooses nothing"
    move = _made(make, seed, seen.seat).choose(seen)
    again = _made(make, seed, seen.seat).choose(seen)
    assert move == again, f"{seen.rules}: the same seed and View, but {move} and {again}"
    _check(seen, move)
    return move


def _made(make: Make, seed: str, seat: int) -> Player:
    return make(f"{seed}/{seat}")


def _check(seen: View, move: Move) -> None:
    assert move in legal_in(seen), f"{seen.rules}: {move} is not legal for seat {seen.seat} to {seen.phase}"
    text = move_text(seen.rules, move)
    assert read_move(seen.rules, text) == move, f"{seen.rules}: {text} does not read back"

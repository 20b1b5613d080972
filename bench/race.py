"""Compute the gain of playing for the point where both seats break at once: `python bench/race.py [RULES [ROUNDS]]`.

The gain is an exact sum. After its first row `perfect` knows in which turn an opponent will break who places only what
is suggested, as `perfect` did before it raced. For each such turn its tree is grown over every code. With a number of
rounds, the script also plays that many against this opponent, with random codes.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random

from keypeg import Guess, Hide, new, outcome, play, rules, view
from keypeg.core import Move, Phase, Rules, View
from keypeg.cores import usable_cores
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import problem_of
from keypeg.deduce.race import Race
from keypeg.players import Computer, Level
from keypeg.players.search.best_guess import best_by_search
from keypeg.players.search.race_guess import best_by_worths, likely_turns
from keypeg.solve.position import Position, start
from keypeg.solve.race import outlook

BATCH = 500


def main() -> None:
    """Print the chances against an opponent that does not race."""
    text = sys.argv[1] if len(sys.argv) > 1 else "challenge"
    add_up(rules(text))
    if len(sys.argv) > 2:
        play_rounds(text, int(sys.argv[2]))


def add_up(found: Rules) -> None:
    """Sum up the results over every pair of codes, and print them."""
    top = start(problem_of(found))
    usual, race = outlook(top), Race(found, first=True)
    codes, won, drawn = sum(usual.values()), 0.0, 0.0
    print(f"{found}: without the race {dict(sorted(usual.items()))}")
    for turn, times in sorted(usual.items()):
        mine: Counter[int] = Counter()
        _grow(race, top, turn, mine)
        odds, before = (race.odds(each, {turn: 1}) for each in (mine, usual))
        won, drawn = won + odds.win * times / codes, drawn + odds.drawn * times / codes
        print(
            f"against turn {turn}: wins {odds.win:.4f} (without {before.win:.4f}), "
            f"draws {odds.drawn:.4f} ({before.drawn:.4f})",
            flush=True,
        )
    print(f"wins {won:.5f}, draws {drawn:.5f}, loses {1 - won - drawn:.5f}: {won / (1 - drawn):.3%} of decided rounds")


def _grow(race: Race, node: Position, turn: int, broken: Counter[int]) -> None:
    """Count the codes of a position by the turn in which they are broken, against an opponent who breaks in `turn`."""
    placed, problem, rows = len(node.rows), node.problem, tuple(node.texts)
    if placed >= turn:
        broken[turn + 1] += len(node.candidates)
        return
    raced = best_by_worths(problem, rows, race.worths(placed, likely_turns(placed, turn - placed))) if rows else None
    guess = raced or best_by_search(problem, rows, Placing())
    assert guess is not None, "some code fits"
    for mark, cell in node.after(node.guesses.index(guess)).items():
        if mark == win_id(problem.holes):
            broken[placed + 1] += 1
        else:
            _grow(race, cell, turn, broken)


def play_rounds(text: str, rounds: int) -> None:
    """Play, and print the share of decided rounds that seat 1 wins."""
    batches = [(start_at, min(BATCH, rounds - start_at)) for start_at in range(0, rounds, BATCH)]
    with ProcessPoolExecutor(usable_cores(), get_context("spawn")) as pool:
        results = sum(pool.map(partial(_batch, text), batches), Counter())
    decided = results[1] + results[2]
    share = results[1] / decided
    width = 1.96 * (share * (1 - share) / decided) ** 0.5
    print(
        f"{rounds} rounds: {results[1]} won, {results[2]} lost, {results[None]} drawn; "
        f"{share:.2%} of decided ones, {share - width:.2%} to {share + width:.2%}"
    )


def _batch(text: str, batch: tuple[int, int]) -> Counter[int | None]:
    first, many = batch
    return Counter(_winner(text, number) for number in range(first, first + many))


def _winner(text: str, number: int) -> int | None:
    random = Random(f"race/{number}")
    found = rules(text if "rounds=" in text else f"{text}{',' if ':' in text else ':'}rounds=1")
    state = new(found)
    # The same seeds each time: the first row is always the same, and only the codes differ.
    players = {1: Computer(Level.PERFECT, "racer"), 2: Computer(Level.PERFECT, "steady")}
    while outcome(state) is None:
        for seat in sorted(view(state, 0).to_act):
            state = play(state, seat, _move(view(state, seat), players[seat], random))
    ended = outcome(state)
    return ended.winner if ended else None


def _move(seen: View, player: Computer, random: Random) -> Move:
    seat = seen.seat or 0
    if seen.phase is Phase.HIDE:
        space = seen.rules.code_hidden_by(seat)
        return Hide("".join(random.sample(space.pegs, space.holes)))
    board = seen.board
    if seat == 1 or board is None or not board.rows:
        return player.choose(seen)
    rows = tuple((row.guess, row.total) for row in board.rows if row.total is not None)
    guess = best_by_search(problem_of(seen.rules, seat), rows, Placing())
    assert guess is not None, "some code fits"
    return Guess(guess)


if __name__ == "__main__":
    main()

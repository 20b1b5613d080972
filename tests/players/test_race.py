"""If both seats break at the same time, `perfect` plays for the point."""

from __future__ import annotations

from keypeg import Guess, Hide, Marks, State, mark, new, play, rules, view
from keypeg.deduce.problem import problem_of
from keypeg.players import read_player
from keypeg.players.search.race_guess import likely_turns
from keypeg.solve import suggest
from keypeg.solve.race import guesses_needed

CODES = ("YORPW", "NGRWO")
"""The codes that seats 1 and 2 hide."""


def _suggested(code: str, many: int) -> list[str]:
    """Return the first rows that are suggested for breaking a code."""
    problem = problem_of(rules("challenge"))
    rows: list[tuple[str, Marks]] = []
    for _ in range(many):
        guess = suggest(problem, rows).guess
        rows.append((guess, mark(code, guess)))
    return [guess for guess, _ in rows]


def _after(first: list[str], second: list[str]) -> State:
    """Return a round after these rows of both seats."""
    state = new(rules("challenge:rounds=1"))
    for seat, code in enumerate(CODES, start=1):
        state = play(state, seat, Hide(code))
    for guesses in zip(first, second, strict=True):
        for seat, guess in enumerate(guesses, start=1):
            state = play(state, seat, Guess(guess))
    return state


def test_a_seat_that_is_about_to_lose_guesses_a_code_that_may_be_right() -> None:
    """The other breaks in the next turn, so only a hit draws the round."""
    problem = problem_of(rules("challenge"))
    needed = guesses_needed(problem, [], CODES[0])
    assert needed is not None
    theirs = _suggested(CODES[0], needed - 1)
    mine = _suggested(CODES[1], 2)
    mine += mine[:1] * (len(theirs) - 2)
    rows = [(guess, mark(CODES[1], guess)) for guess in mine]
    assert not suggest(problem, rows).is_candidate
    move = read_player("perfect").choose(view(_after(mine, theirs), 1))
    assert isinstance(move, Guess)
    assert all(mark(move.code, guess) == marks for guess, marks in rows)


def test_the_other_may_stray_a_turn_from_good_play_but_never_into_the_past() -> None:
    assert likely_turns(2, 3) == {4: 0.1, 5: 0.8, 6: 0.1}
    assert likely_turns(2, 1) == {3: 0.9, 4: 0.1}


def test_a_match_between_racers_ends_and_every_row_is_legal() -> None:
    for text in ("challenge+beginner:rounds=1", "logic24+two-boards", "challenge:rounds=1,handicap=1"):
        state = new(rules(f"{text}{',' if ':' in text else ':'}first=1"))
        players = {seat: read_player("perfect", str(seat)) for seat in (1, 2)}
        while not state.past:
            for seat in sorted(view(state, 0).to_act):
                state = play(state, seat, players[seat].choose(view(state, seat)))
        assert len(state.past) == 1

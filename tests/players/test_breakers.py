"""Codebreakers: what each level is worth, and what it never does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from keypeg import Claim, Guess, Hide, Mark, Marks, Rules, State, mark, new, play, rules, view
from keypeg.core import fitting
from keypeg.players import Level, read_player
from keypeg.players.measured import measure, measured
from keypeg.table import HomeBoard


def _broken(text: str, player: str, code: str, seed: str = "seed") -> State:
    """Return a match up to the move that breaks the first code or uses the last row."""
    computer = read_player(player, seed)
    state = play(new(rules(text)), 1, Hide(code))
    while not state.past:
        state = play(state, 2, computer.choose(view(state, 2)))
    return state


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [(Level.PERFECT, 5625, 5625), (Level.EXPERT, 5700, 5728), (Level.CLUB, 5962, 6480), (Level.NOVICE, 7776, 10368)],
)
def test_levels_break_4x6_in_as_many_rows_as_they_should(level: Level, least: int, most: int) -> None:
    found = measure(rules("4x6:first=1"), level, "another seed")
    assert found.codes == 1296
    assert least <= found.total <= most


@pytest.mark.parametrize("level", list(Level))
def test_in_the_largest_space_a_row_is_placed_even_if_marks_contradict_each_other(level: Level) -> None:
    board = HomeBoard(rules("8x15"))
    board.place("ROYGBPWN", [Marks(1, 2)])
    board.place("ROYGBPWN", [Marks(1, 3)])
    assert isinstance(read_player(level, "seed").choose(board.view), Guess)


def test_better_levels_need_fewer_rows_wherever_they_were_measured() -> None:
    by_rules: dict[str, dict[Level, float]] = {}
    for figures in measured():
        by_rules.setdefault(figures.rules, {})[figures.level] = figures.mean
    for means in by_rules.values():
        assert [means[level] for level in Level] == sorted(means.values(), reverse=True)


def test_figures_that_are_shipped_can_be_measured_again() -> None:
    figures = next(each for each in measured() if each.rules == "4x6d:first=1" and each.level is Level.PERFECT)
    assert measure(rules(figures.rules), figures.level, "7") == figures


@pytest.mark.parametrize("level", [Level.CLUB, Level.EXPERT, Level.PERFECT])
def test_in_the_last_row_every_good_level_places_a_code_that_may_be_right(level: Level) -> None:
    state = _broken("4x6:first=1,rows=3", level, "RYGB")
    *before, last = state.past[0].boards[0].rows
    assert last.guess in set(fitting(state.rules.codes[1], [(row.guess, row.total) for row in before if row.total]))


def test_a_novice_places_rows_that_cannot_be_right() -> None:
    rows = _broken("4x6:first=1", "novice", "RYGB").past[0].boards[0].rows
    fits = [
        row.guess
        in set(fitting(rules("4x6").codes[1], [(before.guess, before.total) for before in rows[:at] if before.total]))
        for at, row in enumerate(rows)
    ]
    assert not all(fits)


@pytest.mark.parametrize("text", ["4x6:first=1", "togo:first=1,rows=20", "6x6:first=1"])
def test_a_novice_repeats_no_row_and_keeps_its_best_and_latest_row_in_mind(text: str) -> None:
    space, random = rules(text).codes[1], Random(1)
    overlooked = 0
    for seed in range(40):
        code = "".join(random.sample(space.pegs, space.holes))
        rows = [(row.guess, row.total) for row in _broken(text, "novice", code, str(seed)).past[0].boards[0].rows]
        assert len({guess for guess, _ in rows}) == len(rows)
        for at, (guess, _) in enumerate(rows[1:], start=1):
            before = [(earlier, marks) for earlier, marks in rows[:at] if marks is not None]
            best = max(before, key=lambda row: (sum(row[1]), row[1].exact))
            for earlier, marks in (best, before[-1]):
                assert mark(guess, earlier) == marks
            if sum(best[1]) == space.holes:
                assert sorted(guess) == sorted(best[0]), "its colours are known to be complete"
            overlooked += any(mark(guess, earlier) != marks for earlier, marks in before)
    assert overlooked > 20


def test_a_novice_keeps_to_its_best_row_though_pegs_for_another_one_have_run_out() -> None:
    state = play(new(rules("logic12:first=1")), 1, Hide("OBGY"))
    for row in ("YYYY", "YYYR", "YYYO", "YYRR", "OBGR"):
        state = play(state, 2, Guess(row))
    for seed in range(20):
        move = read_player("novice", str(seed)).choose(view(state, 2))
        assert isinstance(move, Guess)
        assert mark(move.code, "OBGR") == Marks(3, 0)


def test_the_opening_has_other_colours_and_holes_with_another_seed() -> None:
    text = "4x6:first=1"
    openings = {_broken(text, "perfect", "RYGB", seed).past[0].boards[0].rows[0].guess for seed in "abcdefgh"}
    assert len(openings) > 3
    assert {tuple(sorted(map(opening.count, set(opening)))) for opening in openings} == {(1, 1, 2)}


def test_rows_are_placed_only_while_the_pegs_last() -> None:
    text = "logic12:first=1,rows=20,marking=hand"
    codemaker, breaker = Mark((Marks(0, 0),)), read_player("expert", "seed")
    state = play(new(rules(text)), 1, Hide("YYYY"))
    for _ in range(3):
        if state.past:
            break
        state = play(state, 2, breaker.choose(view(state, 2)))
        state = play(state, 1, codemaker)
    assert all(
        row.guess.count(peg) <= 12 for attempt in state.past for row in attempt.boards[0].rows for peg in "YROBG"
    )


@pytest.mark.parametrize("level", Level)
def test_a_breaker_claims_when_no_code_fits_its_marks(level: Level) -> None:
    state = new(rules("togo:first=1,marking=home"))
    for guess, marks in (("RRRR", Marks(0, 0)), ("OOOO", Marks(0, 0)), ("ROYG", Marks(0, 0)), ("BPWN", Marks(0, 0))):
        state = play(state, 2, Guess(guess))
        state = play(state, 1, Mark((marks,)))
    assert view(state, 2).unfit
    assert read_player(level, "seed").choose(view(state, 2)) == Claim()


def _turn(table: Rules, theirs: str) -> State:
    state = play(play(new(table), 1, Hide("ROYGB")), 2, Hide("BGYOR"))
    return play(state, 2, Guess(theirs))


@pytest.mark.parametrize("level", Level)
def test_the_sealed_guess_of_the_other_seat_changes_nothing(level: Level) -> None:
    table = rules("challenge:rounds=1")
    seen = {read_player(level, "seed").choose(view(_turn(table, theirs), 1)) for theirs in ("PPWWN", "ROYGB", "NNNNN")}
    early = play(play(new(table), 1, Hide("ROYGB")), 2, Hide("BGYOR"))
    assert seen == {read_player(level, "seed").choose(view(early, 1))}


def test_another_code_that_fits_the_same_rows_changes_nothing() -> None:
    states = [play(play(new(rules("togo:first=1")), 1, Hide(code)), 2, Guess("RRRR")) for code in ("OYGB", "PWNB")]
    first, second = (view(state, 2) for state in states)
    assert replace(first, log=()) == replace(second, log=())
    assert read_player("perfect", "x").choose(first) == read_player("perfect", "x").choose(second)

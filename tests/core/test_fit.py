"""Codes that fit: the search that drops beginnings early agrees with going through all codes."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import process_time

import pytest

from keypeg import Call, GiveUp, Guess, Hide, Mark, Marks, legal, mark, new, play, rules, to_act
from keypeg.core import Board, Row, Share, earned, fitting, fitting_by_colours, fitting_deals, joined
from keypeg.core.deals import hole_of
from keypeg.core.fit import Undecided, any_fit, random_fit
from keypeg.core.marks import all_marks
from keypeg.core.rows import Rows, rows_on


@pytest.mark.parametrize("text", ["logic24", "logic24+blanks", "togo:colours=6", "3x3db", "4x5d", "challenge+beginner"])
def test_codes_that_fit_are_all_that_earn_these_rows(text: str) -> None:
    random = Random(text)
    game = rules(text)
    for _ in range(40):
        secret = Rows(game.codes[0]).sample(random)
        guesses = [Rows(game.guesses[0]).sample(random) for _ in range(random.randrange(4))]
        rows = [(guess, mark(secret, guess)) for guess in guesses]
        slow = [code for code in game.codes[0] if all(mark(code, guess) == marks for guess, marks in rows)]
        assert list(fitting(game.codes[0], rows)) == slow


@pytest.mark.parametrize("text", ["logic24", "logic24+blanks", "togo:colours=6", "3x3db", "4x5d", "challenge+beginner"])
def test_colours_first_finds_the_same_codes(text: str) -> None:
    random = Random(text)
    game = rules(text)
    space, none = game.codes[0], set()
    for _ in range(60):
        secret = Rows(space).sample(random)
        guesses = [Rows(game.guesses[0]).sample(random) for _ in range(random.randrange(1, 6))]
        rows = [(guess, mark(secret, guess)) for guess in guesses]
        if random.random() < 0.7:
            rows[-1] = (rows[-1][0], random.choice(all_marks(space.holes)))
        codes = list(fitting_by_colours(space, rows))
        assert sorted(codes) == sorted(fitting(space, rows))
        found = any_fit(space, rows)
        assert found in codes if codes else found is None
        none.add(not codes)
    assert none == {True, False}


@pytest.mark.parametrize("text", ["3x4", "togo:colours=6", "3x4b"])
def test_a_code_laid_at_random_is_one_of_those_that_fit(text: str) -> None:
    random = Random(text)
    space = rules(text).codes[0]
    for _ in range(20):
        secret = Rows(space).sample(random)
        rows = [(guess, mark(secret, guess)) for guess in (Rows(space).sample(random) for _ in range(2))]
        assert random_fit(space, rows, random) in set(fitting(space, rows))
    assert {random_fit(rules("2x2").codes[0], [], random) for _ in range(100)} == {"RR", "RO", "OR", "OO"}


def test_no_code_is_laid_at_random_where_none_fits() -> None:
    space = rules("4x6").codes[0]
    assert random_fit(space, [("RRRR", Marks(0, 1))], Random(1)) is None


def test_laying_a_code_at_random_takes_a_step_a_peg() -> None:
    space = rules("4x6").codes[0]
    assert random_fit(space, [], Random(1), steps=4) is not None
    assert random_fit(space, [], Random(1), steps=3) is None


def test_that_no_code_fits_is_found_out_quickly_in_the_largest_space_too() -> None:
    random = Random("largest")
    space = rules("8x15").codes[0]
    secret = Rows(space).sample(random)
    began = process_time()
    for wrong in range(6):
        rows = [(guess, mark(secret, guess)) for guess in (Rows(space).sample(random) for _ in range(6))]
        rows += [(guess, Marks(max(exact - 1, 0), near + 2)) for guess, (exact, near) in rows[: wrong + 1]]
        assert next(fitting_by_colours(space, rows), None) is None
        assert any_fit(space, rows) is None
    assert process_time() - began < 5


PAIRS = ["".join("R" if hole in pair else "OYGBPWNC"[hole] for hole in range(8)) for pair in combinations(range(8), 2)]


@pytest.mark.parametrize(
    "rows",
    [
        [("ROYGBPWN", Marks(1, 2)), ("ROYGBPWN", Marks(2, 1))],
        [("RROOYYGG", Marks(1, 2)), ("RROOYYGG", Marks(2, 1)), ("CDEFHKLC", Marks(2, 1))],
        [*((guess, Marks(2, 0)) for guess in PAIRS), ("LLLLLLLL", Marks(3, 0))],
    ],
)
@pytest.mark.parametrize("form", ["8x15", "8x14b"])
def test_that_exact_marks_contradict_each_other_is_found_out_quickly_too(
    form: str, rows: list[tuple[str, Marks]]
) -> None:
    began = process_time()
    assert any_fit(rules(form).codes[0], rows) is None
    assert process_time() - began < 1


def test_a_search_for_one_code_ends() -> None:
    with pytest.raises(Undecided):
        any_fit(rules("8x15").codes[0], [("ROYGBPWN", Marks(1, 2))], steps=20)


UNDECIDED = {
    "KBLCCPLP": Marks(3, 0),
    "YYKNGKOL": Marks(2, 0),
    "EBBPWNNB": Marks(0, 3),
    "CYHLHCOC": Marks(0, 1),
    "RGPBNBOL": Marks(0, 3),
}


def test_a_match_goes_on_where_it_is_undecided_whether_marks_contradict_each_other() -> None:
    chosen = rules("8x15:first=1,marking=hand")
    with pytest.raises(Undecided):
        any_fit(chosen.codes[0], list(UNDECIDED.items()))
    match = play(new(chosen), 1, Hide("ROYGBPWN"))
    for guess, marks in UNDECIDED.items():
        match = play(match, 2, Guess(guess))
        match = play(match, 1, Mark((marks,)))
        assert not match.past
    again = play(match, 2, Guess("KBLCCPLP"))
    assert play(again, 1, Mark((Marks(0, 0),))).past, "where it is decided, the match ends"


@pytest.mark.parametrize(
    "text",
    ["mm44:seats=2,blanks=any", "mm44:seats=2,blanks=any,marks=counts", "mm44:seats=2", "mm44:seats=2,marks=counts"],
)
def test_deals_that_fit_are_all_that_earn_these_rows(text: str) -> None:
    random = Random(text)
    game = rules(text)
    shares = [Share(1), Share(2)]
    every = list(fitting_deals(game, shares, ()))
    assert len(every) == 5 * 4 * 6 * 6
    assert len({joined(deal) for deal in every}) == game.size()
    for _ in range(20):
        deal = random.choice(every)
        boards = []
        for seat in (1, 2):
            guess = rows_on(game, Board(seat), [Share(seat, deal[seat - 1])]).sample(random)
            boards.append(Board(seat, rows=(Row(guess, (earned(game, deal[2 - seat], guess),)),)))
        slow = [
            other
            for other in every
            if all(
                earned(game, other[2 - board.breaker], row.guess) == row.total
                and (
                    not game.full_rows
                    or "." not in row.guess
                    or row.guess.index(".") == hole_of(other[board.breaker - 1])
                )
                for board in boards
                for row in board.rows
            )
        ]
        assert list(fitting_deals(game, shares, boards)) == slow


def test_sums_of_answers_that_no_deal_fits_are_found_out_quickly() -> None:
    began = process_time()
    for seed in range(3):
        random, state = Random(seed), new(rules("mm44:seats=2,boards=2,marks=counts,marking=home"))
        for _ in range(60):
            if not to_act(state):
                break
            seat = random.choice(sorted(to_act(state)))
            moves = legal(state, seat)
            usual = moves.only(*(kind for kind in moves.types if kind not in (GiveUp, Call)))
            state = play(state, seat, usual.sample(random))
    assert process_time() - began < 2

"""Sets of codes as integers against the marking reference."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from keypeg.core import Space, fitting, mark
from keypeg.deduce.bit_table import by_count, member, members
from keypeg.deduce.code_table import table_from, table_of

SPACES = st.builds(Space, st.integers(1, 5), st.sampled_from(["R", "RO", "ROY.", "ROYGB"]), st.booleans()).filter(
    lambda space: 0 < len(space) <= 1100
)
RANDOM = st.randoms(use_true_random=False)


@given(SPACES)
def test_codes_come_in_palette_order(space: Space) -> None:
    table = table_of(space)
    assert table.codes(table.every) == list(space)


@given(SPACES, RANDOM)
def test_a_guess_parts_the_codes_by_their_marks(space: Space, random: Random) -> None:
    guess = "".join(random.choices(space.pegs, k=space.holes))
    found = {marks: table_of(space).codes(codes) for marks, codes in table_of(space).by_marks(guess).items()}
    assert {code: marks for marks, codes in found.items() for code in codes} == {
        code: mark(code, guess) for code in space
    }


@given(SPACES, RANDOM)
def test_codes_that_fit_are_those_of_the_core(space: Space, random: Random) -> None:
    codes = list(space)
    secret = random.choice(codes)
    guesses = ["".join(random.choices(space.pegs, k=space.holes)) for _ in range(random.randrange(4))]
    rows = [(guess, mark(secret, guess)) for guess in guesses]
    fit = table_of(space).fitting(rows)
    assert table_of(space).codes(fit) == list(fitting(space, rows))
    assert [member(fit, index) for index in range(fit.bit_count())] == list(members(fit))
    some = random.sample(codes, min(len(codes), 7))
    table = table_from(space, some)
    assert table.codes(table.fitting(rows)) == [code for code in some if all(mark(code, g) == m for g, m in rows)]


@given(st.lists(st.integers(0, 255), max_size=6), st.integers(0, 255))
def test_lines_are_parted_by_how_many_sets_hold_them(sets: list[int], within: int) -> None:
    counted = Counter(line for each in sets for line in members(each))
    parts = by_count(sets, within)
    assert len(parts) == len(sets) + 1
    assert sum(parts) == within
    assert all(counted[line] == count for count, lines in enumerate(parts) for line in members(lines))

"""A split code: what rows told, against every deal counted one by one, and which calls were missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import log2

import pytest

from keypeg import Marks, Rules, State, rules
from keypeg.core import earned, joined, lone
from keypeg.players import read_player
from keypeg.review import SplitReview, review
from keypeg.table import Table
from tests.rules.matches import played

TWO = "mm44:seats=2,boards=1,blanks=any,first=1"
DEALT = (TWO, "table deal R.... ..G..")


def _split(state: State) -> SplitReview:
    found = review(state).rounds[0].split
    assert found is not None
    return found


def _deals(rules: Rules) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield every deal to two seats with the number of ways to draw its chips."""
    space = rules.codes[0]
    for holes in permutations(range(space.holes), 2):
        for one, two in product(space.pegs, repeat=2):
            shares = lone(space.holes, holes[0], one), lone(space.holes, holes[1], two)
            yield shares, rules.chips * (rules.chips - (one == two))


def test_bits_and_chances_are_those_of_counting_every_deal() -> None:
    rows = [(1, "RROGG"), (2, "RGYGB"), (1, "GG.YP"), (2, "ROYGG")]
    state = played(*DEALT, *(f"{seat} guess {guess}" for seat, guess in rows))
    found = _split(state)
    secret = "R....", "..G.."
    game = rules(TWO)
    for seat in (1, 2):
        left = [(deal, ways) for deal, ways in _deals(game) if deal[seat - 1] == secret[seat - 1]]
        for number, (breaker, guess) in enumerate(rows):
            other = 2 - breaker
            before = sum(ways for _, ways in left)
            answers: Counter[Marks | None] = Counter()
            for deal, ways in left:
                answers[earned(game, deal[other], guess)] += ways
            true = earned(game, secret[other], guess)
            left = [(deal, ways) for deal, ways in left if earned(game, deal[other], guess) == true]
            told = next(each for each in found.rows[number].told if each.seat == seat)
            assert told.bits == pytest.approx(log2(before / answers[true]))
            assert told.expected == pytest.approx(sum(-n / before * log2(n / before) for n in answers.values()))
            codes: Counter[str] = Counter()
            for deal, ways in left:
                codes[joined(deal)] += ways
            chance = next(each for each in found.rows[number].chances if each.seat == seat)
            assert chance.chance == pytest.approx(max(codes.values()) / answers[true])
            assert codes[chance.code] == max(codes.values())


def test_an_answer_of_ones_own_tells_nothing() -> None:
    (row,) = _split(played(*DEALT, "1 guess RROGG")).rows
    assert [told.seat for told in row.told if told.bits > 0] == [1]


def test_a_call_is_weighed_by_what_the_caller_could_know() -> None:
    state = played(*DEALT, "1 guess .GGGG", "2 call R.G..")
    (call,) = _split(state).calls
    assert (call.seat, call.after, call.right) == (2, 1, True)
    # Only seat 2 answered, so it still knows its own share alone: any other hole, and one of the 23 chips left.
    assert call.chance == pytest.approx(4 / (4 * 23))


def test_a_call_not_made_by_a_certain_player_is_a_missed_one() -> None:
    narrow = ("1 guess .GGGG", "2 guess .....", "1 guess ..G..", "2 guess .....")
    found = _split(played(*DEALT, *narrow))
    assert found.rows[2].chances[0].chance == 1
    (missed,) = found.missed
    assert (missed.seat, missed.after, missed.code, missed.last) == (1, 3, "R.G..", False)
    assert not _split(played(*DEALT, *narrow[:3], "1 call R.G..")).missed


def test_a_pass_at_the_end_is_a_missed_last_chance() -> None:
    rows = [f"{seat} guess {'.' * 5}" for _ in range(4) for seat in (1, 2)]
    found = _split(played(*DEALT, *rows, "1 pass"))
    (missed,) = found.missed
    assert (missed.seat, missed.last, missed.after) == (1, True, 8)
    assert 0 < missed.chance < 0.1


@pytest.mark.parametrize(
    "text", ["mm44", "mm44:seats=3", "mm44:seats=2,boards=2", "mm44:marks=counts", "mm44:calls=secret,rounds=2"]
)
def test_every_kind_of_split_code_is_reviewed(text: str) -> None:
    seats = range(1, rules(text).seats + 1)
    table = Table(rules(text), {seat: read_player("club", f"{seat}") for seat in seats}, seed="s")
    table.run()
    for each, attempt in zip(review(table.state).rounds, table.state.past, strict=True):
        assert each.split is not None
        assert len(each.split.rows) == sum(len(board.rows) for board in attempt.boards)
        assert len(each.split.calls) == len(attempt.calls)
        assert all(told.bits >= -1e-9 for row in each.split.rows for told in row.told)
        # Clubs call only when they are certain.
        assert all(call.chance == pytest.approx(1) for call in each.split.calls)


def test_on_a_real_board_nothing_is_said_of_shares_that_nobody_has_shown() -> None:
    state = played(f"{TWO},marking=home", "1 guess RROGG", "2 mark w", "2 guess .....")
    found = _split(state)
    assert [row.guess for row in found.rows] == ["RROGG"]
    assert found.rows[0].told == ()


def test_what_rows_told_comes_flat_for_tables() -> None:
    state = played(*DEALT, "1 guess RROGG", "2 guess RGYGB")
    found = review(state)
    flat = found.told()
    assert [(each["row"], each["by"], each["seat"]) for each in flat] == [(1, 1, 1), (1, 1, 2), (2, 2, 1), (2, 2, 2)]
    assert [each["bits"] for each in flat] == [told.bits for row in _split(state).rows for told in row.told]
    assert found.rows() == found.boards() == []

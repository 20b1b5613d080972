"""`mm44`: Mastermind for four. One code for all, in shares."""

from collections import Counter
from random import Random

import pytest

from keypeg import TABLE, Call, Deal, legal, new, rules, view
from keypeg.core import Share, fitting_deals, joined
from tests.rules.matches import board, codes, played, points, refused, then, waits, winner

deal = "table deal ..R.. B.... ....R .G..."
"""The code is BGR.R."""

wrong_calls = {1: "1 call YYRY.", 2: "2 call BYYY.", 3: "3 call YYY.R", 4: "4 call YGYY."}

every_form = pytest.mark.parametrize(
    ("text", "every_code", "beside_ones_own"),
    [
        ("mm44", 6480, 864),
        ("mm44:blanks=any,seats=3", 2160, 216),
        ("mm44:blanks=any,seats=2,boards=2", 6480, 108),
        ("mm44:blanks=any,seats=2,boards=1", 360, 24),
    ],
)


def everybody(text: str) -> list[Share]:
    """The shares of a deal that nobody knows yet."""
    form = rules(text)
    return [Share(seat) for seat in range(1, form.seats + 1) for _ in range(form.boards)]


@every_form
def test_as_many_codes_as_chips_can_make(text: str, every_code: int, beside_ones_own: int) -> None:
    found = {joined(shares) for shares in fitting_deals(rules(text), everybody(text), [])}
    assert len(found) == every_code > beside_ones_own


@every_form
def test_a_seat_that_knows_its_own_shares_faces_fewer(text: str, every_code: int, beside_ones_own: int) -> None:
    mine = (share for share in ("..R..", "....Y"))
    shares = [Share(1, next(mine)) if share.holder == 1 else share for share in everybody(text)]
    found = {joined(each) for each in fitting_deals(rules(text), shares, [])}
    assert len(found) == beside_ones_own < every_code


@every_form
def test_calls_are_exactly_the_codes_that_a_seat_faces(text: str, every_code: int, beside_ones_own: int) -> None:
    start = new(rules(text))
    start = then(start, "table draw 1")
    dealt = legal(start, TABLE).sample(Random(1))
    assert isinstance(dealt, Deal)
    state = then(start, f"table deal {' '.join(dealt.shares)}")
    assert len(legal(state, 1).only(Call)) == beside_ones_own < every_code


def test_four_seats_have_a_board_of_four_rows_of_five_holes_and_six_colours() -> None:
    mm44 = rules("mm44:blanks=any")
    assert (mm44.seats, mm44.boards, mm44.rows, mm44.codes[0].holes, len(mm44.palette)) == (4, 1, 4, 5, 6)


def test_there_are_24_chips_in_6_colours_4_of_each() -> None:
    assert (rules("mm44:blanks=any").chips, len(rules("mm44:blanks=any").palette)) == (4, 6)


def test_each_seat_takes_a_number_and_a_colour_and_sees_its_own_share_alone() -> None:
    state = played("mm44:blanks=any,first=1", deal)
    assert codes(state, 1) == ["..R..", "?????", "?????", "?????"]
    assert codes(state, 4) == ["?????", "?????", "?????", ".G..."]
    assert codes(state, None) == ["?????"] * 4
    assert view(state, 2).log[-1] == (TABLE, Deal(("?????", "B....", "?????", "?????")))


@pytest.mark.parametrize(
    ("shares", "slug"),
    [
        ("R.... R.... ..R.. ...R.", "deal-hole-twice"),
        ("R.... .R... ..R..", "deal-shares"),
        ("RO... ..R.. ...R. ....R", "share-holes"),
        ("..... .R... ..R.. ...R.", "share-holes"),
    ],
)
def test_every_share_is_one_colour_in_a_hole_of_its_own(shares: str, slug: str) -> None:
    assert refused(played("mm44:blanks=any,first=1"), f"table deal {shares}") == slug


def test_four_chips_of_a_colour_let_all_shares_be_of_one_colour() -> None:
    assert waits(played("mm44:blanks=any,first=1", "table deal R.... .R... ..R.. ...R.")) == "1 to guess"


def test_one_hole_of_the_code_is_always_empty() -> None:
    state, chance = new(rules("mm44:blanks=any,first=1")), Random(1)
    for _ in range(100):
        dealt = legal(state, TABLE).sample(chance)
        assert isinstance(dealt, Deal)
        assert joined(dealt.shares).count(".") == 1


def test_colours_are_dealt_without_replacement_from_four_chips_of_each() -> None:
    state, chance, times = new(rules("mm44:blanks=any,first=1")), Random(1), 4000
    dealt = (legal(state, TABLE).sample(chance) for _ in range(times))
    colours = Counter(len({*joined(each.shares)} - {"."}) for each in dealt if isinstance(each, Deal))
    as_chips_fall = 24 * 20 * 16 * 12 / (24 * 23 * 22 * 21)
    all_codes_alike = 6 * 5 * 4 * 3 / 6**4
    assert abs(colours[4] / times - as_chips_fall) < 0.03 < as_chips_fall - all_codes_alike


def test_with_two_shares_equal_colours_are_dealt_3_times_in_23() -> None:
    state, chance, times = new(rules("mm44:blanks=any,first=1,seats=2,boards=1")), Random(1), 8000
    dealt = (legal(state, TABLE).sample(chance) for _ in range(times))
    equal = sum(len({*joined(each.shares)} - {"."}) == 1 for each in dealt if isinstance(each, Deal))
    assert abs(equal / times - 3 / 23) < 0.015 < 1 / 6 - 3 / 23


def test_every_hole_is_as_likely_to_stay_empty() -> None:
    state, chance, times = new(rules("mm44:blanks=any,first=1")), Random(1), 5000
    dealt = (legal(state, TABLE).sample(chance) for _ in range(times))
    empty = Counter(joined(each.shares).index(".") for each in dealt if isinstance(each, Deal))
    assert all(abs(empty[hole] / times - 1 / 5) < 0.03 for hole in range(5))


def test_seats_fill_rows_on_their_own_boards_in_turn_clockwise() -> None:
    state = played("mm44:blanks=any,first=3", deal)
    for seat in (3, 4, 1, 2, 3):
        assert waits(state) == f"{seat} to guess"
        state = then(state, f"{seat} guess .....")
    assert board(state, 3) == [".....:-/-/_/-"] * 2


def test_marking_is_by_share_not_by_multiset() -> None:
    the_code_is_rrg_y = "table deal ....Y R.... .R... ..G.."
    state = played("mm44:blanks=any,first=1", the_code_is_rrg_y, "1 guess BBBRB")
    assert board(state, 1) == ["BBBRB:_/w/w/-"]


@pytest.mark.parametrize(
    "row",
    [
        "B....:_/b/-/-",
        ".B...:_/w/-/-",
        "BBBBB:_/b/-/-",
        ".BBBB:_/w/-/-",
        "....R:_/-/b/-",
        "GG..R:_/-/b/b",
        ".....:_/-/-/-",
    ],
)
def test_black_beats_white_and_many_pegs_of_a_colour_earn_one_white(row: str) -> None:
    guess, _, _ = row.partition(":")
    assert board(played("mm44:blanks=any,first=1", deal, f"1 guess {guess}"), 1) == [row]


def test_only_the_others_answer() -> None:
    state = played("mm44:blanks=any,first=1", deal, "1 guess ..R..")
    assert board(state, 1, seen_by=1) == ["..R..:_/-/w/-"]


def test_who_gave_which_mark_is_public() -> None:
    state = played("mm44:blanks=any,first=1", deal, "1 guess B.G..")
    for anybody in (1, 2, 3, 4, None):
        assert board(state, 1, seen_by=anybody) == ["B.G..:_/b/-/w"]


def test_marks_counts_shows_counts_only() -> None:
    state = played("mm44:blanks=any,first=1,marks=counts", deal, "1 guess B.G..")
    for anybody in (1, 2, 3, 4, None):
        assert board(state, 1, seen_by=anybody) == ["B.G..:1,1"]


def test_marks_counts_shows_them_when_all_have_answered() -> None:
    text = "mm44:blanks=any,first=1,marks=counts,marking=hand"
    state = played(text, deal, "1 guess B.G..", "2 mark b", "3 mark -")
    other = played(text, deal, "1 guess B.G..", "2 mark w", "3 mark -")
    for seat in (1, 3, 4, None):
        assert board(state, 1, seen_by=seat) == ["B.G..:?"]
        assert view(state, seat) == view(other, seat)
    assert board(then(state, "4 mark w"), 1) == ["B.G..:1,1"]


def test_answers_by_hand_come_one_after_another_clockwise() -> None:
    state = played("mm44:blanks=any,first=3,marking=hand", deal, "3 guess .....")
    for seat in (4, 1, 2):
        assert waits(state) == f"{seat} to mark"
        state = then(state, f"{seat} mark -")
    assert waits(state) == "4 to guess"


def test_any_such_row_is_legal_even_against_the_boards_so_that_a_refusal_tells_nothing() -> None:
    state = played("mm44:blanks=any,first=1", deal, "1 guess YYYYY")
    assert view(then(state, "1 call YYRY."), None).out == (1,)


def test_all_see_the_answer_row_and_whether_it_was_right() -> None:
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[3])
    for anybody in (1, 2, 3, 4, None):
        (call,) = view(state, anybody).calls
        assert (call.seat, call.code, call.right) == (3, "YYY.R", False)


def test_more_rounds_are_more_deals_and_wins_are_counted() -> None:
    won = [(deal, f"{seat} call BGR.R") for seat in (2, 3, 2)]
    state = played("mm44:blanks=any,first=1,rounds=3", *(move for moves in won[:2] for move in moves))
    assert points(state) == (0, 1, 1, 0)
    assert waits(state) == "table to deal"
    assert winner(then(state, *won[2])) == 2


def test_equal_wins_are_a_draw() -> None:
    state = played("mm44:blanks=any,first=1,rounds=2", deal, "2 call BGR.R", deal, "3 call BGR.R")
    assert winner(state) is None

"""Peg supply: how many pegs of a colour the rows of a board can take."""

from random import Random

import pytest

from keypeg import Guess, legal, rules, view
from tests.rules.matches import board, played, points, refused, then, verdict, waits, winner

every_row = list(rules("logic12").codes[0])
on_one_board = pytest.mark.parametrize(
    ("text", "code", "rows", "one_too_many", "still_possible"),
    [
        ("logic24:first=1", "GGGG", ["YYYY"] * 6, "RRRY", "RRRR"),
        ("logic12:first=1", "GGGG", ["YYYY"] * 3, "RRRY", "RRRR"),
        ("logic12+blanks:first=1", "GGGG", ["YYYY", "YYYY", "YYY.", "...Y"], "...Y", "...."),
        ("togo:first=1,supply=box", "OYGB", ["RRRR", "RRRR", "RRNN"], "NNNR", "NNNN"),
        ("togo:first=1,supply=box,colours=6", "OYGB", ["RRRR", "RRRR", "RRRR", "RRPP"], "PPPR", "PPPP"),
        ("togo:first=1,supply=box,colours=6", "OYGB", ["PPPP", "PPPP", "PPPP", "PRRR"], "RRRP", "RRRR"),
    ],
)


@on_one_board
def test_a_row_that_needs_more_pegs_of_a_colour_than_the_box_holds_is_refused(
    text: str, code: str, rows: list[str], one_too_many: str, still_possible: str
) -> None:
    state = played(text, f"1 hide {code}", *(f"2 guess {row}" for row in rows))
    assert refused(state, f"2 guess {one_too_many}") == "supply-out"
    assert waits(then(state, f"2 guess {still_possible}")) == "2 to guess"


def test_a_single_row_may_not_need_more_than_is_left_either() -> None:
    state = played("togo:first=1,supply=box", "1 hide OYGB", "2 guess RRRR", "2 guess RRRR", "2 guess RNNN")
    assert refused(state, "2 guess RRNN") == "supply-out"
    assert waits(then(state, "2 guess RNNN")) == "2 to guess"


@pytest.mark.parametrize(
    ("text", "code", "row"),
    [
        ("logic24:first=1,supply=unlimited", "GGGG", "YYYY"),
        ("logic12:first=1,supply=unlimited", "GGGG", "YYYY"),
        ("togo:first=1", "OYGB", "RRRR"),
        ("togo:first=1,supply=unlimited", "OYGB", "RRRR"),
        ("4x6:first=1,rows=9", "OYGB", "RRRR"),
    ],
)
def test_supply_unlimited_turns_it_off(text: str, code: str, row: str) -> None:
    state = played(text, f"1 hide {code}", *[f"2 guess {row}"] * 8)
    assert waits(state) == "2 to guess"


def test_the_hidden_code_is_left_out_of_the_count() -> None:
    state = played("logic12:first=1", "1 hide YYYR", *["2 guess YYYY"] * 3)
    assert board(state, 2) == ["YYYY:3,0"] * 3
    assert refused(state, "2 guess YYYR") == "supply-out"


def test_what_can_be_placed_is_the_same_whatever_code_is_hidden() -> None:
    rows = ["2 guess GGGR"] * 3
    matches = [played("logic12:first=1", f"1 hide {code}", *rows) for code in ("YYYY", "OOOO", "YOYO")]
    placeable = [[Guess(row) in legal(state, 2) for row in every_row] for state in matches]
    assert placeable[0] == placeable[1] == placeable[2]
    assert True in placeable[0]
    assert False in placeable[0]


def test_with_blanks_empty_holes_need_no_pegs() -> None:
    state = played("logic12+blanks:first=1,rows=20", "1 hide YYYY", *["2 guess ...."] * 19)
    assert waits(state) == "2 to guess"


def test_pegs_come_back_for_the_next_code() -> None:
    first = ("1 hide GGGG", *["2 guess YYYY"] * 3, "2 guess GGGG")
    state = played("logic12:first=1", *first, "2 hide GGGG", *["1 guess YYYY"] * 3)
    assert refused(state, "1 guess YYYY") == "supply-out"


def test_two_boards_are_two_boxes() -> None:
    moves = ("1 hide GGGG", "2 hide GGGG", *("1 guess YYYY", "2 guess RRRR") * 3)
    state = played("logic12+two-boards:first=1", *moves)
    assert refused(state, "1 guess YYYY") == "supply-out"
    assert board(then(state, "1 guess RRRR"), 1)[-1] == "RRRR:0,0"


@pytest.mark.parametrize(
    ("text", "hidden", "rows", "one_too_many", "beside"),
    [
        ("challenge:supply=box", ("OYGBP", "OYGBP"), ["RRRRR"] * 5, "WWWWR", "WNPWN"),
        ("challenge+beginner:supply=box", ("OYGB", "OYGB"), ["RRRR"] * 6 + ["RPPP"], "PPPR", "POOY"),
        ("challenge:supply=box,handicap=1", ("OYGBP", "OYGB"), ["RRRR"] * 6 + ["RPPP"], "PPPR", "WNPWN"),
    ],
)
def test_challenge_has_25_rings_of_a_colour(
    text: str, hidden: tuple[str, str], rows: list[str], one_too_many: str, beside: str
) -> None:
    turns = [move for row in rows for move in (f"1 guess {row}", f"2 guess {beside}")]
    state = played(text, f"1 hide {hidden[0]}", f"2 hide {hidden[1]}", *turns)
    assert refused(state, f"1 guess {one_too_many}") == "supply-out"


codes_of_challenge = ("1 hide OYGBP", "2 hide OYGBP")


def test_challenge_has_its_rings_for_both_sides_together() -> None:
    turns = ("1 guess RRRRR", "2 guess RRRRR") * 2
    state = played("challenge+doubles:supply=box", *codes_of_challenge, *turns, "1 guess RRRRR", "2 guess WWWWW")
    for seat in (1, 2):
        assert refused(state, f"{seat} guess RWNPB") == "supply-out"
        assert Guess("WWWWW") in legal(state, seat)


def test_in_challenge_neither_what_is_left_nor_what_is_refused_depends_on_a_sealed_row() -> None:
    turns = ("1 guess RRRRR", "2 guess RRRRR") * 2
    state = played("challenge:supply=box", *codes_of_challenge, *turns)
    one, other = then(state, "1 guess RRRRR"), then(state, "1 guess WWWWW")
    assert view(one, 2) == view(other, 2)
    assert legal(one, 2) == legal(other, 2)


def test_in_challenge_two_sealed_rows_that_together_need_more_both_stand() -> None:
    turns = ("1 guess RRRRR", "2 guess RRRRR") * 3
    state = played("challenge:supply=box", *codes_of_challenge, *turns)
    assert len(board(state, 1)) == len(board(state, 2)) == 3, "thirty red rings"
    assert refused(state, "1 guess RWNPB") == "supply-out"


def test_in_challenge_what_is_left_does_not_depend_on_the_codes() -> None:
    turns = ("1 guess RRRRR", "2 guess RRRRR") * 2
    matches = [
        played("challenge+doubles:supply=box", f"1 hide {code}", f"2 hide {code}", *turns)
        for code in ("WNPBG", "OOOOO")
    ]
    assert legal(matches[0], 1) == legal(matches[1], 1)


def test_togo_has_pegs_without_end_unless_agreed() -> None:
    assert waits(played("togo:first=1", "1 hide RYGB", *["2 guess OOOO"] * 8)) == "2 to guess"
    assert refused(played("togo:first=1,supply=box", "1 hide RYGB", *["2 guess OOOO"] * 2), "2 guess OOOO") == (
        "supply-out"
    )


def test_challenge_has_rings_without_end_unless_agreed() -> None:
    state = played("challenge", "1 hide OYGBP", "2 hide OYGBP", *("1 guess RRRRR", "2 guess WWWWW") * 9)
    assert waits(state) == "1 2 to guess"


def test_in_challenge_a_seat_that_is_out_of_rings_lets_the_other_go_on_alone() -> None:
    small = [peg * 4 for peg in "ROYGBP" for _ in range(3)]
    full = [peg * 5 for peg in "ROYGBP" for _ in range(3)]
    turns = [move for pair in zip(small, full, strict=True) for move in (f"1 guess {pair[0]}", f"2 guess {pair[1]}")]
    text = "challenge:rounds=1,supply=box,rows=unlimited,handicap=1"
    state = played(text, "1 hide WNPBG", "2 hide PBGY", *turns)
    assert waits(state) == "2 to guess", "what is left of six colours is too little for four lanes"
    state = then(state, *(f"2 guess {row}" for row in ["WWWWW"] * 5 + ["NNNNN"] * 5))
    assert waits(state) == "over"
    assert points(state) == (0, 0)


deal = "table deal ..G.. G.... ....G .G..."
others = ("2 guess .....", "3 guess .....", "4 guess .....")


def test_mm44_has_six_pegs_of_a_colour_for_each_board() -> None:
    state = played("mm44:blanks=any,first=1,supply=box", deal, "1 guess RRRRR", *others, "1 guess R....", *others)
    assert refused(state, "1 guess ....R") == "supply-out"
    assert waits(then(state, "1 guess .....", "2 guess RRRRR")) == "3 to guess"


def test_mm44_two_by_two_counts_each_of_a_seats_boards_by_itself() -> None:
    text, shares = "mm44:blanks=any,first=1,seats=2,boards=2,supply=box", "table deal ..G..+G.... ....G+.G..."
    state = played(text, shares, "1 guess RRRRR", "2 guess .....", "1 guess RRRRR", "2 guess .....")
    assert refused(state, "1 guess RR...") == "supply-out"
    assert waits(then(state, "1 guess R....")) == "2 to guess"


def test_mm44_has_pegs_without_end_unless_agreed() -> None:
    state = played("mm44:blanks=any,first=1", deal, *("1 guess RRRRR", *others) * 3)
    assert waits(then(state, "1 guess RRRRR")) == "2 to guess"


def test_calls_ignore_the_supply() -> None:
    shares = "table deal R.... .R... ..R.. ...R."
    state = played("mm44:blanks=any,first=1,supply=box", shares, "1 guess RRRRR", *others, "1 guess R....")
    assert winner(then(state, "1 call RRRR.")) == 1


out_of_pegs = [f"2 guess {peg * 4}" for peg in "YROBG" for _ in range(3)]
"""All sixty pegs of `logic12`, in fifteen rows."""


def test_where_no_row_can_be_placed_any_more_the_code_counts_as_unbroken() -> None:
    state = played("logic12:first=1,rows=20", "1 hide YROB", *out_of_pegs[:-1])
    assert waits(state) == "2 to guess"
    state = then(state, out_of_pegs[-1])
    assert verdict(state).unbroken == (2,)
    assert points(state) == (0, 21)
    assert waits(state) == "2 to hide"


def test_in_togo_with_six_colours_all_80_pegs_fill_twenty_rows() -> None:
    rows = [f"2 guess {peg * 4}" for peg in "ROYGBP" for _ in range(3)]
    state = played("togo:first=1,supply=box,colours=6,rows=20", "1 hide ROYG", *rows, "2 guess GYOR")
    assert refused(state, "2 guess RRBP") == "supply-out"
    assert verdict(then(state, "2 guess ROBP")).unbroken == (2,)


def test_with_distinct_guesses_a_row_needs_four_colours_that_are_left() -> None:
    rows = ["2 guess ROYG"] * 10
    state = played("togo:first=1,supply=box,distinct-guesses,rows=20", "1 hide WNBP", *rows)
    assert refused(state, "2 guess RWNB") == "supply-out"
    state = then(state, *["2 guess BPNW"] * 10)
    assert verdict(state).unbroken == (2,)


def test_on_two_boards_the_other_seat_goes_on_when_one_is_out_of_pegs() -> None:
    turns = [move for row in out_of_pegs for move in (row.replace("2", "1"), row)]
    moves = ("1 hide YROB", "2 hide YROG", *turns[:-1])
    state = played("logic12+two-boards:first=1,rows=20", *moves)
    assert waits(state) == "2 to guess"
    assert verdict(then(state, turns[-1])).winners == ()


@pytest.mark.parametrize("colours", ["", "+blanks"])
def test_whatever_is_proposed_can_be_placed(colours: str) -> None:
    state, chance = played(f"logic12{colours}:first=1,rows=20", "1 hide YROB", *out_of_pegs[:12]), Random(1)
    for _ in range(3):
        guess = legal(state, 2).only(Guess).sample(chance)
        assert isinstance(guess, Guess)
        assert not set(guess.code) & set("YROB")
        state = then(state, f"2 guess {guess.code}")


@pytest.mark.parametrize(
    ("text", "codes", "row", "rows", "printed"),
    [
        ("logic24:first=1", ["1 hide YROB"], ["2 guess RYBO"], 9, 20),
        ("challenge", ["1 hide ROYGB", "2 hide OYGBR"], ["1 guess ROYGB", "2 guess OYGBR"], 10, 40),
    ],
)
def test_key_pegs_and_pins_never_run_out(text: str, codes: list[str], row: list[str], rows: int, printed: int) -> None:
    state = played(text, *codes, *row * rows)
    attempt = state.past[0]
    white = sum(row.total.near for board in attempt.boards for row in board.rows if row.total)
    assert [len(board.rows) for board in attempt.boards] == [rows] * len(attempt.boards)
    assert white > printed, "more white ones than the box holds"

"""A printed row of `mm44` is full, except for the hole of one's own share."""

import pytest

from keypeg import rules, view
from keypeg.core import Board, Row, Share, fitting_deals
from keypeg.core.deals import hole_of
from tests.rules.matches import played, refused, rules_refused, then, verdict, waits

deal = "table deal ..R.. B.... ....R .G..."
"""The code is BGR.R."""
any_blanks = "mm44:first=1,blanks=any"


@pytest.mark.parametrize("peg", ["R", "O", "Y", "G", "B", "P", "."])
def test_in_the_hole_of_ones_own_share_any_colour_may_stand_or_none(peg: str) -> None:
    assert waits(played("mm44:first=1", deal, f"1 guess YY{peg}YY")) == "2 to guess"


@pytest.mark.parametrize("row", ["Y.YYY", "Y..YY", "....."])
def test_every_other_hole_must_be_filled_unless_blanks_any(row: str) -> None:
    assert refused(played("mm44:first=1", deal), f"1 guess {row}") == "hole-empty-other"
    assert waits(played(any_blanks, deal, f"1 guess {row}")) == "2 to guess"


def test_full_rows_is_the_default_and_still_reads() -> None:
    old = rules("mm44:full-rows")
    assert old.full_rows
    assert rules("mm44").full_rows
    assert str(old) == "mm44:full-rows", "seals of version 1 hash it as it was written"
    assert not rules("mm44:blanks=any").full_rows
    assert rules_refused("mm44:full-rows,blanks=any").slug == "option-senseless"


def deals(text: str, *boards: Board, own: Share | None = None) -> list[tuple[str, ...]]:
    game = rules(text)
    shares = [Share(seat) for seat in range(1, game.seats + 1) for _ in range(game.boards)]
    if own:
        shares[own.holder - 1] = own
    return list(fitting_deals(game, shares, boards))


def test_a_blank_proves_the_hole_of_its_seat_to_everybody() -> None:
    board = Board(1, rows=(Row("YY.YY", (None, None, None)),))
    assert {hole_of(share) for share, *_ in deals("mm44", board)} == {2}
    assert all(2 not in map(hole_of, others) for _, *others in deals("mm44", board))
    assert {hole_of(share) for share, *_ in deals("mm44:blanks=any", board)} == set(range(5))


def test_with_two_boards_two_blanks_prove_both_holes_and_one_proves_one() -> None:
    text = "mm44:seats=2,boards=2"
    one = Board(1, 1, rows=(Row(".YYYY", (None, None)),))
    other = Board(1, 2, rows=(Row("YYY.Y", (None, None)),))
    assert all(0 in (hole_of(a), hole_of(b)) for a, b, *_ in deals(text, one))
    assert {frozenset((hole_of(a), hole_of(b))) for a, b, *_ in deals(text, one, other)} == {frozenset({0, 3})}


def test_an_answer_that_claims_a_hole_proved_by_another_voids_the_deal_at_once() -> None:
    rows = ("1 guess YY.YY", "2 mark -", "3 mark -", "4 mark -", "2 guess YYBYY", "3 mark -", "4 mark b")
    assert verdict(played("mm44:first=1,marking=hand", deal, *rows)).erred == (4,)
    assert waits(played(f"{any_blanks},marking=hand", deal, *rows)) == "1 to mark"


def test_at_a_real_board_a_row_leaves_at_most_as_many_holes_empty_as_its_seat_has_boards() -> None:
    home = played("mm44:first=1,marking=home")
    assert refused(home, "1 guess Y..YY") == "hole-empty-other"
    assert waits(then(home, "1 guess Y.YYY")) == "2 to mark"
    two = played("mm44:first=1,seats=2,boards=2,marking=home")
    assert refused(two, "1 guess ...YY") == "hole-empty-other"
    assert waits(then(two, "1 guess Y..YY")) == "2 to mark"


def test_at_a_real_board_a_blank_in_a_foreign_hole_counts_as_a_wrong_answer_when_the_shares_are_shown() -> None:
    moves = ("1 guess Y.YYY", "2 mark -", "1 give-up", "2 give-up")
    state = played("mm44:first=1,seats=2,marking=home", *moves, "1 reveal ..R..", "2 reveal B....")
    assert verdict(state).erred == (1,)
    assert verdict(state).void
    assert view(state, None).out == (1,)
    right = played("mm44:first=1,seats=2,marking=home", *moves, "1 reveal .R...", "2 reveal B....")
    assert verdict(right).erred == ()

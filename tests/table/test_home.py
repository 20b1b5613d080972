"""A home board: rows, corrections, undo, advice."""

from __future__ import annotations

import pytest

from keypeg import Call, Guess, Marks, legal_in, mark, rules
from keypeg.core import Row, earned
from keypeg.errors import KeypegError
from keypeg.players import Level
from keypeg.review.advice import Grade
from keypeg.table import HomeBoard

BOXES = (
    "logic24:first=1",
    "logic12+blanks",
    "logic24+two-boards",
    "togo",
    "togo:distinct-guesses,colours=6",
    "challenge",
    "challenge+beginner",
    "challenge+doubles",
    "challenge:handicap=1",
    "4x6",
    "4x5b",
    "4x6:marking=home",
)


def _board(text: str, *rows: str, **options: object) -> HomeBoard:
    board = HomeBoard(rules(text), **options)  # type: ignore[arg-type]
    for row in rows:
        guess, _, marks = row.partition(":")
        exact, near = marks.split(",")
        board.place(guess, [Marks(int(exact), int(near))])
    return board


def _refused(call: object, *arguments: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        call(*arguments)  # type: ignore[operator]
    return wrong.value.slug


@pytest.mark.parametrize("text", BOXES)
@pytest.mark.parametrize("seat", [1, 2])
def test_keypeg_breaks_a_code_that_lies_on_a_real_board(text: str, seat: int) -> None:
    chosen = rules(text)
    code = next(iter(reversed(list(chosen.codes[seat - 1]))))
    board = HomeBoard(chosen, seat)
    while not board.broken:
        move = board.propose()
        assert isinstance(move, Guess)
        assert move in legal_in(board.view)
        assert board.diagnosis.codes
        board.place(move.code, [mark(code, move.code)])
    assert board.diagnosis.codes == 1
    assert len(board.rows) <= 8
    assert _refused(board.propose) == "home-broken"


@pytest.mark.parametrize("level", Level)
def test_every_level_proposes_the_same_row_when_asked_again(level: Level) -> None:
    board = _board("togo", "ROYG:1,2", level=level, seed="s")
    assert board.propose() == board.propose()


def test_the_helper_counts_lists_checks_and_hints() -> None:
    board = _board("4x6", "RROO:1,1", "RYRG:0,2")
    assert board.diagnosis.codes == 23
    assert board.candidates(3) == ["ORYY", "ORYB", "ORYP"]
    assert board.check(Guess("ORYY")).possible
    assert [against.row for against in board.explain(Guess("RRRR")).contradictions] == [1, 2]
    assert all(board.hint(grade) for grade in Grade)


def _fits(board: HomeBoard) -> bool | None:
    return board.diagnosis.fits


def test_a_row_can_be_corrected_and_undo_takes_the_correction_back() -> None:
    board = _board("togo", "ROYG:0,0", "BPWN:0,1")
    assert _fits(board) is False
    board.correct(1, [Marks(1, 2)])
    assert _fits(board) is True
    board.correct(2, guess="BPWR")
    assert [row.guess for _, row in board.rows] == ["ROYG", "BPWR"]
    board.undo()
    board.undo()
    assert _fits(board) is False
    board.undo()
    board.undo()
    assert board.rows == ()
    assert _refused(board.undo) == "home-nothing-to-undo"


def test_where_no_code_fits_nothing_is_proposed() -> None:
    assert _refused(_board("togo", "ROYG:0,0", "BPWN:0,1").propose) == "code-none-fits"


def test_in_a_huge_space_nothing_is_proposed_by_marks_that_no_code_fits() -> None:
    rows = ["ROYGBPWN:0,0", "CDEFHKLC:0,0", "RORORORO:1,1", "YGYGYGYG:2,2", "LKHFEDCL:3,3"]
    board = _board("8x15", *rows)
    assert _refused(board.propose) in ("code-none-found", "code-none-fits")
    assert _refused(board.hint, Grade.BEST) in ("code-none-found", "code-none-fits")


def test_rows_that_cannot_stand_on_the_board_are_refused() -> None:
    board = _board("togo", "ROYG:1,2")
    assert _refused(board.place, "ROYGB", [Marks(0, 0)]) == "holes-wrong"
    assert _refused(board.place, "ROYB", [Marks(3, 2)]) == "marks-impossible"
    assert _refused(board.correct, 2, [Marks(0, 0)]) == "home-no-row"
    board.place("ROYB", [Marks(1, 1)])
    assert _refused(board.correct, 1, [Marks(4, 0)]) == "home-broken-before"
    assert _refused(HomeBoard, rules("togo"), 1, ["R..."]) == "share-not-split"


def test_a_full_board_takes_no_more_rows() -> None:
    board = _board("4x6:rows=2", "RROO:1,1", "RYRG:0,2")
    assert board.full
    assert _refused(board.place, "ORYY", [Marks(1, 1)]) == "home-full"
    assert _refused(board.propose) == "home-full"


def _dealt(rows: int) -> HomeBoard:
    """A split code on a real board: the seats have placed this many rows in turn."""
    board = HomeBoard(rules("mm44"), 1, ["..R.."], level=Level.CLUB)
    for row in range(rows):
        board.place("BBGBB", [Marks(0, 0)] * 3, row % 4 + 1)
    return board


def test_every_seat_has_its_own_four_rows_of_a_split_code() -> None:
    board = _dealt(13)
    assert not board.full
    assert not board.has_room(1)
    assert _refused(board.place, "BBGBB", [Marks(0, 0)] * 3, 1) == "home-full"
    board.place("BBGBB", [Marks(0, 0)] * 3, 3)
    assert board.next_seat == 4


def test_a_split_code_is_full_when_all_seats_are() -> None:
    assert not _dealt(15).full
    board = _dealt(16)
    assert board.full
    assert board.next_seat is None
    assert _refused(board.propose) == "home-full"


def test_a_breaker_without_rows_may_still_call() -> None:
    shares, guesses = ["..R..", "B....", ".G...", "...Y."], ["BBOOO", "BGOOY", "OOGGB", "YYYBB"]
    board = HomeBoard(rules("mm44"), 1, shares[:1], level=Level.PERFECT)
    for row in range(13):
        answers = [earned(board.rules, share, guesses[row // 4]) for at, share in enumerate(shares) if at != row % 4]
        board.place(guesses[row // 4], [marks for marks in answers if marks is not None], row % 4 + 1)
    assert not board.has_room(1)
    assert board.propose() == Call("BGRY.")


def test_seats_take_turns_at_a_split_code() -> None:
    assert [_dealt(rows).next_seat for rows in range(6)] == [1, 2, 3, 4, 1, 2]
    assert HomeBoard(rules("togo"), 2).next_seat == 2


def test_only_the_hole_of_a_known_share_may_stay_empty() -> None:
    board = HomeBoard(rules("mm44"), 1, ["..R.."])
    board.place("BB.BB", [Marks(0, 0)] * 3, 1)
    assert _refused(board.place, ".BBBB", [Marks(0, 0)] * 3, 1) == "hole-empty-other"


def test_one_hole_may_stay_empty_where_nobody_knows_whose_it_is() -> None:
    board = HomeBoard(rules("mm44"), 1)
    board.place(".BBBB", [Marks(0, 0)] * 3, 1)
    board.place("B.BBB", [Marks(0, 0)] * 3, 2)
    assert _refused(board.place, "..BBB", [Marks(0, 0)] * 3, 3) == "hole-empty-other"


def test_proposals_can_be_laid_with_the_pegs_of_the_box() -> None:
    """Three rows of yellow alone leave none; what is proposed then has no yellow."""
    board = _board("logic12", "YYYY:1,0", "YYYY:1,0", "YYYY:1,0")
    move = board.propose()
    assert isinstance(move, Guess)
    assert "Y" not in move.code


def test_rows_of_all_seats_help_at_a_split_code() -> None:
    board = HomeBoard(rules("mm44"), 1, ["..R.."])
    black, white, nothing = Marks(1, 0), Marks(0, 1), Marks(0, 0)
    board.place("RRBGG", [white, white, white], 1)
    board.place("YYYYO", [nothing, nothing, nothing], 2)
    assert board.diagnosis.codes == 32
    assert len(board.candidates(50)) == 32
    assert board.propose() in legal_in(board.view)
    assert all(board.hint(grade) for grade in Grade)
    board.correct(2, [black, nothing, nothing])
    assert board.diagnosis.conflicts == ((2,),)


def test_without_its_share_a_seat_still_gets_counts_but_no_hints() -> None:
    board = HomeBoard(rules("mm44"), 1)
    board.place("RRBGG", [Marks(0, 1)] * 3, 1)
    assert board.diagnosis.fits
    assert _refused(board.hint, Grade.BEST) == "coach-no-share"
    assert _refused(board.propose) == "coach-no-share"


def test_shares_of_two_boards_are_both_known() -> None:
    board = HomeBoard(rules("mm44:seats=2,boards=2"), 2, ["R....", ".O..."])
    board.place("BBGGY", [Marks(1, 0), Marks(0, 0)], 2)
    board.place("BBGGY", [Marks(0, 0), Marks(0, 0)], 1)
    assert board.diagnosis.fits
    assert [len(each.rows) for each in board.view.boards] == [1, 1, 0, 0]
    assert _refused(HomeBoard, rules("mm44"), 1, ["RO..."]) == "share-holes"


def test_rows_are_entered_as_text_whole_or_with_the_answers_of_a_split_code() -> None:
    board, split = _board("togo"), HomeBoard(rules("mm44"), 1, ["R...."])
    board.enter("royg:1,2")
    assert board.rows == ((1, Row("ROYG", (Marks(1, 2),))),)
    split.enter("ROYGB:b/_/w/-")
    assert split.rows == ((2, Row("ROYGB", (Marks(1, 0), Marks(0, 1), Marks(0, 0)))),)
    assert _refused(board.enter, "royg") == "row-unreadable"
    assert _refused(split.enter, "ROYGB:1,2") == "row-split-unreadable"

"""The referee at a real board: it marks, counts, corrects and takes back."""

from __future__ import annotations

import pytest

from keypeg import Call, Guess, Hide, Illegal, Mark, Marks, mark, rules
from keypeg.core import TABLE, Deal, Judge
from keypeg.errors import KeypegError
from keypeg.notation.verify import Checked, Finding, verify
from keypeg.players import read_player
from keypeg.table import Referee, save


def _refused(call: object, *arguments: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        call(*arguments)  # type: ignore[operator]
    return wrong.value.slug


def _referee(text: str) -> Referee:
    referee = Referee(rules(text))
    referee.go_on()
    return referee


def test_the_referee_marks_and_counts() -> None:
    referee = _referee("togo:first=1")
    for seat, move in (
        (1, Hide("RYGB")),
        (2, Guess("ROYG")),
        (2, Guess("RYGB")),
        (2, Hide("NWPO")),
        (1, Guess("NWPO")),
    ):
        assert referee.waits_for == (seat,)
        referee.play(seat, move)
    assert referee.waits_for == ()
    assert referee.table.outcome is not None
    assert referee.table.outcome.points == (2, 1)


def test_the_referee_refuses_marks_that_are_wrong() -> None:
    referee = _referee("togo:first=1,marking=hand-checked")
    referee.play(1, Hide("RYGB"))
    referee.play(2, Guess("ROYG"))
    assert _refused(referee.play, 1, Mark((Marks(2, 1),))) == "mark-wrong"
    referee.play(1, Mark((Marks(1, 2),)))
    assert referee.waits_for == (2,)


@pytest.mark.parametrize("marking", ["table", "hand-checked"])
def test_a_row_that_was_entered_wrongly_can_be_changed_later(marking: str) -> None:
    referee = _referee(f"togo:first=1,marking={marking}")
    referee.play(1, Hide("RYGB"))
    for guess in ("ROYG", "BPWN"):
        referee.play(2, Guess(guess))
        if marking == "hand-checked":
            referee.play(1, Mark((mark("RYGB", guess),)))
    assert referee.correct(2, 1, "RYYG") == 0
    (board,) = referee.table.view(None).boards
    assert [(row.guess, row.total) for row in board.rows] == [("RYYG", (2, 1)), ("BPWN", (0, 1))]
    assert _refused(referee.correct, 2, 1, "RY") == "holes-wrong"
    assert _refused(referee.correct, 2, 3, "RYGB") == "home-no-row"
    assert len(referee.table.view(None).boards[0].rows) == 2


def test_moves_that_cannot_follow_a_correction_are_dropped() -> None:
    referee = _referee("togo:first=1")
    for seat, move in ((1, Hide("RYGB")), (2, Guess("ROYG")), (2, Guess("BPWN"))):
        referee.play(seat, move)
    assert referee.correct(2, 1, "RYGB") == 1
    assert len(referee.state.past) == 1


def test_anything_can_be_taken_back_at_a_real_board() -> None:
    referee = _referee("togo")
    hider, breaker = referee.waits_for[0], 3 - referee.waits_for[0]
    referee.play(hider, Hide("RYGB"))
    referee.play(breaker, Guess("RYGB"))
    assert len(referee.state.past) == 1
    referee.undo()
    assert referee.waits_for == (breaker,)
    referee.undo()
    assert referee.waits_for == (hider,)
    assert _refused(referee.undo) == "home-nothing-to-undo"


def test_a_call_at_a_real_board_stays_and_so_does_every_move_before_it() -> None:
    referee = _referee("mm44:seats=2,first=1,marking=home")
    referee.play(1, Guess("RRRRR"))
    referee.play(2, Call("R.G.."))
    assert not referee.may_undo
    assert _refused(referee.undo) == "undo-not-allowed"
    referee.play(1, Judge(False))
    referee.undo()
    assert referee.waits_for == (1,), "the answer to the call is taken back, the call is not"
    assert not referee.may_undo


def test_shares_are_dealt_on_the_real_board_and_entered() -> None:
    referee = _referee("mm44:first=1")
    assert referee.waits_for == (TABLE,)
    referee.play(TABLE, Deal(("..R..", "B....", "....R", ".G...")))
    assert referee.waits_for == (1,)
    referee.undo()
    assert referee.waits_for == (TABLE,)


def test_both_boards_of_a_race_are_kept() -> None:
    referee = _referee("challenge:rounds=1")
    for seat, move in ((1, Hide("ROYGB")), (2, Hide("BGYOR")), (1, Guess("ROYGW")), (2, Guess("BGYON"))):
        referee.play(seat, move)
    referee.correct(1, 1, "RRRRR")
    assert [str(board.rows[0].total) for board in referee.table.view(None).boards] == [
        str(Marks(1, 0)),
        str(Marks(1, 3)),
    ]


def test_nobody_enters_a_move_of_a_computer() -> None:
    referee = Referee(rules("togo:first=1,marking=home"), {2: read_player("expert", "s")})
    referee.go_on()
    assert referee.waits_for == (1,)
    with pytest.raises(Illegal):
        referee.play(2, Guess("ROYG"))


def test_codes_are_bound_when_they_are_hidden_and_stay_so_through_corrections() -> None:
    referee = Referee(rules("togo:first=1,rounds=1,parity=any"))
    referee.play(1, Hide("RYGB"))
    bound = referee.table.seals[0]
    referee.play(2, Guess("ROYG"))
    referee.undo()
    assert referee.table.seals[0] == bound
    referee.play(2, Guess("ROYG"))
    referee.play(2, Guess("NWPO"))
    referee.correct(2, 1, "RWPO")
    with pytest.raises(KeypegError):
        referee.correct(2, 1, "R")
    assert referee.table.seals[0] == bound
    referee.undo()
    referee.undo()
    referee.undo()
    referee.play(1, Hide("RYGB"))
    assert referee.table.seals[0] != bound  # hidden again, with a new salt
    referee.play(2, Guess("RYGB"))
    _, checks = verify(save(referee.table))
    assert all(check.finding is Finding.RIGHT for check in checks)
    assert Checked.SEAL in {check.what for check in checks}


def test_shares_that_were_dealt_are_bound_too() -> None:
    referee = Referee(rules("mm44:first=1"))
    referee.play(TABLE, Deal(("..R..", "B....", "....R", ".G...")))
    bound = referee.table.seals
    referee.play(1, Guess("RRBGG"))
    referee.undo()
    assert referee.table.seals == bound
    assert [seal.seat for seals in bound.values() for seal in seals] == [1, 2, 3, 4]

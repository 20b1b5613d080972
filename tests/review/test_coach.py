"""The coach: whether a guess can be the code, what it contradicts, and hints, all from a View alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from keypeg import Call, Guess, Illegal, Marks, View, legal, legal_in, play, rules, view
from keypeg.core import Hide, Share, fitting
from keypeg.review.advice import Contradiction, Grade
from keypeg.review.coach import check, explain, hint
from keypeg.review.nudge import NudgeKind
from keypeg.tell.coach import hint_messages
from tests.rules.matches import played

TOGO = ("1 hide RYGB", "2 guess ROYG", "2 guess RBNW")
"""Marks: 1,2 and 1,1."""


def _view(text: str, *moves: str, seat: int = 2) -> View:
    return view(played(text, *moves), seat)


def test_a_guess_may_be_the_code_exactly_where_it_fits_every_row() -> None:
    seen = _view("togo:first=1", *TOGO)
    rows = [("ROYG", Marks(1, 2)), ("RBNW", Marks(1, 1))]
    fits = set(fitting(seen.rules.codes[0], rows))
    random = Random(1)
    for code in [*random.sample(sorted(fits), 20), *random.sample(list(seen.rules.codes[0]), 200)]:
        assert check(seen, Guess(code)).possible is (code in fits)


def test_the_contradicted_row_is_named_with_what_it_would_have_earned() -> None:
    found = explain(_view("togo:first=1", *TOGO), Guess("RYGO"))
    assert not found.possible
    assert found.contradictions == (
        Contradiction(2, 1, 1, "ROYG", Marks(1, 3), Marks(1, 2)),
        Contradiction(2, 1, 2, "RBNW", Marks(1, 0), Marks(1, 1)),
    )


def test_a_guess_that_repeats_a_colour_is_no_code_of_a_box_without_repeats() -> None:
    found = explain(_view("togo:first=1", "1 hide RYGB"), Guess("RRYY"))
    assert (found.possible, found.no_code, found.contradictions) == (False, True, ())


def test_a_row_that_cannot_be_placed_is_refused_as_it_would_be_on_the_board() -> None:
    seen = _view("logic12:first=1", "1 hide YROB", *["2 guess YYYY"] * 3)
    with pytest.raises(Illegal) as wrong:
        check(seen, Guess("YROB"))
    assert wrong.value.slug == "supply-out"


def test_nobody_but_a_breaker_has_a_coach() -> None:
    for seat in (1, None):
        with pytest.raises(Illegal) as wrong:
            check(view(played("togo:first=1", *TOGO), seat), Guess("RYGB"))
        assert wrong.value.slug == "coach-nothing-to-break"


@pytest.mark.parametrize(
    "text", ["togo:first=1", "logic12+blanks:first=1", "challenge+beginner", "challenge:handicap=2", "4x8:first=1"]
)
def test_hints_can_be_placed_and_are_true_of_the_codes_left(text: str) -> None:
    chosen, random = rules(text), Random(text)
    state = played(text)
    for seat in (1, 2):
        if any(move is Hide for move in legal(state, seat).types):
            state = play(state, seat, legal(state, seat).only(Hide).sample(random))
    for _ in range(3):
        seen = view(state, 2)
        rows = [(row.guess, row.total) for row in next(b for b in seen.boards if b.breaker == 2).rows]
        candidates = set(fitting(chosen.codes[1], [(guess, marks) for guess, marks in rows if marks is not None]))
        good, best = hint(seen, Grade.GOOD), hint(seen, Grade.BEST)
        assert isinstance(good.move, Guess)
        assert isinstance(best.move, Guess)
        assert good.move in legal_in(seen)
        assert best.move in legal_in(seen)
        assert good.move.code in candidates
        assert best.suggestion is not None
        assert best.suggestion.candidates == len(candidates)
        nudge = hint(seen, Grade.NUDGE).nudge
        assert nudge is not None
        if nudge.kind is NudgeKind.HOLE_IS:
            assert {code[nudge.hole - 1] for code in candidates} == {nudge.colour}
        if nudge.kind is NudgeKind.COLOUR_OUT:
            assert not any(nudge.colour in code for code in candidates)
        if nudge.kind is NudgeKind.COLOUR_IN:
            assert all(nudge.colour in code for code in candidates)
        if nudge.kind is NudgeKind.HOLE_LIKELY:
            share = sum(code[nudge.hole - 1] == nudge.colour for code in candidates) / len(candidates)
            assert nudge.share == pytest.approx(share)
        for seat in sorted(seen.to_act):
            state = play(state, seat, legal(state, seat).only(Guess).sample(random))


def test_a_nudge_says_what_no_single_row_says() -> None:
    """Row 1 alone says that red is out; the nudge says something else."""
    seen = _view("4x6:first=1", "1 hide OYGG", "2 guess RRRR", "2 guess OOYY")
    nudge = hint(seen, Grade.NUDGE).nudge
    assert nudge is not None
    assert nudge.colour != "R"


def test_before_the_first_row_a_nudge_is_how_many_colours_to_take() -> None:
    nudge = hint(_view("togo:first=1", "1 hide RYGB"), Grade.NUDGE).nudge
    assert nudge is not None
    assert (nudge.kind, nudge.colours) == (NudgeKind.COLOURS, 4)


def test_in_the_last_row_the_best_guess_may_be_the_code() -> None:
    seen = _view("4x6:first=1,rows=3", "1 hide OYGG", "2 guess RROO", "2 guess RYRG")
    best = hint(seen, Grade.BEST).move
    assert isinstance(best, Guess)
    assert check(seen, best).possible


def test_there_is_no_hint_where_no_code_fits() -> None:
    moves = ("2 guess ROYG", "1 mark 0,0", "2 guess BPWN", "1 mark 0,1")
    for grade in Grade:
        with pytest.raises(Illegal) as wrong:
            hint(_view("togo:marking=home,first=1", *moves), grade)
        assert wrong.value.slug == "code-none-fits"


def test_there_is_no_hint_while_marks_are_awaited() -> None:
    with pytest.raises(Illegal) as wrong:
        hint(_view("togo:marking=hand,first=1", "1 hide RYGB", "2 guess ROYG"), Grade.GOOD)
    assert wrong.value.slug == "coach-not-now"


# The split code

DEAL = "table deal ..R.. B.... ....R .G..."


def test_a_row_of_a_split_code_can_be_right_where_all_others_can_answer_black() -> None:
    seen = _view("mm44:first=1", DEAL, "1 guess RRBGG", seat=1)
    for code, possible in (("BGYOR", True), ("BGROR", True), ("RRBGG", False), ("BR.GR", False)):
        assert check(seen, Guess(code)).possible is possible, code


def test_a_call_is_checked_with_one_s_own_share() -> None:
    seen = _view("mm44:first=1", DEAL, "1 guess RRBGG", seat=1)
    assert check(seen, Call("BGR.R")).possible
    found = explain(seen, Call("RGR.B"))
    assert not found.possible
    with pytest.raises(Illegal) as wrong:
        check(seen, Call("BG.RR"))
    assert wrong.value.slug == "call-own-share"


def test_a_contradicted_row_of_a_split_code_says_whose_it_is() -> None:
    seen = _view("mm44:first=1", DEAL, "1 guess RRBGG", seat=1)
    (against,) = explain(seen, Call("R.RRR")).contradictions
    assert (against.seat, against.row, against.guess) == (1, 1, "RRBGG")
    assert against.would == Marks(1, 2)
    assert against.earned == Marks(0, 3)


@pytest.mark.parametrize("grade", Grade)
def test_hints_at_a_split_code_are_legal_and_true(grade: Grade) -> None:
    seen = _view("mm44:seats=2,blanks=any,first=2", "table deal ..R.. B....", "2 guess RRBGG", "1 guess BBYY.", seat=2)
    found = hint(seen, grade)
    if grade is Grade.NUDGE:
        assert found.nudge is not None
        assert found.nudge.hole != 1
    else:
        assert found.move in legal_in(seen)
        assert found.chance is not None
        assert 0 < found.chance <= 1


def test_hints_at_a_split_code_are_the_same_whatever_the_others_hold() -> None:
    one = _view("mm44:first=1", DEAL, seat=1)
    other = _view("mm44:first=1", "table deal ..R.. .Y... Y.... ....B", seat=1)
    assert one == replace(other, log=one.log)
    assert [hint(one, grade) for grade in Grade] == [hint(other, grade) for grade in Grade]


def test_at_a_real_board_the_coach_does_not_know_the_share() -> None:
    seen = _view("mm44:marking=home,first=1", seat=1)
    assert seen.own_shares == (Share(1),)
    with pytest.raises(Illegal) as wrong:
        hint(seen, Grade.GOOD)
    assert wrong.value.slug == "coach-no-share"


def test_the_best_hint_in_a_race_tells_the_chance_to_win_the_round() -> None:
    moves = ("1 hide ROYGB", "2 hide NWPBY", "1 guess RROYG", "2 guess RROYG")
    hints = [hint(_view("challenge:rounds=1", *moves, seat=seat), Grade.BEST) for seat in (1, 2)]
    first, second = (each.odds for each in hints)
    assert first is not None
    assert second is not None
    assert first.win + second.win + first.drawn == pytest.approx(1)
    said = [each.key for each in hint_messages(hints[0])]
    assert "tell.coach.race" in said
    assert hint(_view("togo:first=1", *TOGO), Grade.BEST).odds is None

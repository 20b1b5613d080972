"""Sets of legal moves: membership, size, iteration and samples agree; every legal move is as likely as any other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from keypeg import TABLE, Call, Deal, GiveUp, Guess, Hide, Mark, Marks, Move, Reveal, State, Unknown, legal, new, rules
from keypeg import view as view_of
from keypeg.core import Rules, code_refusal, legal_in
from keypeg.core.move_sets import Calls, Deals
from tests.rules.matches import played

HOME = "mm44:seats=2,first=1,marking=home"
CALLED = ("1 call RO...", "2 judge yes")


def _shares(rules: Rules) -> list[str]:
    space = rules.codes[0]
    return ["." * hole + peg + "." * (space.holes - hole - 1) for hole in range(space.holes) for peg in space.pegs]


def _texts(pegs: str, holes: int) -> list[str]:
    return ["".join(code) for code in product(pegs, repeat=holes)]


CASES: list[tuple[State, int, list[Move]]] = [
    (new(rules("2x3:first=1")), 1, [Hide(code) for code in _texts("ROY.", 2)]),
    (new(rules("2x3db:first=1")), 1, [Hide(code) for code in _texts("ROYG.", 2)]),
    (played("2x3:first=1,fresh-guesses", "1 hide RO", "2 guess RR"), 2, [Guess(code) for code in _texts("ROY", 2)]),
    (played("2x3:first=1,marking=home", "2 give-up"), 1, [Reveal((code,)) for code in _texts("ROY.", 2)]),
    (new(rules("mm44:seats=2,first=1")), TABLE, [Deal(deal) for deal in product(_shares(rules("mm44")), repeat=2)]),
    (played("mm44:seats=2,first=1", "table deal R.... .O..."), 1, [Call(code) for code in _texts("ROYGBP.", 5)]),
    (played(HOME, *CALLED), 1, [Reveal((share,)) for share in [*_shares(rules("mm44")), ".....", "RR..."]]),
]


@pytest.mark.parametrize(("state", "seat", "every"), CASES, ids=lambda value: str(getattr(value, "rules", "")))
def test_as_many_moves_are_legal_as_the_set_counts_and_iterates_and_samples_are_among_them(
    state: State, seat: int, every: list[Move]
) -> None:
    moves = legal(state, seat).only(type(every[0]))
    allowed = [move for move in every if move in moves]
    assert len(moves) == len(allowed)
    assert Counter(moves) == Counter(allowed)
    random = Random(1)
    sampled = {moves.sample(random) for _ in range(300)}
    assert sampled <= set(allowed)
    assert len(sampled) >= min(len(allowed), 20)


def test_many_legal_moves_are_listed_one_by_one() -> None:
    moves = iter(legal(new(rules("6x10:first=1")), 1))
    assert [next(moves) for _ in range(2)] == [Hide("RRRRRR"), Hide("RRRRRO")]


def test_two_boards_a_seat_reveal_two_shares() -> None:
    state = played("mm44:seats=2,boards=2,first=1,marking=home", "1 call ROYG.", "2 judge yes")
    moves = legal(state, 1).only(Reveal)
    assert len(moves) == 30 * 30
    assert all(len(moves.sample(Random(seed)).shares) == 2 for seed in range(9))  # type: ignore[union-attr]
    assert all(moves.sample(Random(seed)) in moves for seed in range(99))


def test_every_legal_move_is_equally_likely_whatever_its_kind() -> None:
    moves = legal(new(rules("1x5:first=1")), 1)
    random = Random(7)
    counts = Counter(moves.sample(random) for _ in range(6_000))
    assert set(counts) == {*(Hide(peg) for peg in "ROYGB"), GiveUp()}
    assert all(900 < count < 1_100 for count in counts.values())


def test_no_colour_is_dealt_more_often_than_there_are_chips() -> None:
    scarce = replace(rules("mm44:seats=2,first=1"), chips=1)
    deals = Deals(scarce)
    refused = deals.refusal(Deal(("R....", ".R...")))
    assert refused is not None
    assert (refused.slug, refused.fields) == ("deal-chips", {"chips": 1})
    assert deals.refusal(Deal(("R....", ".O..."))) is None
    assert len(deals) == 5 * 4 * 6 * 5
    assert all(deals.refusal(deals.sample(Random(seed))) is None for seed in range(50))


def test_a_call_by_a_seat_without_a_share_is_any_code_of_as_many_pegs() -> None:
    calls = Calls(rules("mm44:seats=2"), ())
    assert len(calls) == 10 * 36
    sampled = {calls.sample(Random(seed)) for seed in range(60)}
    assert len(sampled) > 40
    assert all(calls.refusal(call) is None for call in sampled)


def test_a_watcher_may_do_nothing() -> None:
    moves = legal_in(view_of(new(rules("togo:first=1")), None))
    assert (moves.kinds, len(moves), moves.types) == ((), 0, ())


@pytest.mark.parametrize("answer", [Marks(1, 1), Marks(2, 0), Marks(0, 2)])
def test_a_share_answers_with_black_white_or_nothing(answer: Marks) -> None:
    state = played("mm44:seats=2,first=1,marking=hand", "table deal R.... .O...", "1 guess RRRRR")
    assert Mark((answer,)) not in legal(state, 2)
    assert len(legal(state, 2).only(Mark)) == 3


@pytest.mark.parametrize(
    ("text", "seat", "code", "slug"),
    [
        ("togo", 1, "ROYG", None),
        ("togo", 2, "ROYR", "peg-twice"),
        ("togo", 2, "ROY", "holes-wrong"),
        ("challenge:handicap=1", 1, "ROYG", None),
        ("challenge:handicap=1", 2, "ROYG", "holes-wrong"),
        ("challenge:handicap=1", 2, "ROYGB", None),
        ("mm44", 1, "ROYG.", None),
        ("mm44", 4, "ROYGB", "call-holes"),
        ("mm44", 2, "ROYG", "holes-wrong"),
    ],
)
def test_what_can_be_a_code_for_a_seat_to_break(text: str, seat: int, code: str, slug: str | None) -> None:
    refused = code_refusal(rules(text), seat, code)
    assert (refused.slug if refused else None) == slug


def test_a_peg_that_no_box_has_is_named_with_its_code() -> None:
    refused = code_refusal(rules("togo:colours=6"), 1, "ROYN")
    assert refused is not None
    assert (refused.slug, refused.fields) == ("peg-unknown", {"peg": "N", "code": "ROYN", "pegs": "R O Y G B P"})


def test_an_attempt_that_is_over_says_so() -> None:
    state = played("logic24:first=1", "1 hide YROB", "2 guess YROB")
    assert [attempt.phase for attempt in state.past] == ["over"]


def test_a_seat_that_does_not_exist_is_named_with_the_seats_there_are() -> None:
    with pytest.raises(Unknown) as refused:
        view_of(new(rules("togo")), 3)
    assert (refused.value.slug, refused.value.fields) == ("seat-unknown", {"seat": 3, "seats": 2})


def test_a_view_before_the_draw_and_after_the_match_knows_whose_it_is() -> None:
    assert view_of(new(rules("togo")), 2).seat == 2
    over = played("1x1:first=1", "1 hide R", "2 guess R", "2 hide R", "1 guess R")
    assert (view_of(over, 1).seat, view_of(over, None).seat, view_of(over, TABLE).seat) == (1, None, None)


def test_a_kind_of_few_moves_is_sampled_as_seldom_as_its_moves() -> None:
    moves = legal(played("2x3:first=1", "1 hide RO"), 2)
    assert (len(moves.only(Guess)), len(moves.only(GiveUp))) == (9, 1)
    random = Random(1)
    sampled = Counter(type(moves.sample(random)) for _ in range(1000))
    assert 60 < sampled[GiveUp] < 140

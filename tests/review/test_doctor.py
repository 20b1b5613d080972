"""The doctor: which rows contradict each other, and which marks were probably meant."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random
from time import monotonic, process_time

import pytest

from keypeg import Marks, View, mark, rules, view
from keypeg.core import Board, Row, Share, fitting, fitting_by_colours, fitting_deals
from keypeg.errors import Illegal
from keypeg.notation import read_given_row, read_row, read_split_row, row_marks_text
from keypeg.review.corrections import MOST, Change
from keypeg.review.doctor import USUAL, Diagnosis, Effort, diagnose, diagnose_split, diagnose_view
from keypeg.review.slips import Slip, distance, likelihood, slip_of
from tests.review.planted import (
    BOXES,
    anything,
    as_people_do,
    contradictory,
    misled_rows,
    one_peg,
    random_code,
    random_rows,
    two_wrong_rows,
)
from tests.rules.matches import played


def _rows(text: str, *rows: str) -> list[tuple[str, Marks]]:
    return [read_row(rules(text), row) for row in rows]


def _diagnosis(text: str, *rows: str, effort: Effort = USUAL) -> Diagnosis:
    return diagnose(rules(text), _rows(text, *rows), effort=effort)


def _slow_conflicts(text: str, rows: list[tuple[str, Marks]]) -> tuple[tuple[int, ...], ...]:
    """Return the smallest sets of rows that no code fits, by trying all."""
    space = rules(text).codes[0]
    for size in range(1, len(rows) + 1):
        found = tuple(
            tuple(at + 1 for at in chosen)
            for chosen in combinations(range(len(rows)), size)
            if next(fitting(space, [rows[at] for at in chosen]), None) is None
        )
        if found:
            return found
    return ()


def test_a_row_that_cannot_be_placed_is_refused() -> None:
    with pytest.raises(Illegal, match="“RRO” has 3 pegs; a row here has 4"):
        diagnose(rules("4x6"), [("RRO", Marks(1, 1))])


def test_rows_that_agree_need_no_doctor() -> None:
    found = _diagnosis("4x6", "RROO:1,1", "RYRG:0,2")
    assert (found.fits, found.codes, found.conflicts, found.corrections) == (True, 23, (), ())
    assert _diagnosis("togo").codes == 1680


def test_the_same_row_marked_in_two_ways_is_a_conflict() -> None:
    found = _diagnosis("4x6", "RROO:1,1", "YYGG:0,0", "RROO:2,0")
    assert found.conflicts == ((1, 3),)
    assert {each.changes[0].row for each in found.corrections if len(each.changes) == 1} == {1, 3}


def test_marks_that_no_code_earns_are_a_conflict_of_one_row() -> None:
    found = _diagnosis("4x6", "YYGG:0,0", "RRRR:0,1")
    assert found.conflicts == ((2,),)
    assert found.corrections[0].changes == (Change(2, "0,1", "1,0", Slip.EXACT_AS_NEAR),)


def test_a_correction_says_how_many_codes_fit_then() -> None:
    rows = _rows("4x6", "RROO:1,1", "RYRG:0,2", "BBPP:0,0", "YYGG:0,0")
    for correction in diagnose(rules("4x6"), rows).corrections:
        after = [*rows]
        for change in correction.changes:
            after[change.row - 1] = read_row(rules("4x6"), f"{rows[change.row - 1][0]}:{change.marks}")
        assert sum(1 for _ in fitting(rules("4x6").codes[0], after)) == correction.codes > 0


def test_where_two_rows_must_change_every_correction_changes_two() -> None:
    found = _diagnosis("4x6", "RROO:1,1", "RROO:2,1", "GGGG:0,0", "GGYY:2,2")
    assert found.wrong == 2
    assert all(len(correction.changes) == 2 for correction in found.corrections)
    assert found.conflicts == ((1, 2), (1, 4), (2, 4), (3, 4))


@pytest.mark.parametrize(("text", "row"), [("4x6", "PPGR:3,1"), ("togo", "ROYG:3,1"), ("8x15", "ROYGBPWN:7,1")])
def test_marks_that_no_code_can_ever_earn_name_their_row(text: str, row: str) -> None:
    found = diagnose(rules(text), [read_given_row(rules(text), row)])
    assert (found.fits, found.conflicts, found.wrong) == (False, ((1,),), 1)
    assert found.corrections or not found.exact
    assert {change.row for correction in found.corrections for change in correction.changes} == {1}


def test_marks_of_more_pegs_than_holes_are_never_true() -> None:
    found = diagnose(rules("4x6"), [("ROYG", Marks(0, 5)), ("BBBB", Marks(0, 0))])
    assert found.conflicts == ((1,),)
    counted = diagnose_split(rules("mm44:marks=counts"), [(1, Row("ROYGB", (Marks(0, 4),)))])
    assert counted.conflicts == ((1,),)


def test_two_row_corrections_follow_those_of_one_row() -> None:
    found = _diagnosis("4x6", "RROO:1,1", "RYRG:0,2", "BBPP:0,0", "YYGG:0,0")
    sizes = [len(correction.changes) for correction in found.corrections]
    assert sizes == sorted(sizes)
    assert set(sizes) == {1, 2}
    for size in (1, 2):
        assert sum(each.share for each in found.corrections if len(each.changes) == size) <= 1 + 1e-9


@pytest.mark.parametrize("text", ["logic24", "togo", "challenge"])
def test_two_wrong_rows_are_found_among_the_first_twenty(text: str) -> None:
    rounds = islice(contradictory(rules(text), two_wrong_rows, one_peg, 7), 40)
    ranks = [planted.rank(found) for planted, found in rounds]
    assert sum(rank is not None and rank <= MOST for rank in ranks) >= 0.8 * len(ranks)


@pytest.mark.parametrize("text", ["4x5", "togo:colours=6", "3x4b"])
def test_conflicts_are_those_that_trying_all_sets_finds(text: str) -> None:
    random, chosen = Random(text), rules(text)
    space = chosen.codes[0]
    seen = 0
    while seen < 15:
        rows = [(random_code(space, random), anything(Marks(-1, 0), space.holes, random)) for _ in range(5)]
        found = diagnose(chosen, rows)
        assert found.conflicts == _slow_conflicts(text, rows)
        assert bool(found.fits) is (not found.conflicts)
        seen += bool(found.conflicts)


def test_a_search_through_a_large_space_says_the_same_as_a_list() -> None:
    chosen, searched = rules("4x6"), Effort(listed=0, seconds=600.0)
    for planted, listed in islice(contradictory(chosen, random_rows, anything, 1), 12):
        assert diagnose(chosen, planted.rows, effort=searched) == listed


@pytest.mark.parametrize("text", BOXES)
def test_one_wrong_row_is_in_every_smallest_set_and_its_true_marks_come_early(text: str) -> None:
    _find_wrong_marks(text, 25)


@pytest.mark.long
@pytest.mark.parametrize("text", BOXES)
def test_one_wrong_row_in_a_thousand_rounds(text: str) -> None:
    _find_wrong_marks(text, 1000)


def _find_wrong_marks(text: str, rounds: int) -> None:
    early = 0
    for planted, found in islice(contradictory(rules(text), random_rows, one_peg, 7), rounds):
        ((wrong, _),) = planted.wrong
        assert all(wrong in rows for rows in found.conflicts)
        assert found.conflicts
        rank = planted.rank(found)
        early += rank is not None and rank <= 5
    assert early >= 0.7 * rounds


@pytest.mark.long
@pytest.mark.parametrize("text", BOXES)
@pytest.mark.parametrize("plant", [one_peg, as_people_do])
def test_a_misled_player_is_told_the_true_marks_early(text: str, plant: object) -> None:
    rounds = list(islice(contradictory(rules(text), misled_rows, plant, 7), 300))  # type: ignore[arg-type]
    ranks = [planted.rank(found) for planted, found in rounds]
    assert sum(rank is not None and rank <= 5 for rank in ranks) >= 0.7 * len(ranks)


@pytest.mark.parametrize("text", ["challenge+doubles", "5x8", "6x10", "8x15", "8x10d"])
def test_ten_rows_take_at_most_a_second(text: str) -> None:
    chosen, random = rules(text), Random(text)
    space = chosen.codes[0]
    code = random_code(space, random)
    rows = [(guess, mark(code, guess)) for guess in (random_code(space, random) for _ in range(10))]
    rows[3] = (rows[3][0], one_peg(rows[3][1], space.holes, random))
    began = process_time()  # other work on the machine does not count
    found = diagnose(chosen, rows)
    assert process_time() - began < 1.0
    assert found.exact or found.fits is not True


def test_a_search_that_is_cut_short_says_so() -> None:
    found = _diagnosis("8x15", "ROYGBPWN:1,1", "NWPBGYOR:1,1", effort=Effort(seconds=0.0, steps=1))
    assert found.fits is None
    assert not found.exact
    assert not found.conflicts


def test_true_marks_are_counted_or_called_true_even_without_time() -> None:
    """With 22 codes left it said that too many fit to count them."""
    no_time = Effort(seconds=0.0)
    chosen, random = rules("8x15"), Random(8)
    code, *guesses = (random_code(chosen.codes[0], random) for _ in range(9))
    rows = [(guess, mark(code, guess)) for guess in guesses]
    counted = sum(1 for _ in fitting_by_colours(chosen.codes[0], rows))
    assert diagnose(chosen, rows, effort=no_time) == Diagnosis(True, counted)
    assert diagnose(chosen, rows[:4], effort=no_time) == Diagnosis(True, None, exact=False)


def test_corrections_of_two_rows_are_all_counted_or_it_says_so() -> None:
    found = _diagnosis("6x8", "RRRRRR:3,0", "OOOOOO:3,0", "YYYYYY:1,0")
    one_each = next(each for each in found.corrections if [change.marks for change in each.changes] == ["1,0", "1,0"])
    assert found.wrong == 1
    assert one_each.codes <= 6 * 5 * 4 * 5**3  # one red, one orange and one yellow peg
    assert found.exact == (one_each.codes == 6 * 5 * 4 * 5**3)


@pytest.mark.parametrize("late", [1, 2, 3])
def test_a_code_that_fits_and_is_found_late_is_no_contradiction(late: int) -> None:
    """Even if the first searches of a large space run out of time, a later one may still find a code that fits."""
    times = iter([0.0, 1e9] * late)  # each search reads the clock twice, and its time is up
    effort = Effort(listed=0, steps=1, clock=lambda: next(times, monotonic()))
    found = _diagnosis("4x6", "RROO:1,1", "RYRG:0,2", effort=effort)
    assert (found.fits, found.exact) == (True, False)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(Illegal) as wrong:
        diagnose(rules("4x6"), [("ROYG", Marks(0, 0))] * 61)
    assert wrong.value.slug == "doctor-rows"


# The split code


def _split(text: str, *rows: str) -> Diagnosis:
    return diagnose_split(rules(text), [read_split_row(rules(text), row) for row in rows])


def test_answers_of_one_seat_that_contradict_each_other() -> None:
    found = _split("mm44", "RRBGG:_/b/w/-", "RRBGG:w/_/-/-", "YYOBG:_/b/b/b")
    assert found.conflicts == ((1, 2),)
    assert [correction.changes[0].marks for correction in found.corrections[:2]] == ["_/b/-/-", "w/_/w/-"]


def test_an_answer_that_contradicts_what_an_empty_hole_proves() -> None:
    rows = ("BGBOO:_/b", "R.RYY:b/_", "PGPPP:_/-")
    found = _split("mm44:seats=2", *rows)
    assert found.conflicts == ((1, 3),), "the second hole is that of seat 2, so its colour is green and is not"
    changes = [(each.changes[0].row, each.changes[0].marks) for each in found.corrections if len(each.changes) == 1]
    assert changes == [(1, "_/w"), (1, "_/-"), (3, "_/b")]
    assert _split("mm44:seats=2,blanks=any", *rows).fits


def test_answers_that_contradict_what_one_holds_oneself() -> None:
    state = played("mm44:seats=2,marking=home,first=1", "1 guess ROYGB", "2 mark b", "2 guess GGGGG", "1 mark -")
    game, seen = state.rules, view(state, 1)
    rows = [(board.breaker, row) for board in seen.boards for row in board.rows]
    assert diagnose_split(game, rows, [(0, ".O...")]).fits
    found = diagnose_split(game, rows, [(0, "G....")])
    assert found.conflicts == ((2,),)


@pytest.mark.parametrize("text", ["mm44", "mm44:seats=2,boards=2", "mm44:seats=2", "mm44:seats=3,marks=counts"])
def test_a_wrong_answer_is_in_every_smallest_set_of_a_split_code(text: str) -> None:
    chosen, random = rules(text), Random(text)
    unknown = [Share(seat) for seat in range(1, chosen.seats + 1) for _ in range(chosen.boards)]
    deals = list(fitting_deals(chosen, unknown, ()))
    seen = early = 0
    while seen < 10:
        rows, wrong, true = _planted_answers(text, random.choice(deals), random)
        found = diagnose_split(chosen, rows)
        if found.fits:
            continue
        seen += 1
        assert all(wrong in conflict for conflict in found.conflicts)
        early += any(
            [(change.row, change.marks) for change in correction.changes] == [(wrong, true)]
            for correction in found.corrections[:5]
        )
    assert early >= 7


def _planted_answers(text: str, deal: tuple[str, ...], random: Random) -> tuple[list[tuple[int, Row]], int, str]:
    """Return nine rows of a split code, one answer of which is wrong; the number of its row; and the true answers."""
    chosen = rules(text)
    rows = []
    for number in range(9):
        breaker = number % chosen.seats + 1
        guess = "".join(random.choices(chosen.palette, k=chosen.codes[0].holes))
        held = [share for index, share in enumerate(deal) if index // chosen.boards + 1 != breaker]
        marks = tuple(mark(share.replace(".", " "), guess) for share in held)
        if chosen.counts_only:
            marks = (Marks(sum(each.exact for each in marks), sum(each.near for each in marks)),)
        rows.append((breaker, Row(guess, marks)))
    wrong = random.randrange(9)
    breaker, row = rows[wrong]
    at = random.randrange(len(row.marks))
    holes = chosen.shares - chosen.boards if chosen.counts_only else 1
    others = [Marks(e, n) for e in range(holes + 1) for n in range(holes + 1 - e) if Marks(e, n) != row.marks[at]]
    said = (*row.marks[:at], random.choice(others), *row.marks[at + 1 :])
    rows[wrong] = (breaker, Row(row.guess, said))
    return rows, wrong + 1, row_marks_text(chosen, Board(breaker), row)


def _view(*moves: str) -> View:
    return view(played("togo:marking=home,first=1", *moves), 2)


def test_a_view_is_diagnosed_by_the_rows_it_shows() -> None:
    assert diagnose_view(_view("2 guess ROYG", "1 mark 1,2")).fits
    found = diagnose_view(_view("2 guess ROYG", "1 mark 0,0", "2 guess BPWN", "1 mark 0,1"))
    assert found.conflicts == ((1, 2),)


# How people err


def test_slips_have_names() -> None:
    assert slip_of(Marks(2, 1), Marks(1, 2)) is Slip.NEAR_AS_EXACT
    assert slip_of(Marks(3, 0), Marks(0, 3)) is Slip.EXCHANGED
    assert slip_of(Marks(1, 0), Marks(1, 1)) is Slip.NEAR_MISSED
    assert slip_of(Marks(0, 0), Marks(2, 1)) is Slip.OTHER


def test_distance_counts_slips_of_one_peg() -> None:
    assert distance(Marks(2, 1), Marks(1, 2)) == 1
    assert distance(Marks(0, 0), Marks(2, 1)) == 3
    assert distance(Marks(3, 0), Marks(0, 3)) == 3


def test_small_slips_and_exchanged_rows_are_likelier_and_a_break_is_rarely_mistaken() -> None:
    assert likelihood(Marks(2, 1), Marks(2, 0), 5) > likelihood(Marks(2, 1), Marks(0, 0), 5)
    assert likelihood(Marks(3, 0), Marks(0, 3), 5) > likelihood(Marks(3, 0), Marks(1, 3), 5)
    assert likelihood(Marks(4, 0), Marks(3, 0), 4) < likelihood(Marks(3, 0), Marks(2, 0), 4)

"""Suggestions: what they are based on, what they promise, and what cannot be suggested."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.core.marks import Marks, mark
from keypeg.core.space import Space
from keypeg.errors import Illegal
from keypeg.solve import Basis, Placing, Problem, suggest, worth
from keypeg.solve.position import position
from keypeg.solve.ranked_guesses import ranked_guesses
from keypeg.solve.small_sets import settle
from tests.solve.slow import Slow, make_problem


def rows_for(code: str, *guesses: str) -> list[tuple[str, Marks]]:
    return [(guess, mark(code, guess)) for guess in guesses]


def test_the_first_guess_of_a_box_is_proved() -> None:
    found = suggest(make_problem("4x6"), [])
    assert (found.candidates, found.basis, found.worst) == (1296, Basis.PROVED, 6)
    assert found.expected == 5625 / 1296


def test_rows_that_cannot_be_placed_are_refused_with_the_reason() -> None:
    for shape, guess in (("4x6", "RRO"), ("4x6", "RROW"), ("4x8d", "RROO"), ("8x15", "RROO")):
        with pytest.raises(Illegal, match=guess):
            suggest(make_problem(shape), [(guess, Marks(1, 1))])


def test_marks_may_be_any_pair() -> None:
    assert suggest(make_problem("4x6"), [("RROO", (1, 1))]) == suggest(make_problem("4x6"), [("RROO", Marks(1, 1))])


@pytest.mark.parametrize("shape", ["4x5", "4x6", "4x8c", "3x7", "4x7d", "5x8c", "5x8"])
@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_suggestions_break_every_code_whatever_came_before(shape: str, data: st.DataObject) -> None:
    problem = make_problem(shape)
    pegs = st.permutations(problem.pegs).map(lambda p: "".join(p)[: problem.holes])
    code = data.draw(pegs)
    rows = rows_for(code, *data.draw(st.lists(pegs, max_size=2)))
    for _ in range(12):
        found = suggest(problem, rows)
        assert found.guess in problem.guesses
        if found.expected is not None and found.worst is not None:
            assert 1 <= found.expected <= found.worst
        if found.is_candidate:
            assert all(mark(found.guess, guess) == marks for guess, marks in rows)
        rows.append((found.guess, mark(code, found.guess)))
        if found.guess == code:
            return
    pytest.fail(f"{code} was not broken")


@pytest.mark.parametrize("shape", ["3x4", "3x4c", "3x5d"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_what_is_settled_at_a_glance_is_the_least_total(shape: str, data: st.DataObject) -> None:
    problem = make_problem(shape)
    slow = Slow(problem)
    code = data.draw(st.sampled_from(slow.codes))
    rows = rows_for(code, *data.draw(st.lists(st.sampled_from(slow.guesses), min_size=1, max_size=3)))
    node = position(problem, rows)
    found = settle(node)
    slow.codes = [node.codes.text(index) for index in node.candidates]
    if found and found.broken and len(slow.codes) <= 8:
        assert sum(n * times for n, times in found.broken.items()) == slow.least_total()


def test_marks_that_no_code_fits_are_an_error() -> None:
    with pytest.raises(Illegal) as caught:
        suggest(make_problem("4x6"), [("RROO", Marks(4, 0)), ("YYGG", Marks(4, 0))])
    assert caught.value.slug == "code-none-fits"
    with pytest.raises(Illegal):
        suggest(make_problem("8x14"), [("RROOYYGG", Marks(8, 0)), ("YYGGRROO", Marks(8, 0))])


def test_marks_that_contradict_each_other_are_an_error_in_the_largest_space_too() -> None:
    with pytest.raises(Illegal) as caught:
        suggest(make_problem("8x15"), [("ROYGBPWN", Marks(1, 2)), ("ROYGBPWN", Marks(1, 3))])
    assert caught.value.slug == "code-none-fits"


@pytest.mark.parametrize("supply", [5, 6, 12])
@pytest.mark.parametrize("code", ["RROO", "GBGB", "YYYB"])
def test_a_row_that_the_supply_cannot_place_is_not_suggested(supply: int, code: str) -> None:
    problem = make_problem("4x5")
    rows: list[tuple[str, Marks]] = []
    while len(rows) < supply * problem.colours // problem.holes - 1:
        found = suggest(problem, rows, Placing(supply=dict.fromkeys(problem.pegs, supply)))
        rows.append((found.guess, mark(code, found.guess)))
        used = "".join(guess for guess, _ in rows)
        assert all(used.count(peg) <= supply for peg in problem.pegs)
        if found.guess == code:
            break


@pytest.mark.parametrize("rows", [["RROR", "RRRR"], ["YRRR", "RRRB", "RRRR"]])
def test_best_play_that_runs_out_of_pegs_is_not_proved(rows: list[str]) -> None:
    """Every guess can still be placed, but after the one that is best with enough pegs some codes no longer can."""
    problem, placing = make_problem("4x5"), Placing(supply=dict.fromkeys("ROYGB", 12))
    placed = rows_for("RRGR", *rows)
    found = suggest(problem, placed, placing)
    assert found.guess in placing.rows(problem.guesses, rows)
    if found.basis is Basis.PROVED:
        left = [code for code in Slow(problem).codes if all(mark(code, guess) == marks for guess, marks in placed)]
        least = _least_within(Slow(problem), tuple(left), tuple(rows), placing)
        assert found.expected == least / len(left)


@pytest.mark.parametrize("pegs", ["ROYG", "ROY.", "RO."])
@pytest.mark.parametrize("supply", [(4, 4, 4, 4), (6, 6, 6, 6), (3, 8, 5, 4)])
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_what_is_proved_counts_the_pegs(pegs: str, supply: tuple[int, ...], data: st.DataObject) -> None:
    space = Space(2, pegs)
    problem, placing = Problem(space, space), Placing(supply=dict(zip(pegs.strip("."), supply, strict=False)))
    slow = Slow(problem)
    code, *rows = data.draw(st.lists(st.sampled_from(slow.codes), min_size=2, max_size=4))
    if any(sum(row.count(peg) for row in rows) > most for peg, most in (placing.supply or {}).items()):
        return
    placed = rows_for(code, *rows)
    left = tuple(each for each in slow.codes if all(mark(each, guess) == marks for guess, marks in placed))
    if not placing.rows(problem.guesses, rows):
        return
    found = suggest(problem, placed, placing, top=4)
    least = _least_within(slow, left, tuple(rows), placing)
    for option in found.top:
        if option.expected is not None:
            total = round(option.expected * len(left))
            exact = _least_within(slow, left, tuple(rows), placing, option.guess)
            assert exact == total if option.basis is Basis.PROVED else least <= exact <= total
    if found.basis is Basis.PROVED:
        assert found.expected == least / len(left)
    for guess in data.draw(st.lists(st.sampled_from(slow.guesses), max_size=3)):
        if guess in placing.rows(problem.guesses, rows):
            own = worth(problem, guess, placed, placing)
            if own.basis is Basis.PROVED and own.expected is not None:
                exact = _least_within(slow, left, tuple(rows), placing, guess)
                assert exact == round(own.expected * len(left))


def test_after_a_guess_with_blanks_other_pegs_run_out_than_after_one_without() -> None:
    space = Space(2, "RO.")
    found = worth(Problem(space, space), "OR", rows_for("OO", "O."), Placing(supply={"R": 3, "O": 3}))
    assert found.basis is not Basis.PROVED


def test_no_row_on_the_board_is_listed_where_none_may_be_repeated() -> None:
    listed = suggest(make_problem("2x4"), rows_for("RO", "YY"), Placing(fresh=True), top=40).top
    assert "YY" not in [option.guess for option in listed]
    rows = rows_for("OY", "OR", "RO", "YG")
    found = suggest(make_problem("2x4d"), rows, Placing(supply=dict.fromkeys("ROYG", 2), fresh=True))
    assert found.guess not in [guess for guess, _ in rows]


def test_a_guess_after_which_a_code_cannot_be_placed_gives_way_to_one_that_is_known() -> None:
    space, placing = Space(4, "YROBG"), Placing(dict.fromkeys("YROBG", 12))
    rows = [("GBGG", Marks(2, 2)), ("GGGG", Marks(3, 0)), ("GBBB", Marks(2, 0))]
    found = suggest(Problem(space, space), rows, placing, top=3)
    assert (found.guess, found.expected) == ("YYYB", 2.0)
    assert found.top[0].guess == found.guess
    assert [option.expected for option in found.top[1:]] == [None, None], "after GGBG there are too few pegs for GGGB"


def test_pegs_may_run_out_where_no_row_may_be_repeated() -> None:
    problem, rows = Problem(Space(2, "RO"), Space(2, "RO")), [("OR", Marks(1, 0))]
    beside = Placing(dict.fromkeys("RO", 4), fresh=True, beside=("RO",))
    assert suggest(problem, rows, beside).candidates == 2
    assert suggest(problem, rows, Placing(dict.fromkeys("RO", 3), fresh=True), top=3).top


def _least_within(
    slow: Slow, codes: tuple[str, ...], placed: tuple[str, ...], placing: Placing, first: str | None = None
) -> float:
    """The least total of all trees that the pegs allow after these rows, by trying every guess everywhere."""
    best = float("inf")
    may = placing.rows(slow.problem.guesses, placed)
    for guess in [first] if first else slow.guesses:
        cells = slow.cells(guess, codes)
        cells.pop(slow.win, None)
        if guess in may and (first or len(cells) != 1 or len(next(iter(cells.values()))) < len(codes)):
            total: float = len(codes) + sum(2 * len(cell) - 1 for cell in cells.values())
            for cell in cells.values():
                if total >= best:
                    break
                total += _least_within(slow, cell, (*placed, guess), placing) - (2 * len(cell) - 1)
            best = min(best, total)
    return best


def test_where_nothing_can_be_placed_nothing_is_suggested() -> None:
    with pytest.raises(Illegal) as caught:
        suggest(make_problem("4x3"), rows_for("YYYY", "RROO", "ROYY"), Placing(supply=dict.fromkeys("ROY", 3)))
    assert caught.value.slug == "row-none-placeable"


def test_blanks_are_in_free_supply() -> None:
    problem = Problem(Space(4, "YR."), Space(4, "YR."))
    found = suggest(problem, rows_for("....", "YYYY", "RRRR"), Placing(supply=dict.fromkeys("YR", 4)))
    assert found.guess == "...."


def test_a_fresh_guess_is_none_of_those_placed() -> None:
    problem = make_problem("3x4")
    rows = rows_for("ROY", "ROG")
    for _ in range(6):
        found = suggest(problem, rows, Placing(fresh=True))
        assert found.guess not in [guess for guess, _ in rows]
        if found.guess == "ROY":
            return
        rows.append((found.guess, mark("ROY", found.guess)))


def test_that_no_row_may_be_repeated_changes_no_value() -> None:
    problem, rows = make_problem("5x8c"), rows_for("RNOGB", "RROYG", "BPWNR")
    assert suggest(problem, rows, Placing(fresh=True), top=3) == suggest(problem, rows, top=3)


def test_above_a_million_codes_a_sample_answers() -> None:
    problem = make_problem("7x10")
    code = "ROYGBPW"
    found = suggest(problem, [])
    assert (found.candidates, found.basis, found.expected) == (10**7, Basis.SAMPLED, None)
    rows = rows_for(code, "RROOYYG", "GBPWNCD", "ROBGYPW", "DROYGBP")
    found = suggest(problem, rows)
    assert all(mark(found.guess, guess) == marks for guess, marks in rows)


def _least_after(slow: Slow, guess: str, codes: list[str]) -> float:
    """Return the least total if this guess comes first, by trying everything."""
    total: float = len(codes)
    for marks, cell in slow.cells(guess, codes).items():
        if marks != slow.win:
            slow.codes = list(cell)
            total += slow.least_total() if len(cell) < len(codes) else float("inf")
    return total


def test_of_many_codes_only_the_first_of_a_list_are_played_out() -> None:
    found = suggest(make_problem("5x8"), [("BPPBO", Marks(1, 0))], top=5)
    assert (len(found.top), found.complete) == (5, False)
    assert found.top[0].expected == found.expected
    played = [option.expected is not None for option in found.top]
    assert played == sorted(played, reverse=True)
    assert 1 < sum(played) < 5
    assert all((option.basis is Basis.EVALUATED) == known for option, known in zip(found.top, played, strict=True))


@pytest.mark.parametrize(("shape", "row", "marks"), [("5x6", "BOPYG", (0, 3)), ("5x8", "BPPBO", (1, 0))])
def test_a_list_begins_with_the_suggestion_though_nothing_is_proved(shape: str, row: str, marks: Marks) -> None:
    problem, rows = make_problem(shape), [(row, marks)]
    alone, listed = suggest(problem, rows), suggest(problem, rows, top=9)
    assert alone.basis is Basis.EVALUATED
    assert listed.top[0].guess == alone.guess
    assert (listed.guess, listed.expected, listed.partition) == (alone.guess, alone.expected, alone.partition)
    known = [option.expected for option in listed.top if option.expected is not None]
    assert known == sorted(known)
    assert 1 < len(known) < len(listed.top) == 9


def test_a_list_begins_with_the_guess_of_the_atlas_though_that_is_not_proved() -> None:
    """Another guess may need fewer, but that is only known once it is evaluated."""
    problem, rows = make_problem("5x8"), [("RROYG", Marks(0, 2)), ("OBPGP", Marks(0, 3))]
    found = suggest(problem, rows, top=4)
    assert found.top[0].guess == found.guess
    assert (found.basis, found.complete) == (Basis.EVALUATED, False)
    assert [option.expected is None for option in found.top] == [False, True, True, True]


def test_usual_first_rows_off_the_atlas_are_proved() -> None:
    for shape, row, marks in (("4x8c", "RROO", (1, 0)), ("4x8c", "ROOY", (0, 1)), ("4x7", "ROYG", (0, 2))):
        assert suggest(make_problem(shape), [(row, marks)]).basis is Basis.PROVED


@pytest.mark.parametrize(
    ("shape", "code", "placed"), [("3x4", "GRY", "RRO"), ("3x4c", "GOY", "RRO"), ("3x5d", "BOY", "ROY")]
)
def test_listed_guesses_and_worths_are_those_of_trying_everything(shape: str, code: str, placed: str) -> None:
    problem, rows = make_problem(shape), rows_for(code, placed)
    slow = Slow(problem)
    codes = [each for each in slow.codes if mark(each, placed) == rows[0][1]]
    least = {guess: _least_after(slow, guess, codes) for guess in slow.guesses}
    found = suggest(problem, rows, top=4)
    assert found.complete
    assert found.expected == min(least.values()) / len(codes)
    assert [option.expected for option in found.top] == sorted(least[o.guess] / len(codes) for o in found.top)
    # Guesses that are left out are no better, or equal one of these after renaming.
    for total in {total for total in least.values() if total / len(codes) < (found.top[-1].expected or 0)}:
        assert total / len(codes) in [option.expected for option in found.top]
    for guess in slow.guesses[::7]:
        if least[guess] < float("inf"):
            known = worth(problem, guess, rows)
            assert (known.expected, known.basis) == (least[guess] / len(codes), Basis.PROVED)
            assert known.behind == pytest.approx((least[guess] - min(least.values())) / len(codes))


@pytest.mark.parametrize(
    ("shape", "placed"),
    [
        ("6x6", "RROOYY"),
        pytest.param("6x6", "RGRGBP", marks=pytest.mark.long),
        pytest.param("7x5", "RROOYYG", marks=pytest.mark.long),
        pytest.param("8x4", "RROOYYGG", marks=pytest.mark.long),
    ],
)
def test_above_five_holes_candidates_and_partition_are_exact(shape: str, placed: str) -> None:
    problem = make_problem(shape)
    code = (problem.pegs * 2)[: problem.holes]
    rows = rows_for(code, placed, placed[::-1])
    found = suggest(problem, rows)
    codes = [each for each in problem.codes if all(mark(each, guess) == marks for guess, marks in rows)]
    assert found.candidates == len(codes)
    cells = Counter("{},{}".format(*mark(each, found.guess)) for each in codes)
    assert found.partition == dict(cells)
    assert found.is_candidate == (found.guess in codes)


def test_the_cells_of_many_guesses_are_not_held_in_memory_together() -> None:
    node = position(make_problem("6x7"), [("ROYGBP", (1, 2)), ("RROOYY", (1, 1)), ("GGBBPP", (1, 1))])
    ranked_guesses(node, None)
    tracemalloc.start()
    ranked_guesses(replace(node), None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # All of them would be 117,649 guesses by 43 marks of eight bytes: 40 MB.
    assert peak < 20_000_000


def test_a_million_codes_are_counted_and_have_no_value_before_the_first_row() -> None:
    found = suggest(make_problem("6x10"), [])
    assert (found.candidates, found.expected, found.worst, found.basis) == (10**6, None, None, Basis.HEURISTIC)
    assert found.partition is not None
    assert sum(found.partition.values()) == 10**6
    assert found.partition["6,0"] == 1


def test_more_effort_proves_more() -> None:
    problem, rows = make_problem("5x8c"), [("RROYG", Marks(1, 1)), ("ROBPW", Marks(1, 2))]
    first, more = suggest(problem, rows), suggest(problem, rows, effort=8)
    assert first.expected is not None
    assert more.expected is not None
    assert first.basis in (Basis.EVALUATED, Basis.PROVED)
    assert more.basis is Basis.PROVED
    assert more.expected <= first.expected


def test_importing_keypeg_and_the_engine_does_not_load_numba() -> None:
    program = "import sys, keypeg; a = 'numpy' in sys.modules; import keypeg.solve; print(a, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"

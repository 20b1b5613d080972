"""Loss and luck: the identity, its signs, and what is said of every row."""

from __future__ import annotations

from functools import cache

import pytest

from keypeg import Guess, Marks, Move, State, View, mark, play, rules
from keypeg.core import Board
from keypeg.core.rows import rows_on
from keypeg.deduce.race import Odds
from keypeg.players import read_player
from keypeg.review import Basis, BoardReview, Review, RowReview, contradictions, review, review_rows
from keypeg.review.results import MOST_AGAINST
from keypeg.solve import Placing, problem_of, suggest
from keypeg.table import Table
from tests.rules.matches import played

LEVELS = ("novice", "club", "expert", "perfect")
QUICK = ("4x6", "logic24", "logic12", "logic24+blanks", "logic24+two-boards", "togo:colours=6", "challenge+beginner")
"""Single-secret boxes in which everything is proved, whatever is played."""
PROVED_ATLAS = (*QUICK, "togo")
"""Boxes whose tree in the atlas is proved, which `perfect` plays unless it races."""
DOUBLES = "challenge+doubles:rounds=1"
WIDE = ("togo", "togo:distinct-guesses", "challenge:rounds=1", "challenge:handicap=2,rounds=1")


def _match(text: str, levels: tuple[str, ...], seed: int) -> State:
    seats = range(1, rules(text).seats + 1)
    table = Table(
        rules(text), {seat: read_player(levels[seat - 1], f"{seed}/{seat}") for seat in seats}, seed=f"{seed}"
    )
    table.run()
    return table.state


def _boards(found: Review) -> list[BoardReview]:
    return [board for each in found.rounds for board in each.boards]


def _check_identity(board: BoardReview) -> None:
    assert board.start is not None
    assert board.end is not None
    total = board.start.guesses + board.loss - board.luck
    assert len(board.measured) + board.end.guesses == pytest.approx(total, abs=1e-9)
    assert board.end.guesses == 0 or not board.broken
    assert all(row.loss is not None and row.loss >= 0 for row in board.measured)


@pytest.mark.parametrize("text", QUICK)
@pytest.mark.parametrize("levels", [("novice", "perfect"), ("club", "expert")])
def test_guesses_are_what_was_expected_and_loss_less_luck(text: str, levels: tuple[str, str]) -> None:
    found = review(_match(text, levels, 1))
    for board in _boards(found):
        _check_identity(board)
        # Where pegs run out, as in logic12, not every value can be proved.
        assert board.basis is Basis.PROVED or text == "logic12"
        # If both seats break at the same time, `perfect` plays for the point.
        if levels[board.seat - 1] == "perfect" and not found.rules.all_break:
            assert all(row.loss == 0 for row in board.rows if row.basis is Basis.PROVED)


@pytest.mark.parametrize("text", ["challenge:rounds=1", "challenge:distinct-guesses,rounds=1"])
def test_suggested_rows_lose_nothing_that_can_be_proved(text: str) -> None:
    _check_suggested(text, boards=4)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "many"), [("challenge:rounds=1", 200), ("challenge:distinct-guesses,rounds=1", 100), (DOUBLES, 40)]
)
def test_suggested_rows_lose_nothing_that_can_be_proved_on_many_rounds(text: str, many: int) -> None:
    _check_suggested(text, many)


def test_the_suggested_guess_loses_nothing_though_its_value_is_not_known() -> None:
    problem = problem_of(rules("6x6"))
    found = suggest(problem, [])
    assert found.expected is None
    (row,) = review_rows(problem, [(found.guess, Marks(1, 2))]).rows
    assert row.loss == 0


class _Suggested:
    """Places the suggested rows."""

    def __init__(self, seed: str) -> None:
        self.hides = read_player("perfect", seed)

    def choose(self, seen: View) -> Move:
        if seen.board is None or seen.seat is None:
            return self.hides.choose(seen)
        rows = [(row.guess, row.total) for row in seen.board.rows if row.total is not None]
        return Guess(suggest(problem_of(seen.rules, seen.seat), rows).guess)


def _check_suggested(text: str, boards: int) -> None:
    """Check that proved rows lose nothing, and that all but the first two or three rows of a board are proved."""
    rows: list[RowReview] = []
    for seed in range(boards // 2):
        table = Table(rules(text), {seat: _Suggested(f"{seed}/{seat}") for seat in (1, 2)}, seed=f"{seed}")
        table.run()
        for board in _boards(review(table.state)):
            _check_identity(board)
            rows += board.rows
    proved = [row for row in rows if row.basis is Basis.PROVED]
    assert all(row.loss == 0 for row in proved)
    assert all(row.basis is Basis.PROVED for row in rows if row.before is not None and row.before < 100)
    assert max(row.before or 0 for row in proved) > 20


@pytest.mark.parametrize("text", WIDE)
def test_the_identity_holds_for_estimates_too(text: str) -> None:
    found = review(_match(text, ("novice", "expert"), 2))
    for board in _boards(found):
        _check_identity(board)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "many"), [*((text, 1000) for text in (*QUICK, "togo")), ("challenge", 60), (DOUBLES, 20)]
)
def test_the_identity_holds_on_many_rounds_at_all_levels(text: str, many: int) -> None:
    boards = seed = 0
    while boards < many:
        levels = LEVELS[seed % 4], LEVELS[seed // 4 % 4]
        for board in _boards(review(_match(text, levels, seed))):
            _check_identity(board)
            if text in PROVED_ATLAS and levels[board.seat - 1] == "perfect" and not rules(text).all_break:
                assert all(row.loss == 0 for row in board.rows if row.basis is Basis.PROVED)
            boards += 1
        seed += 1


@cache
def _slow(text: str, codes: tuple[str, ...]) -> int:
    """Return the least total for these codes, by trying everything."""
    if len(codes) == 1:
        return 1
    best = 10**9
    for guess in rules(text).guesses[0]:
        cells: dict[Marks, list[str]] = {}
        for code in codes:
            cells.setdefault(mark(code, guess), []).append(code)
        win = Marks(len(guess), 0)
        if len(cells) > 1 or win in cells:
            best = min(best, len(codes) + sum(_slow(text, tuple(cell)) for m, cell in cells.items() if m != win))
    return best


@pytest.mark.parametrize(("text", "code"), [("2x4", "GR"), ("2x4", "OO"), ("3x3", "ROR"), ("3x4d", "GYO")])
def test_values_are_those_of_trying_everything(text: str, code: str) -> None:
    problem = problem_of(rules(text))
    guesses = [guess for guess in list(problem.guesses)[::7][:4] if guess != code]
    rows = [(guess, mark(code, guess)) for guess in [*guesses, code]]
    board = review_rows(problem, rows)
    left = tuple(problem.codes)
    for row, (guess, marks) in zip(board.rows, rows, strict=True):
        value = _slow(text, left) / len(left)
        cells = {m: tuple(c for c in left if mark(c, guess) == m) for m in {mark(c, guess) for c in left}}
        win = Marks(problem.holes, 0)
        expected = 1 + sum(_slow(text, cell) for m, cell in cells.items() if m != win) / len(left)
        after = 0 if marks == win else _slow(text, cells[marks]) / len(cells[marks])
        assert (row.before, row.after, row.basis) == (len(left), len(cells[marks]), Basis.PROVED)
        assert row.value_before is not None
        assert row.value_before.guesses == pytest.approx(value)
        assert row.loss == pytest.approx(expected - value)
        assert row.luck == pytest.approx(expected - 1 - after)
        left = cells[marks]
    _check_identity(board)


def test_a_guess_that_tells_nothing_loses_one_guess_and_all_skill() -> None:
    problem = problem_of(rules("4x6"))
    board = review_rows(problem, [("RRRR", Marks(0, 0)), ("RRRR", Marks(0, 0)), ("OOYG", Marks(0, 1))])
    wasted = board.rows[1]
    assert (wasted.before, wasted.after) == (625, 625)
    assert (wasted.loss, wasted.luck, wasted.skill) == (1, 0, 0)


def test_the_best_guess_is_better_by_what_was_lost() -> None:
    problem = problem_of(rules("4x6"))
    silly = review_rows(problem, [("RRRR", Marks(1, 0)), ("RRRO", Marks(1, 0))])
    row = silly.rows[1]
    assert row.best is not None
    assert row.best != "RRRO"
    better = review_rows(problem, [("RRRR", Marks(1, 0)), (row.best, Marks(1, 0))]).rows[1]
    assert better.loss == 0
    assert better.best == row.best


def test_the_rows_that_a_guess_contradicts_are_named_with_both_marks() -> None:
    rows = [("RROO", Marks(2, 0)), ("RYGB", Marks(1, 0)), ("PPPP", Marks(0, 0))]
    (first, third) = contradictions(rows, "RYPO")
    assert (first.row, first.would, first.earned) == (2, Marks(2, 0), Marks(1, 0))
    assert (third.row, third.would, third.earned) == (3, Marks(1, 0), Marks(0, 0))
    board = review_rows(problem_of(rules("4x6")), [*rows, ("RYPO", Marks(0, 0))])
    assert board.rows[3].against == (first, third)
    assert not board.rows[3].could_be_code


def test_the_review_of_a_long_board_grows_with_its_rows_and_not_with_their_square() -> None:
    """When every contradicted row was named, the review of two boards of a thousand rows took 196 MB as JSON."""
    rows = [("GGYY", Marks(0, 0)), ("YYGG", Marks(0, 0))] * MOST_AGAINST
    found = review_rows(problem_of(rules("4x6")), rows).rows
    assert [len(row.against) for row in found] == [min(at, MOST_AGAINST) for at in range(len(rows))]
    assert len(contradictions(rows, "GGYY")) == len(rows), "but the coach names all of them"


def test_a_row_that_repeats_colours_cannot_be_a_code_of_different_ones() -> None:
    row = review_rows(problem_of(rules("togo")), [("RRYY", Marks(1, 0))]).rows[0]
    assert row.against == ()
    assert not row.could_be_code


def test_an_unbroken_round_adds_what_was_still_to_be_expected() -> None:
    state = played("4x6:first=1,rows=2", "1 hide RYGB", "2 guess RROO", "2 guess GGBB")
    (board,) = review(state).rounds[0].boards
    assert not board.broken
    assert board.end is not None
    assert board.end.guesses > 1
    _check_identity(board)


def test_measuring_stops_where_marks_contradict_each_other() -> None:
    rows = [("RROO", Marks(1, 1)), ("RRRR", Marks(0, 0)), ("OOOO", Marks(0, 0)), ("YGYG", Marks(1, 1))]
    board = review_rows(problem_of(rules("4x6")), rows)
    assert board.contradicted == 3
    assert [row.loss is None for row in board.rows] == [False, False, True, True]
    assert [row.after for row in board.rows][2:] == [0, 0]
    assert board.rows[2].before == board.rows[1].after
    assert not board.broken
    _check_identity(board)


def test_a_void_attempt_is_marked_and_reviewed_as_it_was_marked() -> None:
    text = "togo:first=1,marking=hand"
    state = played(text, "1 hide RYGB", "2 guess ROYG", "1 mark 0,0", "2 guess BWNP", "1 mark 0,1", "2 give-up")
    first = review(state).rounds[0]
    assert first.void
    assert first.erred == (1,)
    (board,) = first.boards
    assert [row.marks for row in board.rows] == [Marks(0, 0), Marks(0, 1)]
    assert board.contradicted == 2


def test_the_code_need_not_be_known() -> None:
    text = "logic24:first=1,marking=home"
    state = played(text, "2 guess YYRR", "1 mark 1,0", "2 guess YOBO", "1 mark 1,1")
    (found,) = review(state).rounds
    assert not found.over
    assert found.codes == ()
    _check_identity(found.boards[0])


def test_where_pegs_run_out_nothing_is_proved_and_the_best_row_can_be_placed() -> None:
    problem = problem_of(rules("logic12"))
    rows = [(guess, mark("YROB", guess)) for guess in ("YYYY", "YYYY", "YYYR", "ROBG", "YROB")]
    board = review_rows(problem, rows, Placing(dict.fromkeys("YROBG", 12)))
    short = board.rows[3]
    assert short.basis is Basis.ESTIMATED
    assert short.best is not None
    assert short.best.count("Y") <= 1
    _check_identity(board)


def test_pegs_that_run_short_where_nobody_needs_them_change_nothing() -> None:
    problem = problem_of(rules("logic12"))
    rows = [(guess, mark("ROBG", guess)) for guess in ("YYYY", "YYYY", "YYRO", "ROBG")]
    board, free = review_rows(problem, rows, Placing(dict.fromkeys("YROBG", 12))), review_rows(problem, rows)
    assert [(row.loss, row.luck, row.basis) for row in board.rows] == [
        (row.loss, row.luck, Basis.PROVED) for row in free.rows
    ]


@pytest.mark.parametrize(
    "text",
    [
        "challenge+beginner+doubles:supply=box,rounds=1",
        pytest.param("challenge:supply=box,rounds=1", marks=pytest.mark.long),
    ],
)
def test_where_both_sides_use_up_the_same_rings_the_best_row_can_be_placed(text: str) -> None:
    holes = rules(text).codes[0].holes
    turns = [f"{seat} guess {row * holes}" for row in "RRROOO" for seat in (1, 2)]
    state = played(text, f"1 hide {'ROGBP'[:holes]}", f"2 hide {'GBPRO'[:holes]}", *turns)
    assert state.now
    boards = state.now.boards
    for board, found in zip(boards, review(state).rounds[0].boards, strict=True):
        _check_identity(found)
        for row in found.rows:
            before = [Board(each.breaker, rows=each.rows[: row.number - 1]) for each in boards]
            mine = next(each for each in before if each.breaker == board.breaker)
            assert row.best in rows_on(state.rules, mine, (), before)


def test_with_a_handicap_each_seat_is_measured_by_its_own_code() -> None:
    state = _match("challenge:handicap=1,rounds=1", ("expert", "expert"), 3)
    small, full = sorted(review(state).rounds[0].boards, key=lambda board: board.seat)
    assert small.start is not None
    assert full.start is not None
    assert small.start.guesses == pytest.approx(1435 / 360)
    assert full.start.guesses == pytest.approx(34251 / 6720, abs=0.01)


def test_too_many_codes_to_measure_leave_what_can_be_said_without() -> None:
    problem = problem_of(rules("8x10"))
    board = review_rows(problem, [("RRRRYYYY", Marks(1, 1)), ("RRRRYYYY", Marks(8, 0))])
    assert board.start is None
    assert board.broken
    assert [(row.before, row.loss) for row in board.rows] == [(None, None)] * 2
    assert board.rows[1].against[0].row == 1


@pytest.mark.long  # it compiles the kernels for six holes
def test_six_holes_are_measured_too() -> None:
    problem = problem_of(rules("6x4"))
    code = "ROYGRO"
    board = review_rows(problem, [(guess, mark(code, guess)) for guess in ("RROOYY", "ROYGGG", "ROYGOR", code)])
    assert board.rows[-1].basis is Basis.PROVED
    _check_identity(board)


def test_a_match_that_has_not_begun_has_a_start_only() -> None:
    found = review(played("4x6:first=1"))
    assert found.start is not None
    assert found.start.guesses == 5625 / 1296
    assert found.rounds[0].boards[0].rows == ()


def test_rows_and_boards_come_flat_for_tables() -> None:
    found = review(_match("togo", ("novice", "club"), 3))
    rows, boards = found.rows(), found.boards()
    assert len({tuple(row) for row in rows}) == len({tuple(board) for board in boards}) == 1
    assert all(isinstance(value, str | int | float | None) for each in (*rows, *boards) for value in each.values())
    for flat, board in zip(boards, _boards(found), strict=True):
        own = [
            row for row in rows if (row["round"], row["code"], row["seat"]) == (flat["round"], flat["code"], board.seat)
        ]
        assert [row["guess"] for row in own] == [row.guess for row in board.rows]
        assert [row["loss"] for row in own] == [row.loss for row in board.rows]
        assert (flat["rows"], flat["luck"]) == (len(board.rows), board.luck)
    assert found.told() == []


def test_where_both_break_at_once_every_row_has_its_chance_to_win_the_round() -> None:
    state = played("challenge:rounds=1", "1 hide ROYGB", "2 hide NWPBY", "1 guess RROYG", "2 guess RROYG")
    state = play(play(state, 1, Guess("BPNYW")), 2, Guess("ROYGB"))
    first, second = _boards(review(state))
    odds = [[row.odds for row in board.rows] for board in (first, second)]
    assert odds[0][1] == Odds(0, 0), "the other broke the code"
    assert odds[1][1] == Odds(1, 0)
    assert all(each is not None for board in odds for each in board)
    mine, theirs = (board[0] for board in odds)
    assert mine is not None
    assert theirs is not None
    assert mine.drawn == pytest.approx(theirs.drawn)
    assert mine.win + theirs.win + mine.drawn == pytest.approx(1)
    assert 0 < mine.win < theirs.win, "more codes are left to seat 1"


def test_in_turn_the_second_row_of_a_turn_is_judged_by_both() -> None:
    moves = ("1 hide YROB", "2 hide GGRY", "1 guess YYRR", "2 guess YRYR")
    first, second = _boards(review(played("logic24+two-boards:first=1", *moves)))
    before, after = first.rows[0].odds, second.rows[0].odds
    assert before is not None
    assert after is not None
    assert before.drawn + after.drawn < 0.01, "only full boards draw"
    assert 0 < before.win < 1
    assert 0 < after.win < 1


def test_a_lone_breaker_has_no_race() -> None:
    found = review(played("togo:first=1", "1 hide RYGB", "2 guess ROYG"))
    assert all(row.odds is None for board in _boards(found) for row in board.rows)

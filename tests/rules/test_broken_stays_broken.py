"""A row that equals the code has broken it, whatever was marked, if its breaker lets that stand."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg import Accept, GiveUp, Guess, Hide, Mark, Marks, Move, State, legal, mark, new, play, rules, to_act, view
from keypeg.core import Phase
from tests.rules.matches import played, points, refused, then, verdict, waits, winner

equalled = ("1 hide YRBG", "2 guess YRBG")

one_board = pytest.mark.parametrize("text", ["logic24:", "logic12:", "logic24+blanks:", "4x6:", "4x6:rows=9,"])


def by_hand(text: str) -> str:
    return f"{text}first=1,marking=hand"


@one_board
def test_a_broken_code_stays_broken_where_no_code_fits_its_marks(text: str) -> None:
    code = ("1 hide ROYG", "2 guess ROYG") if text.startswith("4x6") else equalled
    state = played(by_hand(text), *code, "1 mark 3,1")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)


def test_a_broken_code_stays_broken_at_its_row_when_the_rows_are_full() -> None:
    later = ("2 guess YRBO", "1 mark 3,0") * 2
    state = played("logic24:rows=3,first=1,marking=hand", *equalled, "1 mark 3,0", *later)
    assert waits(state) == "2 to decide"
    state = then(state, "2 accept")
    assert verdict(state).broke == ((2, 1),)
    assert points(state) == (0, 1)
    assert len(state.past[0].boards[0].rows) == 1, "later rows vanish"


def test_a_broken_code_stays_broken_although_its_breaker_gave_up() -> None:
    state = played("4x6:first=1,marking=hand", "1 hide ROYG", "2 guess ROYG", "1 mark 3,0", "2 give-up")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)


def test_a_broken_code_stays_broken_although_its_breaker_gave_up_before_it_was_marked() -> None:
    state = then(played(by_hand("logic24:"), *equalled), "2 give-up")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)
    assert points(then(state, "2 claim")) == (0, 10)


def test_a_broken_code_stays_broken_at_its_first_row_although_a_later_one_was_marked_all_exact() -> None:
    state = played(by_hand("logic24:"), *equalled, "1 mark 3,0", "2 guess YRBG", "1 mark 4,0", "2 accept")
    assert points(state) == (0, 1)


def test_the_breaker_may_have_it_played_again_instead() -> None:
    state = played("logic24:first=1,marking=hand,wrong-marks=plus3", *equalled, "1 mark 3,1", "2 claim")
    assert verdict(state).void
    assert points(state) == (3, 0)
    assert waits(state) == "1 to hide"


def test_only_the_breaker_decides() -> None:
    state = played(by_hand("logic24:"), *equalled, "1 mark 3,1")
    assert refused(state, "1 accept") == "not-your-turn"


def test_wrong_marks_without_such_a_row_are_void_as_before() -> None:
    state = played(by_hand("logic24:"), "1 hide YRBG", "2 guess YRBO", "1 mark 3,1")
    assert waits(state) == "1 to hide"
    assert verdict(state).void


@pytest.mark.parametrize(("text", "penalties"), [("togo:first=1,", (0, 3)), ("challenge:", (-1, 0))])
def test_togo_and_challenge_keep_their_printed_penalty(text: str, penalties: tuple[int, int]) -> None:
    togo = ("1 hide RYGB", "2 guess RYGB", "1 mark 3,1")
    challenge = ("1 hide ROYGB", "2 hide BGYOR", "1 guess WWWWW", "2 guess ROYGB", "2 mark 0,0", "1 mark 4,1")
    state = played(f"{text}marking=hand", *(togo if text.startswith("togo") else challenge))
    assert verdict(state).void
    assert points(state) == penalties


on_two_boards = ("1 hide YROB", "2 hide GGOO", "1 guess GGOO")


def test_on_two_boards_the_earlier_break_wins() -> None:
    moves = (*on_two_boards, "2 mark 3,0", "2 guess YROB", "1 mark 4,0")
    state = played("logic24+two-boards:first=1,marking=hand", *moves)
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1
    assert points(then(state, "1 claim")) == (0, 0)


def test_on_two_boards_wrong_marks_on_rows_that_vanish_do_not_matter() -> None:
    moves = (*on_two_boards, "2 mark 3,0", "2 guess YYYY", "1 mark 0,0", "1 guess GGOY", "2 mark 3,1")
    state = played("logic24+two-boards:first=1,marking=hand", *moves)
    assert waits(state) == "1 to decide", "seat 1 erred only after it had broken the code"
    assert winner(then(state, "1 accept")) == 1


def test_on_two_boards_a_seat_that_marked_wrongly_before_its_break_has_nothing_to_let_stand() -> None:
    moves = ("1 hide YROB", "2 hide GGOO", "1 guess GGGG", "2 mark 2,0", "2 guess YYYY", "1 mark 0,0")
    state = played("logic24+two-boards:first=1,marking=hand", *moves, "1 guess GGOO", "2 mark 3,1")
    assert verdict(state).void
    assert verdict(state).erred == (1, 2)


def test_on_two_boards_with_equal_turns_both_breaks_of_one_turn_stand_or_none() -> None:
    moves = (*on_two_boards, "2 mark 3,0", "2 guess YROB", "1 mark 4,0")
    state = played("logic24+two-boards:equal-turns,first=1,marking=hand", *moves, "1 accept")
    assert verdict(state).broke == ((1, 1), (2, 1))
    assert points(state) == (0, 0)


EQUAL_TURNS = "logic24+two-boards:equal-turns,first=1,marking=hand"


def test_with_equal_turns_a_slip_after_the_break_does_not_annul_it() -> None:
    moves = (*on_two_boards, "2 mark 4,0", "2 guess YYYY", "1 mark 2,0")
    state = played(EQUAL_TURNS, *moves)
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1
    assert verdict(then(state, "1 claim")).void


def test_with_equal_turns_a_slip_before_the_break_still_annuls_it() -> None:
    moves = ("1 hide YROB", "2 hide GGOO", "1 guess GGGG", "2 mark 2,0", "2 guess YYYY", "1 mark 0,0")
    state = played(EQUAL_TURNS, *moves, "1 guess GGOO", "2 mark 4,0", "2 guess RRRR", "1 mark 1,0")
    assert verdict(state).void
    assert verdict(state).erred == (1,)


def test_with_equal_turns_a_slip_that_denied_the_other_break_leaves_the_choice_to_that_seat() -> None:
    state = played(EQUAL_TURNS, *on_two_boards, "2 mark 4,0", "2 guess YROB", "1 mark 1,0")
    assert waits(state) == "2 to decide"
    assert verdict(then(state, "2 accept")).broke == ((1, 1), (2, 1))


def test_with_equal_turns_both_may_slip_and_the_break_of_the_one_who_slipped_after_it_may_stand() -> None:
    moves = (*on_two_boards, "2 mark 3,0", "2 guess YYYY", "1 mark 2,0", "1 guess BBBB", "2 mark 0,0")
    state = played(f"{EQUAL_TURNS},rows=2", *moves, "2 guess RRRR", "1 mark 1,0")
    assert waits(state) == "1 to decide"
    assert verdict(then(state, "1 accept")).broke == ((1, 1),)
    assert winner(then(state, "1 accept")) == 1


def test_at_a_real_board_the_break_is_found_when_the_code_is_shown() -> None:
    later = ("2 guess YRBO", "1 mark 3,0")
    state = played("logic24:rows=2,first=1,marking=home", "2 guess YRBG", "1 mark 3,0", *later, "1 reveal YRBG")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)


def test_at_a_real_board_a_claim_has_the_code_shown_and_then_the_break_may_stand() -> None:
    state = played("logic24:first=1,marking=home", "2 guess YRBG", "1 mark 3,1", "2 claim")
    assert waits(state) == "1 to reveal"
    assert waits(then(state, "1 reveal YRBG")) == "2 to decide"
    assert verdict(then(state, "1 reveal YRBO")).void


def test_at_a_real_board_a_codemaker_who_does_not_show_the_code_gains_nothing() -> None:
    state = played("logic24:first=1,marking=home", "2 guess YRBG", "1 mark 3,1", "2 claim", "1 give-up")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)


SHAPES = (
    "logic24:rows=4",
    "logic24+blanks:rows=3",
    "logic24:rows=unlimited,supply=unlimited",
    "logic12:rows=3,wrong-marks=plus3",
    "4x6",
    "2x3d:rows=4",
    "3x3:rows=3,unbroken=plus1",
)
RACES = ("logic24+two-boards:rows=4", "logic24+two-boards:rows=3,equal-turns")


@pytest.mark.parametrize("shape", [*SHAPES, *RACES])
@given(seed=st.integers(0, 10**9))
def test_no_mark_on_a_row_that_equals_the_code_or_later_helps_the_codemaker_if_the_breaker_lets_it_stand(
    shape: str, seed: int
) -> None:
    random = Random(seed)
    text = f"{shape}{',' if ':' in shape else ':'}first=1,marking=hand"
    before, maker = _up_to_a_break(text, random)
    holes = before.rules.codes[0].holes
    honest = _ended(play(before, maker, Mark((Marks(holes, 0),))), maker, Random(seed))
    lied = _ended(play(before, maker, legal(before, maker).only(Mark).sample(random)), maker, Random(seed))
    assert _result(lied, maker) <= _result(honest, maker)


def _up_to_a_break(text: str, random: Random) -> tuple[State, int]:
    """A match with true marks so far, in which the codemaker is to mark a row that equals the code."""
    state = new(rules(text))
    codes: dict[int, str] = {}
    while True:
        (seat,) = sorted(to_act(state))[:1]
        seen = view(state, seat)
        other = 3 - seat
        if seen.phase is Phase.HIDE:
            move = legal(state, seat).only(Hide).sample(random)
            assert isinstance(move, Hide)
            codes[seat] = move.code
            state = play(state, seat, move)
        elif seen.phase is Phase.GUESS:
            right = random.random() < 0.3 or len(seen.boards[seen.turn].rows) + 1 == state.rules.rows
            state = play(state, seat, Guess(codes[other]) if right else legal(state, seat).only(Guess).sample(random))
        else:
            assert state.now
            guess = state.now.boards[state.now.marking[0]].rows[-1].guess
            if guess == codes[seat]:
                return state, seat
            state = play(state, seat, Mark((mark(codes[seat], guess),)))


def _ended(state: State, maker: int, random: Random) -> State:
    """Go on until the attempt is over: the breaker marks truly, lets its break stand, and gives up some day."""
    rows = 0
    while not state.past:
        seat = random.choice(sorted(to_act(state)))
        moves = legal(state, seat)
        assert state.now
        move: Move
        if Accept() in moves:
            move = Accept()
        elif seat != maker and Mark in moves.types:
            (share,) = state.now.held_by(seat)
            move = Mark((mark(share.code or "", state.now.boards[state.now.marking[0]].rows[-1].guess),))
        elif Guess in moves.types:
            rows += 1
            move = GiveUp() if rows > 5 else moves.only(Guess).sample(random)
        else:
            move = moves.only(Mark).sample(random)
        state = play(state, seat, move)
    return state


def _result(state: State, maker: int) -> int:
    """What the attempt is worth to the codemaker: the rows of its opponent, or what it has won of a race."""
    came_to = verdict(state)
    assert not came_to.void
    adds = came_to.adds
    return adds[maker - 1] - adds[2 - maker] if state.rules.all_break else adds[2 - maker]

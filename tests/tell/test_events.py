"""How a code ended, in sentences."""

from __future__ import annotations

import pytest

from keypeg import Guess, Hide, new, play, rules
from keypeg.tell import verdict_messages
from keypeg.tell.events import shown_verdict_messages
from keypeg.words import Words
from tests.rules.matches import played


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("challenge", ["Both players broke the code in row 1.", "That’s a tie, so nobody scores."]),
        ("challenge:both=point-each", ["The round is shared: Ada and Bo.", "Ada gets 1 point.", "Bo gets 1 point."]),
    ],
)
def test_who_break_in_the_same_turn_share_the_round_only_if_it_scores(text: str, last: list[str]) -> None:
    match = new(rules(text))
    for seat, move in ((1, Hide("ROYGB")), (2, Hide("NWPBG")), (1, Guess("NWPBG")), (2, Guess("ROYGB"))):
        match = play(match, seat, move)
    said = list(Words("en").render_all(verdict_messages(match.rules, {1: "Ada", 2: "Bo"}, match.past[0])))
    assert said[-len(last) :] == last
    assert not any("wins" in sentence for sentence in said)
    assert [sentence for sentence in said if "broke" in sentence] == ["Both players broke the code in row 1."]


@pytest.mark.parametrize(
    ("text", "end", "you", "told"),
    [
        ("logic24", "", 2, ["You did not break the code this time.", "An unbroken code counts as 3 rows."]),
        ("logic24", "", 1, ["Bo did not break the code.", "An unbroken code counts as 3 rows."]),
        ("logic24", "2 give-up", 2, ["You gave up.", "An unbroken code counts as 3 rows."]),
        ("togo", "", 2, ["You did not break the code this time.", "Ada gets 2 points."]),
    ],
)
def test_a_breaker_who_fails_is_told_so_with_the_points(text: str, end: str, you: int, told: list[str]) -> None:
    state = played(f"{text}:rows=2,first=1", "1 hide RYGB", "2 guess YRBG", end or "2 guess BYRG")
    said = shown_verdict_messages(state.rules, {1: "Ada", 2: "Bo"}, state.past[0], (you,))
    assert Words("en").render_all(said) == told


def test_wrong_marks_name_the_row_what_was_marked_what_was_right_and_what_it_costs() -> None:
    moves = "1 hide RYGB", "2 guess ROPN", "1 mark 0,1", "2 guess RYGB", "1 mark 4,0"
    state = played("togo:first=1,marking=hand", *moves)
    told = shown_verdict_messages(state.rules, {1: "Ada", 2: "Bo"}, state.past[0], (1,))
    assert Words("en").render_all(told) == [
        "You marked row 1 “1 near”; it should have been “1 exact”.",
        "So this code is void and will be played again.",
        "Bo gets 3 points.",
    ]
    told = shown_verdict_messages(state.rules, {1: "Ada", 2: "Bo"}, state.past[0], (2,))
    assert Words("en").render_all(told)[-1] == "You get 3 points."


def test_many_wrong_marks_are_counted_and_cost_nothing_if_the_rules_say_so() -> None:
    rows = [move for _ in range(5) for move in ("2 guess RRRR", "1 mark 0,0")]
    state = played("logic24:first=1,marking=hand", "1 hide RYGB", *rows, "2 guess RYGB", "1 mark 4,0", "2 claim")
    told = Words("en").render_all(shown_verdict_messages(state.rules, {1: "Ada", 2: "Bo"}, state.past[0], (2,)))
    assert told[0] == "Ada marked row 1 “nothing”; it should have been “1 exact”."
    assert told[3:] == [
        "2 more rows were marked wrong.",
        "So this code is void and will be played again.",
        "It costs no points.",
    ]


@pytest.mark.parametrize(
    ("text", "moves", "told"),
    [
        ("logic24:first=2", ("2 hide YROB", "1 guess YROB"), ["You broke the code in row 1."]),
        (
            "logic24:first=2",
            ("2 hide YROB", "1 guess RRRR", "2 give-up"),
            ["Bo gives up.", "The code counts as broken in row 1."],
        ),
        ("togo:first=2", ("2 hide RYGB", "1 guess RYGB"), ["You broke the code in row 1.", "Bo gets 1 point."]),
        (
            "challenge",
            ("1 hide ROYGB", "2 hide NWPBG", "1 guess NWPBG", "2 guess ROYBG"),
            ["You broke the code in row 1.", "You win the round."],
        ),
    ],
)
def test_what_a_code_is_worth_is_not_said_twice(text: str, moves: tuple[str, ...], told: list[str]) -> None:
    state = played(text, *moves)
    said = shown_verdict_messages(state.rules, {1: "Ada", 2: "Bo"}, state.past[0], (1,))
    assert Words("en").render_all(said) == told

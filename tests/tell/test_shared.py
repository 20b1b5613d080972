"""What friends are told of a match: the result from the side of who shares it, and marks."""

from __future__ import annotations

from keypeg.message import message
from keypeg.notation import read_record
from keypeg.tell.shared import SharedMatch, shared_match
from keypeg.words import Words

WORDS = Words("en")
SINGLE = """Keypeg-Record: 2
Rules: togo:rounds=1,parity=any,first=1

round 1
1 hide RYGB
2 guess ROYG
2 guess RYGB
"""
MATCH = """Keypeg-Record: 2
Rules: togo:rounds=2,first=1

round 1
1 hide RYGB
2 guess RYGB

round 2
2 hide NWPB
1 guess ROYG
1 guess NWPB
"""
CALLED = """Keypeg-Record: 2
Rules: mm44

table draw 1

round 1
table deal R.... ....P .B... ..Y..
1 guess POBOG:_/w/w/-
2 guess YOGYY:-/_/-/w
3 guess OGROY:w/-/_/w
4 guess BOYBG:-/-/w/_
1 guess BBPRB:_/w/b/-
2 guess RYBGB:b/_/w/w
2 call RBY.P
"""


def told(record: str, seat: int) -> SharedMatch:
    return shared_match(read_record(record).state, seat, None, None)


def lines(record: str, seat: int) -> list[str]:
    return list(WORDS.render_all(told(record, seat).lines))


def test_the_rows_of_a_single_code_tell_its_result() -> None:
    assert lines(SINGLE, 2) == ["Keypeg · Mastermind, travel edition · 2/9", "⬛⬜⬜🟫", "⬛⬛⬛⬛"]


def test_a_player_who_only_hid_a_code_is_not_told_to_have_missed_it() -> None:
    assert lines(SINGLE, 1) == ["Keypeg · Mastermind, travel edition", "Won the match."]
    assert told(SINGLE, 1).heard == told(SINGLE, 1).headline


def test_a_match_says_who_won_beside_the_marks_of_its_last_code() -> None:
    assert lines(MATCH, 1) == ["Keypeg · Mastermind, travel edition · 2/9", "Lost the match.", "🟫🟫🟫🟫", "⬛⬛⬛⬛"]
    assert lines(MATCH, 2) == ["Keypeg · Mastermind, travel edition · 1/9", "Won the match.", "⬛⬛⬛⬛"]


def test_where_nobody_called_a_split_code_rightly_nobody_wins() -> None:
    calls = "1 call RRRR.\n2 call .RRRP\n3 call RBRR.\n4 call RRYR.\n"
    record = f"Keypeg-Record: 2\nRules: mm44:first=1\n\nround 1\ntable deal R.... ....P .B... ..Y..\n{calls}"
    assert told(record, 1).headline == message("tell.outcome.nobody")


def test_a_code_that_is_called_is_not_said_to_be_unbroken() -> None:
    assert lines(CALLED, 2) == ["Keypeg · Mastermind for four", "Won the match.", "⬜🟫🟫", "⬛⬜⬜"]
    assert WORDS.render(told(CALLED, 2).heard) == "1 near; 1 exact, 2 near"
    assert lines(CALLED, 3)[1:] == ["Lost the match.", "⬜⬜🟫"]

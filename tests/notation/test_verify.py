"""What `verify` checks of a record: every seal, every mark, every result and the outcome, with its line."""

from __future__ import annotations

from keypeg import new, play, read_move, rules, write_record
from keypeg.notation import Check, Checked, Finding, Record, verify
from keypeg.notation.seals import hidden_by

SEAL, MARKS, RESULT, OUTCOME = Checked.SEAL, Checked.MARKS, Checked.RESULT, Checked.OUTCOME
RIGHT, ERRED, MISSING = Finding.RIGHT, Finding.ERRED, Finding.MISSING


def test_a_record_without_seals_and_with_marks_left_out() -> None:
    _, checks = verify("""Keypeg-Record: 1
Rules: togo:first=1

round 1
1 hide ROYG
2 guess RBPW:1,0
2 guess ROYG
= 2 broke it in 2, adds 2 0

2 hide NWPB
1 guess NWPB:4,0
over, points 2 1, 1 wins
""")
    assert checks == [
        Check(SEAL, MISSING, "", None, 1, 1, 1, "ROYG"),
        Check(MARKS, RIGHT, "RBPW:1,0", 6, 1, 1, 2),
        Check(MARKS, MISSING, "ROYG:4,0", 7, 1, 1, 2),
        Check(RESULT, RIGHT, "2 broke it in 2, adds 2 0", 8, 1, 1),
        Check(SEAL, MISSING, "", None, 2, 1, 2, "NWPB"),
        Check(MARKS, RIGHT, "NWPB:4,0", 11, 2, 1, 1),
        Check(RESULT, MISSING, "1 broke it in 1, adds 0 1", None, 2, 1),
        Check(OUTCOME, RIGHT, "over, points 2 1, 1 wins", 12),
    ]


def test_marks_given_by_hand_are_compared_with_the_code_once_it_is_open() -> None:
    _, checks = verify("""Keypeg-Record: 1
Rules: logic24:rows=2,marking=hand,first=1

1 hide YROB
2 guess GGGG
1 mark 0,0
2 guess YYYY
1 mark 2,0
""")
    assert checks == [
        Check(SEAL, MISSING, "", None, 1, 1, 1, "YROB"),
        Check(MARKS, RIGHT, "GGGG:0,0", None, 1, 1, 2),
        Check(MARKS, ERRED, "YYYY:2,0", None, 1, 1, 2),
        Check(RESULT, MISSING, "void, 1 erred, adds 0 0", None, 1, 1),
    ]


def test_every_share_of_a_sealed_deal_is_checked_with_its_line() -> None:
    game = rules("mm44:seats=2,first=1")
    state, deal = new(game), read_move(game, "deal R.... .O...")
    assert state.now
    seals = tuple(
        share.sealed(game, salt * 32) for share, salt in zip(hidden_by(state.now, 0, deal), "ab", strict=True)
    )
    written = write_record(Record(play(state, 0, deal), seals={0: seals}))
    _, checks = verify(written)
    assert checks == [
        Check(SEAL, RIGHT, str(seals[0]), 6, 1, 1, 1, "R...."),
        Check(SEAL, RIGHT, str(seals[1]), 7, 1, 1, 2, ".O..."),
    ]

"""Records of version 1: read if they mean the same match under the rules of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from keypeg import Malformed, read_record, write_record
from keypeg.notation import Checked, Finding, verify

FOLDER = Path(__file__).parent / "version1"
"""Records as Keypeg wrote them before version 2."""


def _record(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


same = pytest.mark.parametrize("name", ["togo", "challenge", "mm44-sealed", "mm44-full-rows-sealed", "accepted-break"])


@same
def test_a_record_of_version_1_that_means_the_same_match_reads_and_is_written_as_version_2(name: str) -> None:
    old = _record(name)
    new = write_record(read_record(old))
    assert new == old.replace("Keypeg-Record: 1", "Keypeg-Record: 2")
    assert write_record(read_record(new)) == new


@same
def test_a_record_of_version_1_verifies(name: str) -> None:
    _, checks = verify(_record(name))
    found = {check.what for check in checks if check.finding is Finding.RIGHT}
    assert {Checked.RESULT, Checked.OUTCOME} <= found
    assert (Checked.SEAL in found) is name.endswith("sealed")


@pytest.mark.parametrize(
    ("name", "line", "rule"),
    [
        ("voided-break", 7, "a row equal to the code breaks it"),
        ("thirty-red-rings", 13, "both sides share the rings in the box"),
        ("liar", 10, "a call that matches the true shares wins even after a wrong answer"),
        ("blank-row", 6, "only your own share’s hole may stay empty"),
        ("blank-row-home", 10, "only your own share’s hole may stay empty"),
        ("hidden-break", 9, "a row equal to the code breaks it"),
        ("unfit-home", 8, "a row equal to the code breaks it"),
        ("claim-home", 7, "a call that matches the true shares wins even after a wrong answer"),
        ("proved-hole", 11, "only your own share’s hole may stay empty"),
        ("not-shown", 8, "a code that is not shown at the end counts as broken"),
        ("six-colours", 24, "with six colours all 80 pegs are used"),
    ],
)
def test_a_record_of_version_1_that_means_another_match_is_refused_with_the_rule(
    name: str, line: int, rule: str
) -> None:
    old = _record(name)
    for text in (old, "".join(each for each in old.splitlines(keepends=True) if not each.startswith("="))):
        with pytest.raises(Malformed, match=f"Line {line} of the record.*of version 1.*{rule}") as refused:
            read_record(text)
        assert refused.value.fields["line"] == line


def test_a_code_of_version_1_that_was_broken_in_the_row_at_which_unlimited_rows_end_today_reads() -> None:
    rows = "2 guess RR:0,0\n" * 999
    code = f"round 1 code 1\n1 hide OY\n{rows}2 guess OY:2,0\n= 2 broke it in 1000, adds 0 1000\n"
    old = f"Keypeg-Record: 1\nRules: 2x3:first=1\n\n{code}"
    assert write_record(read_record(old)).startswith(old.replace("Keypeg-Record: 1", "Keypeg-Record: 2"))
    later = old.replace("2 guess OY:2,0\n", "2 guess RR:0,0\n2 guess OY:2,0\n").replace("1000", "1001")
    with pytest.raises(Malformed, match=r"of version 1.*1,000 rows"):
        read_record(later)


def test_a_deal_of_version_1_in_which_all_seats_answered_wrongly_reads() -> None:
    old = (
        "Keypeg-Record: 1\nRules: mm44:seats=2,marking=hand,first=1\n\nround 1\ntable deal .R... ..G..\n"
        "1 guess BRGBB\n2 mark -\n2 guess BBGRB\n1 mark -\n1 call .RB..\n2 call B.G..\n= void, 1 2 erred, adds 0 0\n"
    )
    assert write_record(read_record(old)).startswith(old.replace("Keypeg-Record: 1", "Keypeg-Record: 2"))


@pytest.mark.parametrize(
    "moves",
    [
        "challenge:supply=box,rounds=1\n\nround 1\n1 hide ROYGB\n2 hide ROYGB\n1 guess RRR\n",
        "mm44:seats=2,first=1\n\nround 1\ntable deal .R... ..G..\n1 guess BRG\n",
    ],
)
def test_a_move_that_no_version_allows_is_refused_for_what_it_is(moves: str) -> None:
    with pytest.raises(Malformed, match="has 3 pegs; a row here has 5"):
        read_record(f"Keypeg-Record: 1\nRules: {moves}")

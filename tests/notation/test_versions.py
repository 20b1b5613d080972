"""Records of version 1 are read if they mean the same match today; those of version 2 keep the rules that they had."""

from __future__ import annotations

from pathlib import Path

import pytest

from keypeg import Malformed, Rules, State, new, play, read_move, read_record, rules, view, write_record
from keypeg.core import Marking, Phase
from keypeg.notation import Checked, Finding, verify
from keypeg.table import load, save

FOLDER = Path(__file__).parent
"""Records as Keypeg wrote them before version 2, and before version 3."""


def _record(name: str, version: int = 1) -> str:
    return (FOLDER / f"version{version}" / f"{name}.txt").read_text("utf-8")


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


# Version 2

SLIP, SLIP_HOME = "slip-after-break", "slip-after-break-home"


@pytest.mark.parametrize("name", [SLIP, SLIP_HOME])
def test_a_record_of_version_2_in_which_a_slip_annulled_a_break_is_written_again_as_it_was(name: str) -> None:
    old = _record(name, 2)
    record = read_record(old)
    first = record.state.past[0].verdict
    assert first
    assert first.void
    assert write_record(record) == old
    assert save(load(old)) == old


def test_the_seals_of_such_a_record_still_verify() -> None:
    _, checks = verify(_record(SLIP, 2))
    assert [check.finding for check in checks if check.what is Checked.SEAL] == [Finding.RIGHT] * 6


@pytest.mark.parametrize(
    ("name", "moves", "slipped"),
    [
        (SLIP, ("1 guess BBBB", "2 mark 1,0"), 2),
        (SLIP_HOME, ("2 guess BBBB", "1 mark 0,0", "1 reveal YRBG", "2 reveal GBRY"), 1),
    ],
)
def test_a_match_of_version_2_is_played_on_by_the_rule_that_it_had(
    name: str, moves: tuple[str, ...], slipped: int
) -> None:
    state = _then(read_record(_record(name, 2)).state, *moves)
    last = state.past[-1].verdict
    assert last
    assert (last.void, last.erred) == (True, (slipped,))
    assert write_record(state).startswith("Keypeg-Record: 2\n")


@pytest.mark.parametrize("marking", ["hand", "home"])
def test_the_same_match_begun_today_is_of_version_3_and_the_break_may_stand(marking: str) -> None:
    state = _slipped(rules(f"logic24+two-boards:equal-turns,marking={marking},first=1"))
    assert view(state, None).phase is Phase.DECIDE
    assert view(state, None).to_act == {1}
    state = _then(state, "1 accept")
    written = write_record(state)
    assert written.startswith("Keypeg-Record: 3\n")
    assert written.splitlines()[-2:] == ["= 1 broke it in 1, adds 1 0", "over, points 1 0, 1 wins"]
    assert read_record(written).state == state
    assert write_record(read_record(written)) == written
    with pytest.raises(Malformed, match="1 accept"):
        read_record(written.replace("Keypeg-Record: 3", "Keypeg-Record: 2"))


@pytest.mark.parametrize(
    "text", ["togo:first=1", "logic24+two-boards:first=1,marking=hand", "logic24+two-boards:equal-turns,first=1"]
)
def test_a_match_that_both_versions_play_alike_is_of_version_2_so_that_older_ones_read_it(text: str) -> None:
    written = write_record(new(rules(text)))
    assert written.startswith("Keypeg-Record: 2\n")
    newer = written.replace("Keypeg-Record: 2", "Keypeg-Record: 3")
    assert read_record(newer) == read_record(written)
    assert write_record(read_record(newer)) == written


def test_a_record_of_version_1_keeps_the_rule_of_version_2() -> None:
    old = _record(SLIP, 2)
    assert write_record(read_record(old.replace("Keypeg-Record: 2", "Keypeg-Record: 1"))) == old


def _slipped(chosen: Rules) -> State:
    """A match in which seat 1 has broken the code and then marked wrongly in the missing turn of seat 2."""
    rows = ["1 guess GBRY", "2 mark 4,0", "2 guess OOOO", "1 mark 1,0"]
    if chosen.marking is Marking.HOME:
        return _then(new(chosen), *rows, "1 reveal YRBG", "2 reveal GBRY")
    return _then(new(chosen), "1 hide YRBG", "2 hide GBRY", *rows)


def _then(state: State, *moves: str) -> State:
    for move in moves:
        seat, _, text = move.partition(" ")
        state = play(state, int(seat), read_move(state.rules, text))
    return state

"""`keypeg engine` as another program sees it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg import read_record, view
from keypeg.notation import position_lines, rules_lines

KEYPEG = str(Path(sys.executable).parent / "keypeg")


def said(*lines: str, player: str = "club") -> list[str]:
    done = subprocess.run(
        [KEYPEG, "engine", "--player", player],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("rules", "facts", "slug", "fact"),
    [
        ("togo", ["phase mark"], "protocol-lacks", "marking"),
        ("togo:marking=hand", ["phase mark", "marking 2 1"], "protocol-lacks", "row"),
        ("togo:marking=hand", ["phase mark", "marking 2 1", "row 2 1 ROYG ?"], "protocol-lacks", "share"),
        ("mm44:marking=home", ["phase judge"], "protocol-lacks", "call"),
        ("mm44", ["phase guess"], "protocol-lacks", "share"),
        ("mm44", ["phase call"], "protocol-lacks", "share"),
        ("mm44", ["phase deal"], "protocol-not-asked", "seat"),
        ("togo", ["row 1 1 ROYG 9,9"], "marks-impossible", "9,9"),
    ],
)
def test_a_position_that_lacks_something_is_refused_in_a_sentence(
    rules: str, facts: list[str], slug: str, fact: str
) -> None:
    refused, moved = said("newmatch", f"rules {rules}", "seat 1", "position", *facts, "go")
    assert refused.startswith(f"error {slug} ")
    assert fact in refused
    assert moved == "bestmove none"


def test_a_call_is_asked_for_while_others_answer_ones_own_row() -> None:
    told = said(
        "newmatch",
        "rules mm44:marking=home,first=1",
        "seat 1",
        "position",
        "phase mark",
        "waits 2 3 4",
        "row 1 1 ROYGB _/?/?/?",
        "marking 1 1",
        "go interject",
    )
    assert told == ["bestmove none"]


def test_a_match_of_version_2_is_played_on_after_a_slip_that_annulled_a_break() -> None:
    old = Path(__file__).parents[1] / "notation" / "version2" / "slip-after-break.txt"
    state = read_record(old.read_text("utf-8")).state
    facts = [*rules_lines(state.rules, 1), "position", *position_lines(view(state, 1))]
    (moved,) = said("newmatch", *facts, "go")
    assert moved.startswith("bestmove guess ")


def test_marks_that_contradict_each_other_leave_no_candidates() -> None:
    rows = ["row 1 1 ROYG 1,2", "row 1 1 ROYG 2,1"]
    told = said("newmatch", "rules togo", "seat 1", "position", *rows, "go", player="perfect")
    assert told[0] == "info candidates 0"
    assert told[1].startswith("bestmove guess ")


def test_every_go_gets_one_bestmove_whatever_was_asked() -> None:
    told = said(
        "go",
        "newmatch",
        "rules nobox",
        "go",
        "newmatch",
        "rules 4x6",
        "seat 7",
        "go",
        "newmatch",
        "rules 4x6",
        "seat 2",
        "go movetime soon",
        "position",
        "row 2 1 RROX 1,1",
        "go",
        "position",
        "row 2 1 RROO 1,1",
        "waits 1",
        "go",
        "position",
        "phase over",
        "go",
        "position",
        "phase deal",
        "waits table",
        "go interject",
    )
    assert sum(line.startswith("bestmove none") for line in told) == 8
    slugs = [line.split()[1] for line in told if line.startswith("error")]
    assert slugs[:6] == [
        "protocol-no-match",
        "box-unknown",
        "seat-unreadable",
        "protocol-movetime",
        "code-unreadable",
        "protocol-not-asked",
    ]


def test_what_it_does_not_know_it_says() -> None:
    assert said("setoption name depth value 3")[0].startswith("error protocol-option")
    assert said("setoption name player value grandmaster")[0].startswith("error player-unknown")
    assert said("", "  ", "isready") == ["readyok"]


def test_words_that_it_does_not_know_are_passed_over() -> None:
    new = "debug on"
    match = (new, "newmatch", new, "rules 4x6", "seat 2", new, "isready", new)
    told = said(*match, "position", "row 2 1 RROO 1,1", new, "go")
    assert [line.split()[0] for line in told] == ["readyok", "bestmove"]


def test_it_speaks_one_version_of_the_protocol() -> None:
    assert said("keypeg 1")[-1] == "keypegok"
    assert said("keypeg 1 and more")[-1] == "keypegok"
    for other in ("keypeg 2", "keypeg", "keypeg one"):
        [told] = said(other)
        assert told.startswith("error protocol-version This engine speaks version 1 of the protocol")


def test_an_option_changes_who_plays() -> None:
    rows = ("newmatch", "rules 5x8", "seat 2", "seed 1", "position", "row 2 1 RROOY 1,1", "go")
    first = said(*rows, player="club")
    assert first == said("setoption name player value club", *rows, player="expert")


TOGO = ("newmatch", "rules togo:first=1", "seat 2", "position", "row 2 1 ROYG 1,2")


def test_it_tells_what_guesses_are_worth_while_it_thinks() -> None:
    told = said("setoption name top value 2", *TOGO, "go worth RYGB ROBP", player="perfect")
    assert told[0] == "info candidates 144"
    assert told[1] == "info guess ROBP expected 3.451389 worst 5 basis proved"
    assert [line for line in told if line.startswith("info top")] == [
        "info top 1 guess ROBP expected 3.451389 worst 5 basis proved",
        "info top 2 guess RYBP expected 3.465278 worst 5 basis proved",
    ]
    assert told[-3:] == [
        "info worth guess RYGB expected 3.493056 worst 5 basis proved behind 0.041667",
        "info worth guess ROBP expected 3.451389 worst 5 basis proved behind 0.000000",
        "bestmove guess ROBP",
    ]


def test_its_move_is_the_first_of_the_list_though_nothing_is_proved() -> None:
    asked = ("newmatch", "rules 5x6", "seat 2", "position", "row 2 1 BOPYG 0,3")
    told = said("setoption name top value 6", *asked, "go", player="perfect")
    suggested = told[1].split()[2]
    assert told[-1] == f"bestmove guess {suggested}"
    assert next(line for line in told if line.startswith("info top 1 ")).startswith(f"info top 1 guess {suggested} ")


LAST_ROW = "rules logic24+blanks:first=1,rows=3;seat 2;position;row 2 1 GGBO 2,0;row 2 1 YROR 1,1"
RACE = (
    "rules challenge+beginner:rounds=1;seat 2;position;phase guess;share 1 ????;share 2 PRBY"
    ";row 2 1 GRYY 1,1;row 1 1 BOGP 0,2"
)


@pytest.mark.parametrize(
    ("asked", "suggested", "better"),
    [(LAST_ROW, "YB.O", "YYBO"), pytest.param(RACE, "OBYG", "ORYB", marks=pytest.mark.long)],
    ids=["last row", "race"],
)
@pytest.mark.parametrize("effort", [1, 2])
def test_more_effort_does_not_forget_why_another_row_is_better(
    effort: int, asked: str, suggested: str, better: str
) -> None:
    told = said(f"setoption name effort value {effort}", "newmatch", *asked.split(";"), "go", player="perfect")
    assert told[1].startswith(f"info guess {suggested} ")
    assert told[-1] == f"bestmove guess {better}"


def test_limits_of_what_it_tells_are_refused_with_a_sentence() -> None:
    for option, value in (("top", "0"), ("top", "many"), ("effort", "1001")):
        assert said(f"setoption name {option} value {value}")[0].startswith(f"error {option}-range")
    assert said(*TOGO, "go worth ROY")[0].startswith("error holes-wrong")


def test_of_a_split_code_it_tells_the_row_and_the_calls() -> None:
    shares = [f"share {seat} {'..R..' if seat == 2 else '?????'}" for seat in range(1, 5)]
    boards = [f"board {seat} 1" for seat in range(1, 5)]
    told = said(
        *("newmatch", "rules mm44:first=1", "seat 2", "position", *shares, *boards),
        *("row 1 1 RBGYO _/w/b/-", "turn 2 1", "waits 2", "go"),
        player="perfect",
    )
    assert told[0] == "info deals 144 codes 120"
    assert re.fullmatch(r"info guess [A-Z]{5} bits 3\.9\d+", told[1])
    assert told[-1].startswith("bestmove guess")


def test_when_time_is_short_it_answers_with_the_best_so_far() -> None:
    rows = ("newmatch", "rules 8x15", "seat 2", "position", "row 2 1 RROOYYGG 1,1", "go movetime 1")
    (told,) = said(*rows, player="perfect")
    assert re.fullmatch(r"bestmove guess [A-Z]{8}", told)


def test_stop_is_heard_while_it_thinks() -> None:
    rows = ("newmatch", "rules 8x15", "seat 2", "position", "row 2 1 RROOYYGG 1,1", "go", "stop", "isready")
    first, ready = said(*rows, player="perfect")
    assert first.startswith("bestmove guess")
    assert ready == "readyok"


def test_a_half_line_at_the_end_and_bytes_that_are_no_text_do_no_harm() -> None:
    done = subprocess.run(
        [KEYPEG, "engine"], input=b"isready\n\xff\xfe\nquit now", capture_output=True, check=True, timeout=60
    )
    assert done.stdout.decode().splitlines()[0] == "readyok"
    assert done.stderr == b""

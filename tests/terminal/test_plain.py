"""Line mode: whole matches through standard input and output."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.core import Call, Mark, Phase
from keypeg.notation import move_text, read_record
from keypeg.notation import rules as read_rules
from keypeg.players import read_player
from keypeg.terminal.match.local import LocalSession
from keypeg.terminal.match.session import waits_here
from keypeg.terminal.match.setup import read_occupants, start
from keypeg.terminal.plain import Console, PlainMatch
from keypeg.words import PSEUDO, Words


def keypeg(*arguments: str, said: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "keypeg", *arguments],
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"KEYPEG_LANG": "en", "PATH": "", "KEYPEG_DATA": os.environ["KEYPEG_DATA"], **environ},
    )


class Typist(io.StringIO):
    """Types whatever a computer would do for the person who is asked."""

    match: PlainMatch

    def __init__(self, words_only: bool) -> None:
        super().__init__()
        self._words_only = words_only

    def readline(self, *_: object) -> str:  # type: ignore[override]
        match, session = self.match, self.match.session
        if match.seat not in waits_here(session):
            return "\n"
        view = session.view(match.seat)
        move = read_player("club", f"{match.seat}").choose(view)
        text = move_text(view.rules, move)
        out_of_turn = isinstance(move, Call) and view.phase is not Phase.CALL
        if self._words_only and not isinstance(move, Mark) and not out_of_turn:
            word, _space, rest = text.partition(" ")
            text = rest or {"accept": "yes", "claim": "no"}.get(word, word)
        return text + "\n"


def played(rules: str, seats: str, *, language: str = "en", words_only: bool = True) -> tuple[LocalSession, list[str]]:
    words, found = Words(language), read_rules(rules)
    session = start(words, found, read_occupants(found, seats), seed="7", call_window=None)
    assert isinstance(session, LocalSession)
    heard, told = Typist(words_only), io.StringIO()
    heard.match = PlainMatch(session, Console(words, heard, told))
    heard.match.run()
    return session, told.getvalue().splitlines()


MATCHES = [
    ("logic24", "you,club"),
    ("logic12+blanks", "club,you"),
    ("logic24+two-boards", "you,you=Bo"),
    ("logic24:marking=home", "you,you"),
    ("togo:marking=hand", "you,club:errs=0.5"),
    ("togo:marking=hand-checked", "you,you"),
    ("challenge:rounds=1", "you,club"),
    ("challenge:rounds=1,marking=hand", "you,you"),
    ("mm44", "you,club,club,club"),
    ("mm44:marking=hand", "you,you,club,club"),
    ("mm44:seats=3,marks=counts,calls=secret", "you,club,club"),
    ("mm44:seats=2,boards=2", "you,you"),
    ("4x5b:rows=6", "you,club"),
]


@pytest.mark.parametrize(("rules", "seats"), MATCHES)
def test_a_whole_match_line_by_line(rules: str, seats: str) -> None:
    session, told = played(rules, seats)
    assert session.table.outcome is not None
    assert told[-1] in ("The match is a draw.", *(f"{name} wins the match." for name in _names(session)))


def _names(session: LocalSession) -> list[str]:
    return [session.names.get(seat, f"Seat {seat}") for seat in range(1, session.rules.seats + 1)]


def test_moves_can_be_written_out_and_every_language_is_spoken() -> None:
    session, told = played("logic24", "you,you", language=PSEUDO, words_only=False)
    assert session.table.outcome is not None
    assert all(line.startswith("[") for line in told)


def test_every_complete_row_is_one_sentence() -> None:
    session, told = played("togo", "you,club")
    rows = sum(len(board.rows) for attempt in session.table.state.past for board in attempt.boards)
    assert sum(line.startswith("Row ") for line in told) == rows


def test_a_match_through_a_pipe() -> None:
    typed = ["", "RYGB", "ROYG", "2345", "r, y, g, b", "", "NWPO", "give-up"]
    done = keypeg("play", "togo:first=1", "--seats", "you=Ada,you=Bo", "--plain", said="\n".join(typed))
    assert (done.returncode, done.stderr) == (0, "")
    pegs = "R red, O orange, Y yellow, G green, B blue, P purple, W white, N brown"
    codes = f"4 holes, 8 colours. Each colour only once. {pegs}"
    rows = f"4 holes, 8 colours. Colours may repeat. {pegs}"
    assert done.stdout.splitlines() == [
        "Round 1 of 2.",
        "Pass the keyboard to Ada. Ada, press Enter when nobody else is looking.",
        "Ada, hide your code",
        codes,
        "Ada hides a code.",
        "Bo, it’s your turn: row 1 of 9",
        rows,
        "Row 1: red, orange, yellow, green: 1 exact, 2 near.",
        "Bo, it’s your turn: row 2 of 9",
        "Row 2: orange, yellow, green, blue: 3 exact.",
        "Bo, it’s your turn: row 3 of 9",
        "Row 3: red, yellow, green, blue: 4 exact.",
        "Ada’s code was red, yellow, green, blue.",
        "Bo broke the code in row 3.",
        "Ada gets 3 points.",
        "Round 2 of 2.",
        "Bo, hide your code",
        codes,
        "Bo hides a code.",
        "Ada, it’s your turn: row 1 of 9",
        rows,
        "Ada gives up.",
        "Bo’s code was brown, white, purple, orange.",
        "Bo gets 9 points.",
        "Points: Ada 3, Bo 9.",
        "Bo wins the match.",
    ]


def test_a_split_code_through_a_pipe() -> None:
    """All four people fill their boards and pass; the person asked answers the curtain with Enter first."""
    typed = [*["", "ROYGB"] * 16, *["", "pass"] * 4]
    done = keypeg("play", "mm44:first=1", "--seats", "you,you,you,you", "--plain", said="\n".join(typed))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sum(", row " in line and line.startswith("Seat") for line in lines) == 16
    assert lines[-1] == "Nobody wins the match."


def test_wrong_input_gets_one_sentence_and_changes_nothing() -> None:
    said = "\nxyz\nRO\nRRRR1\nhide RYGB\nmark 1,1\ncheck\nfrob\nseat 9\nsave /nowhere/x.txt\nhelp\nquit\n"
    done = keypeg("play", "togo:first=2", "--plain", said=said)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "“RO” has 2 pegs; a row here has 4." in lines
    assert "You cannot hide now. You can: guess, give-up." in lines
    assert "Traceback" not in done.stdout
    assert not any(line.startswith("Row ") for line in lines)


@pytest.mark.parametrize(
    ("language", "said", "refused"),
    [
        (
            "en",
            "green orange\ngreen purpel red y\ngreen, orange b r\nquit\n",
            "“purpel” in green purpel red y is not a peg",
        ),
        ("de", "grün orange\ngrün green rot y\nGrün, Orange b r\nquit\n", "„green“"),
    ],
)
def test_line_mode_takes_the_names_of_colours(language: str, said: str, refused: str) -> None:
    done = keypeg("play", "togo:first=2", "--plain", said=said, KEYPEG_LANG=language)
    assert (done.returncode, done.stderr) == (0, "")
    words = Words(language)
    lines = done.stdout.splitlines()
    assert words.say("error.holes-wrong", code="GO", given=2, holes=4) in lines
    assert any(refused in line for line in lines)
    rows = [line for line in lines if line.startswith(words.say("tell.row", row=1, code="", marks="")[:5])]
    assert len([row for row in rows if words.say("colour.G") in row]) == 1


@pytest.mark.parametrize("said", ["", "1", "1\n", "9\nfrob\ntogo\n", "3\nyou,nobody\n\n"])
def test_the_end_of_input_is_a_clean_end_even_while_choosing(said: str) -> None:
    done = keypeg("play", "--plain", said=said)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1: Master Logic, 24 pegs per colour (logic24)\n")


def test_a_match_can_be_saved_and_gone_on_with(tmp_path: Path) -> None:
    first = keypeg("play", "togo:first=2", "--plain", said="RROO\nsave evening\nquit\n", KEYPEG_DATA=str(tmp_path))
    file = tmp_path / "records" / "evening.txt"
    assert f"Saved as {file}." in first.stdout.splitlines()
    assert read_record(file.read_text("utf-8")).headers["Coach-1"] == "hint"
    again = keypeg("play", "--open", "evening", "--plain", said="undo\nquit\n", KEYPEG_DATA=str(tmp_path))
    assert "Your last move was taken back." in again.stdout
    assert again.stdout.splitlines()[2].startswith("Row 1: red, red, orange, orange:")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play",), "This needs a terminal; --plain plays line by line, even through a pipe.\n"),
        (("play", "togo"), "This needs a terminal; --plain plays line by line, even through a pipe.\n"),
        (("play", "--seats", "you,you", "--plain"), "--seats needs RULES before it"),
        (("play", "togo", "--seats", "you", "--plain"), "Name a player for each of the 2 seats; you named 1.\n"),
        (("play", "togo", "--seats", "you,frob", "--plain"), "There is no player "),
        (("play", "togo", "--coach", "loud", "--plain"), "There is no"),
        (("play", "--open", "nothing-there", "--plain"), "The file “nothing-there” cannot be read"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = keypeg(*arguments, said="")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(sentence)


def test_without_a_terminal_keypeg_alone_gives_the_overview() -> None:
    done = keypeg(said="")
    assert done.returncode == 0
    assert "keypeg play" in done.stdout

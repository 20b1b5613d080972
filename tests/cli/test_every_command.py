"""What holds for every command there is."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest
from cyclopts import App

from keypeg.cli import main
from keypeg.cli.commands import COMMANDS
from keypeg.cli.exit_status import ExitStatus
from keypeg.cli.output import words
from keypeg.words import languages, messages
from keypeg_lab.cli.commands import COMMANDS as LAB_COMMANDS
from tests.cli.test_commands import record

ASKS_NOTHING = ("play", "home", "engine", "completion", "serve")
"""These answer no question, so they have no `--json`."""
NEEDS_MORE = ("play", "serve", "db")
"""These need a terminal, or a server, to be tried."""
OPTION = re.compile(r"--[a-z-]+")
MANY = re.compile(r"\b[1-9][0-9]{2,}\b")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    words.cache_clear()


def options_of(name: str) -> list[tuple[str, ...]]:
    """The options that a command has, each with all its names."""
    app = App(help_flags=(), version_flags=())
    app.default(getattr(import_module(f"keypeg.cli.commands.{name}"), name))
    names = (tuple(name for name in each.names if name.startswith("--")) for each in app.assemble_argument_collection())
    return [each for each in names if each]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_how_it_is_called_and_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == ExitStatus.DONE
    out = capsys.readouterr().out
    usage, *_, example = out.split("\n\n")
    assert " ".join(usage.split()) == f"keypeg {name} {COMMANDS[name].usage}"
    assert example.startswith(f"Example: keypeg {name}")
    assert all(len(line) <= 100 for line in out.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_every_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == ExitStatus.DONE
    listed = capsys.readouterr().out.partition("\nOptions:\n")[2].partition("\n\n")[0]
    assert all(sum(f"  {option}" in f"{listed} " for option in names) >= 1 for names in options_of(name))


def test_help_tells_values_and_defaults(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["suggest", "--help"]) == ExitStatus.DONE
    assert "  --top N        How many of the best guesses to list. (1–100; default 1)\n" in capsys.readouterr().out
    assert main(["play", "--help"]) == ExitStatus.DONE
    told = "  --coach COACH          The help players may ask for. (off, check, explain, hint; default hint)\n"
    assert told in capsys.readouterr().out


def test_help_says_a_sentence_for_every_option() -> None:
    listed = [
        (name, option.removeprefix("--"))
        for commands in (COMMANDS, LAB_COMMANDS)
        for name, command in commands.items()
        for option in re.findall(OPTION, command.usage)
    ]
    said = messages("en")
    keys = [
        next(key for key in (f"cli.option.{name}.{option}", f"cli.option.{option}") if key in said)
        for name, option in listed
    ]
    assert set(keys) == {key for key in said if key.startswith("cli.option.")}
    assert all(re.fullmatch(r"[A-Z].*\.", said[key]) for key in keys)


@pytest.mark.parametrize("language", languages())
def test_the_overview_fits_100_columns_and_cuts_no_sentence(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYPEG_LANG", language)
    monkeypatch.setenv("COLUMNS", "200")
    words.cache_clear()
    assert main(["--help"]) == ExitStatus.DONE
    out = capsys.readouterr().out
    assert all(len(line) <= 100 for line in out.splitlines())
    said = " ".join(out.split())
    for name in COMMANDS:
        summary = messages(language)[f"cli.help.{name}"].partition("\n")[0]
        assert summary.endswith(".")
        assert f"keypeg {name} {' '.join(summary.split())}" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_the_usage_tells_of_every_option_and_of_no_other(name: str) -> None:
    told = re.findall(OPTION, COMMANDS[name].usage)
    options = options_of(name)
    assert all(any(option in names for names in options) for option in told)
    assert all(sum(option in told for option in names) == 1 for names in options)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_with_an_answer_gives_it_as_json_too(name: str) -> None:
    assert (("--json",) in options_of(name)) is (name not in ASKS_NOTHING)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in NEEDS_MORE])
def test_the_example_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.txt").write_text(record(), "utf-8")
    arguments = shlex.split(MANY.sub("2", COMMANDS[name].example))
    with Path(os.devnull).open("rb") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert main([name, *arguments]) in (ExitStatus.DONE, ExitStatus.NO)
    out, err = capsys.readouterr()
    assert (out != "") is (name != "engine")
    assert err == ""


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in NEEDS_MORE])
def test_an_option_that_is_not_there_gets_the_nearest_that_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    known = re.findall(r"--[a-z-]+", COMMANDS[name].usage)
    if not known:
        return
    wrong = f"{known[0][:-1]}x"
    assert main([name, *shlex.split(COMMANDS[name].example), wrong]) == ExitStatus.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"“{wrong}”" in err
    assert known[0] in err


@pytest.mark.parametrize(
    ("line", "slug", "nearest"),
    [
        ("mrak togo RYGB ROYG", "command-unknown", "mark"),
        ("Suggest togo", "command-unknown", "suggest"),
        ("--verison", "command-unknown", "--version"),
        ("mark tgo RYGB ROYG", "box-unknown", "togo"),
        ("show logic42", "box-unknown", "logic24"),
        ("show logic24+blnks", "variant-unknown", "blanks"),
        ("show togo:row=9", "option-unknown", "rows"),
        ("strategy 4x6 --by entrpy", "strategy-unknown", "entropy"),
        ("match togo --seats exprt,club", "player-unknown", "expert"),
        ("check 4x6 --frist 3", "usage-option", "--first"),
        ("puzzle --count 3", "usage-option", ""),
        ("check 4x6 --first many", "usage-value", ""),
        ("completion tcsh", "usage-value", ""),
        ("check 4x6 --first", "usage-missing", ""),
    ],
)
def test_a_wrong_name_is_told_with_the_right_one(
    line: str, slug: str, nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == ExitStatus.BAD_INPUT
    err = capsys.readouterr().err
    assert f"Did you mean {nearest}?" in err if nearest else "Did you mean" not in err
    assert main([*line.split(), "--json"]) == ExitStatus.BAD_INPUT
    assert json.loads(capsys.readouterr().err)["error"] == slug


def test_no_is_an_answer_with_a_status_of_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record().replace("ROYG:1,2", "ROYG:2,1"), "utf-8")
    assert main(["verify", str(file)]) == ExitStatus.NO
    assert "ROYG:1,2" in capsys.readouterr().err


def test_a_fault_of_our_own_is_one_sentence_with_a_status_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of that")

    monkeypatch.setattr("keypeg.cli.commands.mark.read_rules", broken)
    assert main(["mark", "togo", "RYGB", "ROYG"]) == 70
    assert "ZeroDivisionError: nobody thought of that" in capsys.readouterr().err
    monkeypatch.setenv("KEYPEG_TRACE", "1")
    with pytest.raises(ZeroDivisionError):
        main(["mark", "togo", "RYGB", "ROYG"])


def test_something_that_falls_over_because_of_ctrl_c_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("a compiler that was cut short")

    monkeypatch.setattr("keypeg.cli.commands.mark.read_rules", broken)
    assert main(["mark", "togo", "RYGB", "ROYG"]) == 130

"""What holds for every command of keypeg-lab."""

from __future__ import annotations

import re
import shlex
from inspect import Parameter, signature
from pathlib import Path

import pytest

from keypeg.cli.output import words
from keypeg.words import languages
from keypeg_lab.cli import PROGRAM, main

OPTION = re.compile(r"--[a-z-]+")
MANY = re.compile(r"\b[1-9][0-9]{2,}\b")
NAMES = {"begin": "--from", "every": "--all"}
"""The options that are not called like their parameters."""

every_command = pytest.mark.parametrize("name", PROGRAM.commands)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    words.cache_clear()


@every_command
def test_help_shows_how_it_is_called_its_options_and_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    usage, *_, example = out.split("\n\n")
    assert " ".join(usage.split()) == f"keypeg-lab {name} {PROGRAM.commands[name].usage}"
    assert example.startswith(f"Example: keypeg-lab {name}")
    listed = out.partition("\nOptions:\n")[2].partition("\n\n")[0]
    assert all(f"  {option}" in listed for option in OPTION.findall(usage))
    assert all(len(line) <= 100 for line in out.splitlines())


@every_command
def test_the_usage_tells_of_every_option_and_of_no_other(name: str) -> None:
    parameters = signature(PROGRAM.function(name)).parameters.values()
    options = [each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
    assert sorted(OPTION.findall(PROGRAM.commands[name].usage)) == sorted(
        NAMES.get(option, f"--{option.replace('_', '-')}") for option in options
    )


@every_command
def test_the_example_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([name, *shlex.split(MANY.sub("2", PROGRAM.commands[name].example))]) == 0
    out, err = capsys.readouterr()
    assert out
    assert not err


@pytest.mark.parametrize("language", languages())
def test_the_overview_names_every_command(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYPEG_LANG", language)
    words.cache_clear()
    assert main([]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"keypeg-lab {PROGRAM.version}\n")
    assert all(f"  keypeg-lab {name}" in out for name in PROGRAM.commands)
    assert f"keypeg-lab {PROGRAM.helped} --help" in out
    assert all(len(line) <= 100 for line in out.splitlines())


def test_a_wrong_command_is_told_with_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bnch"]) == 2
    assert "Did you mean bench?" in capsys.readouterr().err

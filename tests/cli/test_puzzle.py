"""`keypeg puzzle`."""

from __future__ import annotations

import io
import json

import pytest

from keypeg.cli.main import main
from keypeg.puzzles import Kind


@pytest.mark.parametrize("kind", list(Kind))
def test_a_puzzle_is_asked_and_its_answer_judged(
    kind: Kind, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["puzzle", "--kind", kind, "--level", "medium", "--seed", "7"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["kind"], told["rules"], told["seed"]) == (kind, "logic24", "7")
    monkeypatch.setattr("sys.stdin", io.StringIO("what?\n" + " ".join(told["answers"]) + "\n"))
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert all(row.partition(":")[2] in said for row in told["rows"])
    assert "That’s right!" in said


def test_without_an_answer_nothing_is_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["puzzle", "4x6"]) == 0
    assert "That’s right!" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--kind", "codes"], "not a kind of puzzle. The kinds are: code, fits, wrong, next."),
        (["--level", "7"], "not a level. The levels are: easy, medium, hard."),
        (["mm44"], "such as 4x6"),
    ],
)
def test_an_unknown_kind_or_level_of_puzzle_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", *arguments]) == 2
    assert said in capsys.readouterr().err

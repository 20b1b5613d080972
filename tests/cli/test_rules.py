"""`keypeg rules`: what a person reads, and a program."""

from __future__ import annotations

import json

import pytest

from keypeg.cli import main
from keypeg.cli.output import words


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    monkeypatch.setenv("COLUMNS", "72")
    words.cache_clear()


def test_the_rules_of_a_box_are_read_with_examples_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "togo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Mastermind, travel edition"
    assert "    Code RYGB, guess ROYG: 1 exact, 2 near" in lines
    assert any(line.startswith("  * The sheet does not say how many colours") for line in lines)
    assert any("[colours=6]" in line for line in lines)
    assert max(map(len, lines)) <= 72


def test_a_page_can_be_had_in_any_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "logic24", "--language", "de"]) == 0
    told = capsys.readouterr().out
    assert "Code-Stecker" in told
    assert "Entschlüsseler" in told
    assert main(["rules", "togo", "--language", "xx"]) == 2
    assert "xx" in capsys.readouterr().err


def test_programs_get_sections_paragraphs_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "logic24", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert list(page) == ["box", "language", "title", "sections"]
    paragraphs = [paragraph for section in page["sections"] for paragraph in section["paragraphs"]]
    assert all(list(paragraph) == ["key", "text", "ours", "settings", "example"] for paragraph in paragraphs)
    assert {"rules": "+blanks", "code": "R.GB", "guess": ".RGY", "marks": "1,2"} in [p["example"] for p in paragraphs]


@pytest.mark.parametrize(("text", "box"), [("challenge+doubles:rows=5", "challenge"), ("4x10d", "free")])
def test_a_rules_text_has_the_page_of_its_box(capsys: pytest.CaptureFixture[str], text: str, box: str) -> None:
    assert main(["rules", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["box"] == box


def test_a_box_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "chess"]) == 2
    assert "There is no game “chess”" in capsys.readouterr().err

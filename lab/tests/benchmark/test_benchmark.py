"""The benchmark of reasoning: puzzles by id, answers read out of texts, and scores."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from keypeg import Malformed, mark
from keypeg.puzzles import Kind
from keypeg.words import Words, languages
from keypeg_lab.benchmark import GAMES, item, items, prompt_messages, read_answer, score
from keypeg_lab.cli import main


def test_every_kind_and_game_comes_in_turn_and_again_by_its_id() -> None:
    made = list(items(8, "s", games=("3x5", "4x6")))
    assert [each.puzzle.kind for each in made] == [*Kind, *Kind]
    assert [str(each.puzzle.rules) for each in made] == ["3x5"] * 4 + ["4x6"] * 4
    assert [item(each.id) for each in made] == made
    assert len({each.id for each in made}) == 8


def test_right_answers_lose_nothing_and_no_answer_loses_one() -> None:
    for each in items(12, "s", games=("3x5", "4x6", "4x8d")):
        right = score(each.id, f"Let me think. It is {each.answer}.")
        assert (right.right, right.loss, right.read) == (True, 0, each.answer)
        silent = score(each.id, "I do not know.")
        assert (silent.right, silent.loss, silent.read) == (False, 1, None)


def test_a_worse_row_loses_what_the_engine_says() -> None:
    asked = item("1/4x6/next/7-3")
    told = score(asked.id, "RRRR")
    assert not told.right
    assert 0 < told.loss <= 1


def test_a_code_that_fits_is_marked_as_the_rows_are() -> None:
    for each in items(40, "fits", [Kind.FITS], ["3x5", "4x6"]):
        (code,) = each.puzzle.options
        fits = all(mark(code, guess) == marks for guess, marks in each.puzzle.rows)
        assert each.answer == ("yes" if fits else "no")
    answers = [each.answer for each in items(40, "fits", [Kind.FITS], ["3x5", "4x6"])]
    assert 8 <= answers.count("yes") <= 32


@pytest.mark.parametrize(
    ("kind", "text", "read"),
    [
        ("code", "First R O Y G, then: **RGBP**", "RGBP"),
        ("code", "R, G, B, P", "RGBP"),
        ("code", "Red green", None),
        ("fits", "No! Yes.", "yes"),
        ("fits", "nothing", None),
        ("wrong", "Not row 1 but row 3.", "3"),
        ("next", "", None),
    ],
)
def test_the_last_thing_that_can_be_an_answer_counts(kind: str, text: str, read: str | None) -> None:
    assert read_answer(item(f"1/4x6/{kind}/a").puzzle, text) == read


@pytest.mark.parametrize("identity", ["", "2/4x6/code/a", "1/4x6/codes/a", "1/4x6/code", "1/4x6/code/"])
def test_an_id_of_no_puzzle_is_refused(identity: str) -> None:
    with pytest.raises(Malformed, match="not a puzzle of version 1"):
        item(identity)


def test_the_prompt_says_all_in_every_language() -> None:
    asked = item("1/4x8d/code/a").puzzle
    for language in languages():
        prompt = "\n".join(Words(language).render_all(prompt_messages(asked)))
        assert all(guess in prompt for guess, _ in asked.rows)
        assert all(f"({peg})" in prompt for peg in asked.rules.palette)
        assert "{" not in prompt


def test_the_command_makes_puzzles_and_scores_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", "make", "--number", "8", "--seed", "x", "--games", "3x5,4x6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [json.loads(line) for line in lines]
    assert [each["kind"] for each in told] == [*Kind, *Kind]
    assert all(each["prompt"].startswith("Someone has hidden a code") for each in told)
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(lines))
    assert main(["bench", "score", str(file), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {
        kind: (figure["answers"], figure["share"], figure["loss"]) for kind, figure in figures.items()
    } == dict.fromkeys(Kind, (2, 1, 0))
    assert main(["bench", "score", str(file)]) == 0
    assert "2 of 2 right" in capsys.readouterr().out


@pytest.mark.parametrize("named", [[], ["-"]], ids=["nothing", "-"])
def test_answers_are_read_from_standard_input(
    named: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["bench", "make", "--number", "1", "--games", "3x5"]) == 0
    monkeypatch.setattr("sys.stdin", StringIO(capsys.readouterr().out))
    assert main(["bench", "score", *named]) == 0
    assert "1 of 1 right" in capsys.readouterr().out


@pytest.mark.parametrize("extra", ["answers.jsonl", "--jsn"])
def test_a_benchmark_is_made_from_no_file(extra: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "make", extra]) == 2
    assert f"“{extra}” does not belong here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "no answers"),
        ("{", "Line 1 is not an answer"),
        ('{"id": "1/4x6/code/a"}', "Line 1"),
        ('{"id": "x", "answer": "y"}', "“x” is not a puzzle"),
    ],
)
def test_answers_that_cannot_be_read_are_refused(
    lines: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(lines)
    assert main(["bench", "score", str(file)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.long
def test_every_game_of_the_benchmark_makes_every_kind() -> None:
    made = list(items(4 * len(GAMES), "all"))
    assert {(str(each.puzzle.rules), each.puzzle.kind) for each in made} == {
        (game, kind) for game in GAMES for kind in Kind
    }

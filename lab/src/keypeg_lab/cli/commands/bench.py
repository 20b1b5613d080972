"""`keypeg-lab bench`: a benchmark of reasoning with exact answers, and the score of answers to it."""

from __future__ import annotations

import json as jsonlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

from cyclopts import Parameter

from keypeg.cli.intervals import mean_interval, share_interval
from keypeg.cli.options import Allowed, Json, number_from_one
from keypeg.cli.output import answer, words
from keypeg.errors import Malformed, Unknown
from keypeg.notation import marks_text
from keypeg.puzzles import Kind
from keypeg.words import Words, choose_language, languages
from keypeg_lab.benchmark import GAMES, VERSION, Item, Scored, items, prompt_messages, read_kinds, score
from keypeg_lab.cli.commands import COMMANDS

DO = ("make", "score")


def bench(
    do: str,
    file: Annotated[str, Parameter(allow_leading_hyphen=True)] = "-",
    /,
    *,
    number: Annotated[int, Parameter(name="--number", converter=number_from_one), Allowed("1, 2, …")] = 100,
    seed: Annotated[str, Parameter(name="--seed")] = "1",
    kinds: Annotated[str, Parameter(name="--kinds"), Allowed(", ".join(Kind), default=",".join(Kind))] = "",
    games: Annotated[str, Parameter(name="--games")] = ",".join(GAMES),
    language: Annotated[str | None, Parameter(name="--language"), Allowed(", ".join(languages()))] = None,
    json: Json = False,
) -> None:
    """Make a benchmark, or score answers to one."""
    if do not in DO:
        raise Unknown("bench-do", do=do, known=", ".join(DO))
    if do == "score":
        scored = [score(*line) for line in _answers(file)]
        figures = _figures(scored)
        answer(figures, _lines(figures), json=json)
        return
    if file != "-":
        raise Malformed("usage-too-much", extra=file, usage=f"keypeg-lab bench {COMMANDS['bench'].usage}")
    said = Words(choose_language(language, os.environ))
    for item in items(number, seed, read_kinds(kinds), [game for game in games.split(",") if game]):
        print(jsonlib.dumps(_data(item, said), ensure_ascii=False))


def _data(item: Item, said: Words) -> dict[str, Any]:
    puzzle = item.puzzle
    return {
        "id": item.id,
        "version": VERSION,
        "kind": puzzle.kind.value,
        "rules": str(puzzle.rules),
        "language": said.language,
        "rows": [f"{guess}:{marks_text(marks)}" for guess, marks in puzzle.rows],
        "code": puzzle.options[0] if puzzle.options else None,
        "prompt": "\n".join(said.render_all(prompt_messages(puzzle))),
        "answer": item.answer,
        "expected": puzzle.expected,
        "candidates": puzzle.candidates,
    }


def _answers(file: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the answer of every line."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=file) from None
    except (OSError, ValueError) as error:
        raise Unknown("file-unreadable", file=file, reason=getattr(error, "strerror", None) or str(error)) from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            told = jsonlib.loads(line)
            yield str(told["id"]), str(told["answer"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Malformed("bench-line", line=number) from None


def _figures(scored: Sequence[Scored]) -> dict[str, Any]:
    """Return, by kind, the number of answers, how many are right and unreadable, and the loss, with 95 % intervals."""
    if not scored:
        raise Malformed("bench-empty")
    by_kind = {kind: [each for each in scored if each.item.puzzle.kind is kind] for kind in Kind}
    return {kind.value: _kind(found) for kind, found in by_kind.items() if found}


def _kind(scored: Sequence[Scored]) -> dict[str, Any]:
    right, losses = sum(each.right for each in scored), [each.loss for each in scored]
    return {
        "answers": len(scored),
        "right": right,
        "share": right / len(scored),
        "interval": share_interval(right, len(scored)),
        "unreadable": sum(each.read is None for each in scored),
        "loss": fmean(losses),
        "loss_interval": mean_interval(losses),
    }


def _lines(figures: dict[str, Any]) -> Iterator[str]:
    say = words().say
    for kind, told in figures.items():
        low, high = told["interval"]
        yield say(f"web.practice.kind.{kind}")
        yield "  " + say(
            "cli.bench.share", right=told["right"], answers=told["answers"], share=told["share"], low=low, high=high
        )
        if kind == Kind.NEXT:
            yield "  " + say("cli.bench.loss", loss=told["loss"])
        if told["unreadable"]:
            yield "  " + say("cli.bench.unreadable", number=told["unreadable"])

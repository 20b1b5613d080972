"""`keypeg puzzle`: a position and one question about it."""

from __future__ import annotations

import random
import sys
from secrets import token_hex
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Allowed, Json
from keypeg.cli.output import answer, words
from keypeg.errors import KeypegError, Unknown
from keypeg.notation import marks_text
from keypeg.notation import rules as read_rules
from keypeg.puzzles import LEVELS, Kind, Puzzle, judge, make
from keypeg.tell.puzzles import judged_messages, question_message


def puzzle(
    rules: str | None = None,
    /,
    *,
    kind: Annotated[str, Parameter(name="--kind"), Allowed(", ".join(Kind))] = "",
    level: Annotated[str, Parameter(name="--level"), Allowed(", ".join(LEVELS))] = "easy",
    seed: Annotated[str, Parameter(name="--seed")] = "",
    json: Json = False,
) -> None:
    """Solve a puzzle."""
    seed = seed or token_hex(4)
    if kind and kind not in list(Kind):
        raise Unknown("puzzle-kind", kind=kind, kinds=", ".join(Kind))
    if level not in LEVELS:
        raise Unknown("puzzle-level", level=level, levels=", ".join(LEVELS))
    asked = Kind(kind) if kind else random.Random(seed).choice(list(Kind))
    made = make(asked, read_rules(rules or LEVELS[level]), seed)
    if json:
        answer(_data(made), (), json=True)
    else:
        _ask(made)


def _data(made: Puzzle) -> dict[str, object]:
    return {
        "kind": made.kind.value,
        "rules": str(made.rules),
        "seed": made.seed,
        "rows": [f"{guess}:{marks_text(marks)}" for guess, marks in made.rows],
        "options": list(made.options),
        "candidates": made.candidates,
        "answers": list(made.answers),
        "expected": made.expected,
    }


def _ask(made: Puzzle) -> None:
    """Ask until the answer can be read, then say whether it is right."""
    say = words()
    print(f"{made.rules}, {made.seed}")
    for number, (guess, marks) in enumerate(made.rows, start=1):
        print(f"{number}  {' '.join(guess)}  {marks_text(marks)}")
    print(say.render(question_message(made.kind)))
    if made.options:
        print(" ".join(made.options))
    while True:
        print(f"{say.say(f'cli.puzzle.ask.{made.kind}')} ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        try:
            judged = judge(made, line.strip())
        except KeypegError as error:
            print(say.render(error.message))
            continue
        for sentence in say.render_all(judged_messages(made, judged)):
            print(sentence)
        return

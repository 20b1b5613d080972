"""`keypeg atlas`: list and verify the best trees known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Literal

from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.cli.progress import progress_bar
from keypeg.notation import rules as read_rules
from keypeg.solve import Entry, entries, problem_of, verify


def atlas(action: Literal["list", "verify"] = "list", rules: str | None = None, /, *, json: Json = False) -> None:
    """List the atlas; verify it, or the tree of some rules."""
    if action == "list":
        listed = entries()
        answer([asdict(entry) for entry in listed], _lines(listed), json=json)
    else:
        _verify(rules, json=json)


def _lines(listed: list[Entry]) -> Iterator[str]:
    wide = max(len(entry.rules) for entry in listed)
    for entry in listed:
        key = "cli.atlas.proved" if entry.proved else "cli.atlas.bound"
        said = words().say(key, total=entry.total, codes=entry.codes, worst=entry.worst, bound=entry.bound)
        yield f"{entry.rules:{wide}}  {said}"


def _verify(rules: str | None, *, json: bool) -> None:
    """Play every tree over every code; raise Conflict at the first difference."""
    asked = problem_of(read_rules(rules)).shape if rules else None
    shapes = [asked] if asked else sorted({entry.shape for entry in entries()})
    verdicts = []
    for shape in shapes:
        with progress_bar(shape):
            verdicts.append(verify(shape))
    lines = (
        words().say("cli.atlas.verified", shape=verdict.shape, codes=verdict.codes, total=verdict.total)
        for verdict in verdicts
    )
    answer([asdict(verdict) for verdict in verdicts], lines, json=json)

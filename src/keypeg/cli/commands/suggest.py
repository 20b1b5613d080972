"""`keypeg suggest`: what to guess next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from keypeg.cli.options import Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.notation import read_row
from keypeg.notation import rules as read_rules
from keypeg.solve import Suggestion, placing_of, problem_of
from keypeg.solve import suggest as suggested


def suggest(rules: str, /, *rows: str, seat: Seat = 1, json: Json = False) -> None:
    """Suggest the next guess after these rows."""
    found = read_rules(rules)
    problem = problem_of(found, seat_of(found, seat))
    placed = [read_row(found, row, seat) for row in rows]
    suggestion = suggested(problem, placed, placing_of(found))
    data = {name: value for name, value in asdict(suggestion).items() if name not in ("top", "complete")}
    answer(data, _lines(suggestion), json=json)


def _lines(suggestion: Suggestion) -> Iterator[str]:
    say = words().say
    yield suggestion.guess
    if suggestion.candidates is not None:
        yield say("cli.check", codes=suggestion.candidates)
    yield say("cli.suggest.may-be-code" if suggestion.is_candidate else "cli.suggest.cannot-be-code")
    if suggestion.expected is not None and suggestion.worst is not None:
        yield say("cli.suggest.expected", expected=suggestion.expected, worst=suggestion.worst)
    yield say(f"cli.suggest.{suggestion.basis}")

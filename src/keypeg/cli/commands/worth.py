"""`keypeg worth`: what a guess is worth, and how much worse it is than the suggested one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from keypeg.cli.commands.suggest import rows_left_lines
from keypeg.cli.options import Effort, Json, Seat
from keypeg.cli.output import answer, words
from keypeg.deduce import ask
from keypeg.deduce.suggestion import Basis, GuessWorth
from keypeg.notation import rules as read_rules

FEW = 1000
"""Up to this many codes, only pegs that may run out keep a guess from being valued."""


def worth(rules: str, guess: str, /, *rows: str, effort: Effort = 1, seat: Seat = 1, json: Json = False) -> None:
    """Print what a guess is worth after these rows."""
    played = read_rules(rules)
    found = ask.worth(rules, guess, rows, seat=seat, effort=effort)
    pegs_run_out = played.supply is not None and (found.best.expected is not None or found.candidates <= FEW)
    lines = [*_lines(found, pegs_run_out=pegs_run_out), *rows_left_lines(played, len(rows), found.worst)]
    answer(asdict(found), lines, json=json)


def _lines(found: GuessWorth, *, pegs_run_out: bool) -> Iterator[str]:
    say = words().say
    yield say("cli.check", codes=found.candidates)
    sizes = found.partition.values()
    yield say("cli.suggest.parts", parts=len(sizes), largest=max(sizes))
    yield say("tell.suggest.may-be-code" if found.is_candidate else "cli.worth.cannot-be-code")
    if found.expected is None or found.worst is None:
        yield say("cli.worth.pegs" if pegs_run_out else "cli.worth.unknown")
        return
    yield say("tell.suggest.expected", expected=found.expected, worst=found.worst)
    yield say("cli.worth.proved" if found.basis is Basis.PROVED else "cli.worth.evaluated")
    best, behind = found.best.guess, found.behind
    if best == found.guess:
        yield say("cli.worth.suggested")
    elif behind is None:
        return
    elif behind < 0:
        yield say("cli.worth.ahead", best=best, ahead=-behind)
    elif behind:
        proved = found.basis is Basis.PROVED
        yield say("cli.worth.behind" if proved else "cli.worth.seems-behind", best=best, behind=behind)
    else:
        proved = found.best.basis is Basis.PROVED
        yield say("cli.worth.equal" if proved else "cli.worth.seems-equal", best=best)

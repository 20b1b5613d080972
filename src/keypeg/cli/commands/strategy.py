"""`keypeg strategy`: the strength of a strategy over all codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from keypeg.cli.files import write_file
from keypeg.cli.options import Allowed, Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.cli.progress import ProgressBar, progress_bar
from keypeg.core import Rules
from keypeg.drawing.histogram import histogram_svg
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.solve import Evaluation, Problem, problem_of, strength
from keypeg.solve.named_strategy import NAMES

SVG = ".svg"

By: TypeAlias = Annotated[str, Parameter(name="--by"), Allowed(", ".join(NAMES))]
Plot: TypeAlias = Annotated[Path | None, Parameter(name="--plot"), Allowed("*.svg")]


Measure = Callable[[Problem, str, ProgressBar], Evaluation]
"""Evaluates a strategy by name, showing its progress."""


def strategy(
    rules: str,
    /,
    *,
    by: By = "entropy",
    plot: Plot = None,
    seat: Seat = 1,
    json: Json = False,
) -> None:
    """Evaluate one strategy, or several separated by commas."""
    compare(rules, by, lambda problem, name, bar: strength(problem, name, progress=bar.codes), plot, seat, json=json)


def compare(rules: str, by: str, measure: Measure, plot: Path | None, seat: int, *, json: bool) -> None:
    """Measure strategies and print, or draw, what they need."""
    found = read_rules(rules)
    if plot and plot.suffix.lower() != SVG:
        raise Malformed("plot-not-svg", file=str(plot), right=f"{plot.stem or found.text}{SVG}")
    problem = problem_of(found, seat_of(found, seat))
    evaluations = []
    for name in by.split(","):
        with progress_bar(name) as bar:
            evaluations.append(measure(problem, name.strip(), bar))
    if plot:
        title = words().say("cli.strategy.title", rules=str(found))
        write_file(plot, histogram_svg(evaluations, title, words().say("cli.strategy.guesses")))
    data = [_data(found, evaluation) for evaluation in evaluations]
    answer(data if len(data) > 1 else data[0], _lines(found, evaluations), json=json)


def _data(rules: Rules, evaluation: Evaluation) -> dict[str, object]:
    return {"rules": str(rules), **asdict(evaluation)}


def _lines(rules: Rules, evaluations: list[Evaluation]) -> Iterator[str]:
    say = words().say
    for evaluation in evaluations:
        yield f"{rules}, {evaluation.by}"
        yield "  " + say(
            "cli.strategy", codes=evaluation.codes, total=evaluation.total, mean=evaluation.mean, worst=evaluation.worst
        )
        if evaluation.proved:
            yield "  " + say("cli.strategy.proved")
        for guesses, codes in evaluation.histogram.items():
            yield "  " + say("cli.strategy.row", guesses=guesses, codes=codes)

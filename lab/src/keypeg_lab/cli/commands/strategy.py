"""`keypeg-lab strategy`: `keypeg strategy` with a search of any length, on this machine or on a cluster."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.commands.strategy import By, Plot, compare
from keypeg.cli.options import Allowed, Json, Seat, number_from_one
from keypeg.cli.progress import ProgressBar
from keypeg.solve import Evaluation, Problem
from keypeg_lab.cli.options import Checkpoint, Cluster
from keypeg_lab.cli.progress import search_progress
from keypeg_lab.strength import Means, strength


def strategy(
    rules: str,
    /,
    *,
    by: By = "entropy",
    within: Annotated[int | None, Parameter(name="--within", converter=number_from_one), Allowed("1, 2, …")] = None,
    checkpoint: Checkpoint = None,
    plot: Plot = None,
    cluster: Cluster = None,
    seat: Seat = 1,
    json: Json = False,
) -> None:
    """Evaluate one strategy, or several separated by commas."""

    def measure(problem: Problem, name: str, bar: ProgressBar) -> Evaluation:
        means = Means(cluster, checkpoint, bar.codes, search_progress(bar))
        return strength(problem, name, within=within, means=means)

    compare(rules, by, measure, plot, seat, json=json)

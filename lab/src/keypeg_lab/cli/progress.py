"""The progress of a search, as text for a progress bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from keypeg.cli.output import words
from keypeg.cli.progress import ProgressBar

if TYPE_CHECKING:
    from keypeg_lab.optimal import Status


def search_progress(bar: ProgressBar) -> Callable[[Status], None]:
    """Return a callback that shows the state of a search on this bar."""

    def show(status: Status) -> None:
        best = "–" if status.best is None else str(status.best)
        bar.text(words().say("cli.progress.search", best=best, bound=status.bound, finished=status.finished))

    return show

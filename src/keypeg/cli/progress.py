"""A progress bar for long work, shown only if stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keypeg.cli.output import words

if TYPE_CHECKING:
    from keypeg.solve.optimal import Status


@dataclass(frozen=True, slots=True)
class ProgressBar:
    """Callbacks that update the bar, with the codes finished out of all codes, the state of a search, or a text."""

    codes: Callable[[int, int], None]
    search: Callable[[Status], None]
    text: Callable[[str], None]


@contextmanager
def progress_bar(name: str) -> Iterator[ProgressBar]:
    """Show a progress bar while the work lasts."""
    if not sys.stderr.isatty():
        yield ProgressBar(lambda _done, _all: None, lambda _status: None, lambda _text: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    said = TextColumn("{task.description}")
    columns = (SpinnerColumn(), said, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)

        def text(said: str) -> None:
            bar.update(task, description=f"{name} {said}")

        def search(status: Status) -> None:
            best = "–" if status.best is None else str(status.best)
            text(words().say("cli.progress.search", best=best, bound=status.bound, finished=status.finished))

        yield ProgressBar(lambda done, codes: bar.update(task, completed=done, total=codes), search, text)

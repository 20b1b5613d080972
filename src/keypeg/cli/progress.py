"""A progress bar for long work, shown only if stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgressBar:
    """Callbacks that update the bar, with the codes finished out of all codes, or a text."""

    codes: Callable[[int, int], None]
    text: Callable[[str], None]


@contextmanager
def progress_bar(name: str) -> Iterator[ProgressBar]:
    """Show a progress bar while the work lasts."""
    if not sys.stderr.isatty():
        yield ProgressBar(lambda _done, _all: None, lambda _text: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    said = TextColumn("{task.description}")
    columns = (SpinnerColumn(), said, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)

        def text(said: str) -> None:
            bar.update(task, description=f"{name} {said}")

        yield ProgressBar(lambda done, codes: bar.update(task, completed=done, total=codes), text)

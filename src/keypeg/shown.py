"""A base class for values that print as text and appear as drawings in a notebook.

`keypeg.drawing` makes both. It is a layer above the values that it draws, so it is imported only when one is shown.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """Base class of everything that can be drawn."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {_drawing().brief(self)}>"

    def __str__(self) -> str:
        return str(_drawing().text(self))

    def _repr_html_(self) -> str:
        """Draw this in a notebook."""
        return draw(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        """Print this in IPython."""
        printer.text(str(self))


def draw(x: object, *, seat: int | None = None, all: bool = False) -> str:
    """Draw a match, a view, a record, a review or evaluations as SVG.

    A running match is drawn as a watcher sees it, or as `seat` does; with `all`, every secret is shown. The
    evaluations in a list are drawn side by side.
    """
    return str(_drawing().svg(x, seat=seat, all=all))


def _drawing() -> Any:
    return import_module("keypeg.drawing")

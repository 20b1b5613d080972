"""The strength of a strategy over every code."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.shown import Shown


@dataclass(frozen=True, slots=True)
class Evaluation(Shown):
    """The evaluation of a strategy on every code: what `keypeg strategy --json` prints, without the rules."""

    by: str
    codes: int
    total: int
    mean: float
    worst: int
    histogram: dict[int, int]
    proved: bool
    seconds: float

    def rows(self) -> list[dict[str, str | int | float]]:
        """Return one flat row per number of guesses, for pandas or Polars: how many codes need that many."""
        return [
            {"by": self.by, "guesses": guesses, "codes": codes, "share": codes / self.codes}
            for guesses, codes in self.histogram.items()
        ]

"""The engine's view of rules: the one file of it that knows what they look like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from keypeg.core.space import Space
from keypeg.errors import Illegal
from keypeg.solve.placing import Placing
from keypeg.solve.problem import Problem


class RulesLike(Protocol):
    """What the engine needs of rules."""

    @property
    def codes(self) -> Sequence[Space]: ...

    @property
    def guesses(self) -> Sequence[Space]: ...

    @property
    def supply(self) -> int | None: ...

    @property
    def fresh_guesses(self) -> bool: ...

    @property
    def split(self) -> bool: ...


def problem_of(rules: RulesLike, seat: int = 1) -> Problem:
    """What this seat has to break; an error where the code is split into shares."""
    if rules.split:
        raise Illegal("code-is-split", rules=str(rules))
    return Problem(rules.codes[seat - 1], rules.guesses[seat - 1])


def placing_of(rules: RulesLike) -> Placing:
    """Which rows these rules let stand."""
    return Placing(rules.supply, rules.fresh_guesses)

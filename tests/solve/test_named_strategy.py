"""Strategies evaluated by name."""

from __future__ import annotations

import pytest

import keypeg.solve
from keypeg.errors import Illegal, Unknown
from keypeg.solve import strength
from keypeg.solve.named_strategy import NAMES
from tests.solve.slow import Slow, make_problem


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_a_strength(name: str) -> None:
    found = strength(make_problem("3x4"), name)
    assert (found.by, found.codes, found.proved) == (name, 64, name == "optimal")
    assert sum(found.histogram.values()) == 64
    assert found.total == sum(n * times for n, times in found.histogram.items())


def test_optimal_is_proved_by_the_atlas_or_by_as_short_a_search_as_a_suggestion() -> None:
    assert strength(make_problem("5x8c"), "optimal").total == 34251
    for shape in ("1x1", "2x4d", "3x3", "3x4d", "2x6"):
        problem = make_problem(shape)
        assert strength(problem, "optimal").total == Slow(problem).least_total()
    assert strength(make_problem("4x4"), "optimal").total == 905
    for shape in ("5x8", "4x8", "6x9"):
        with pytest.raises(Unknown, match="keypeg-lab strategy RULES --by optimal") as caught:
            strength(make_problem(shape), "optimal")
        assert caught.value.slug == "in-lab"
    with pytest.raises(Illegal) as refused:
        strength(make_problem("8x15"), "optimal")
    assert refused.value.slug == "space-too-large"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(Unknown):
        strength(make_problem("3x4"), "luck")


def test_all_is_exported_that_is_said_to_be() -> None:
    assert all(hasattr(keypeg.solve, name) for name in keypeg.solve.__all__)
    assert keypeg.solve.__all__ == sorted(
        keypeg.solve.__all__, key=lambda name: (not name.isupper(), name.islower(), name)
    )

"""Strategies evaluated by name."""

from __future__ import annotations

from pathlib import Path

import pytest

import keypeg.solve
from keypeg.errors import Illegal, Unknown
from keypeg.solve import Means, strength
from keypeg.solve.named_strategy import NAMES
from tests.solve.slow import make_problem


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_a_strength(name: str) -> None:
    found = strength(make_problem("3x4"), name)
    assert (found.by, found.codes, found.proved) == (name, 64, name == "optimal")
    assert sum(found.histogram.values()) == 64
    assert found.total == sum(n * times for n, times in found.histogram.items())


def test_only_a_search_can_be_capped() -> None:
    assert strength(make_problem("4x6"), "optimal", within=5).total == 5626
    with pytest.raises(Illegal) as caught:
        strength(make_problem("4x6"), "entropy", within=5)
    assert caught.value.slug == "cap-without-search"


def test_a_proved_tree_of_the_atlas_is_not_searched_for_again(tmp_path: Path) -> None:
    heard: list[object] = []
    problem = make_problem("4x6d")
    known = strength(problem, "optimal", means=Means(on_search=heard.append))
    assert not heard
    searched = strength(problem, "optimal", means=Means(on_search=heard.append, checkpoint=tmp_path / "search"))
    assert heard
    assert (known.total, known.worst, known.proved) == (searched.total, searched.worst, searched.proved)


def test_the_means_are_handed_on(tmp_path: Path) -> None:
    heard: list[object] = []
    means = Means(checkpoint=tmp_path / "search", on_search=heard.append, on_codes=lambda *done: heard.append(done))
    strength(make_problem("3x4"), "optimal", means=means)
    assert heard
    assert (tmp_path / "search").exists()
    heard.clear()
    strength(make_problem("3x4"), "entropy", means=means)
    assert heard[-1] == (64, 64)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(Unknown):
        strength(make_problem("3x4"), "luck")


def test_all_is_exported_that_is_said_to_be() -> None:
    assert all(hasattr(keypeg.solve, name) for name in keypeg.solve.__all__)
    assert keypeg.solve.__all__ == sorted(
        keypeg.solve.__all__, key=lambda name: (not name.isupper(), name.islower(), name)
    )

"""Strategies evaluated by name, with a search of any length."""

from __future__ import annotations

from pathlib import Path

import pytest

from keypeg.errors import Illegal, Unknown
from keypeg_lab.strength import Means, strength
from tests.solve.slow import make_problem


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

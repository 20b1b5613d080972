"""Trees for the atlas."""

from __future__ import annotations

import pytest

from keypeg.atlas.files import head_of, read
from keypeg.errors import Conflict
from keypeg_lab.build_atlas import build
from tests.solve.slow import make_problem


def test_building_a_tree_again_gives_the_same_total() -> None:
    assert head_of(build(make_problem("4x6c"))).total == 1435


def test_a_tree_of_another_shape_is_not_mended() -> None:
    with pytest.raises(Conflict) as caught:
        build(make_problem("4x6c"), begin=read("4x6d"))
    assert caught.value.slug == "tree-other"

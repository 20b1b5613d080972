"""What needs the engine says so, whether its libraries are missing or the engine itself, as in the browser."""

from __future__ import annotations

import sys

import pytest

from keypeg.deduce.late_import import late_import
from keypeg.errors import Illegal


@pytest.mark.parametrize("missing", ["numpy", "keypeg.review.measure", "keypeg.review.measure.split"])
def test_a_function_of_a_missing_engine_is_refused(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("keypeg.review.measure")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(Illegal) as refused:
        late_import("keypeg.review.measure.split:review_split")
    assert refused.value.slug == "extra-missing"


def test_anything_else_that_is_missing_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("keypeg.review.measure")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "keypeg.deduce.placing", None)
    with pytest.raises(ModuleNotFoundError):
        late_import("keypeg.review.measure.evaluator:EngineEvaluator")

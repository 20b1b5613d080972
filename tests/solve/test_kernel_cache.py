"""Kernels whose cache cannot be read are compiled again."""

from __future__ import annotations

import importlib
import pickle
import sys
from pathlib import Path
from types import ModuleType

import numba
import pytest

SOURCE = """
from keypeg.solve._kernels.kernel import kernel

@kernel
def double(number):
    return 2 * number
"""


class Gone:
    """Pickled under the name of a module that no longer exists."""

    def __reduce__(self) -> tuple[object, ...]:
        return importlib.import_module, ("keypeg.solve._kernels.renamed",)


@pytest.mark.parametrize("rest", [pickle.dumps(Gone()), b"", b"nonsense"])
def test_an_unreadable_index_is_replaced(rest: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "doubling.py").write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def load() -> ModuleType:
        monkeypatch.delitem(sys.modules, "doubling", raising=False)
        return importlib.import_module("doubling")

    assert load().double(4) == 8
    (index,) = tmp_path.rglob("*.nbi")
    index.write_bytes(pickle.dumps(numba.__version__) + rest)
    compiled = load()
    assert compiled.double(4) == 8
    assert not compiled.double.stats.cache_hits
    again = load()
    assert again.double(4) == 8
    assert again.double.stats.cache_hits, "the cache is readable again"

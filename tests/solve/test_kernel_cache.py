"""Kernels whose cache cannot be read are compiled again, and where none can be written, they do without."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
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


PROGRAM = """
import resource, sys
if "full" in sys.argv:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
if "bare" in sys.argv:
    import numba.core.caching, numba.core.options, numba.experimental.function_type
    del numba.core.caching.FunctionCache
    for option in ("_nrt", "no_cpython_wrapper", "no_cfunc_wrapper"):
        delattr(numba.core.options.DefaultOptions, option)
from keypeg.deduce import compiling
compiling.listeners.append(lambda: print("compiling"))
from doubling import double
print(double(4))
if "warm" in sys.argv:
    from keypeg.solve import warm
    warm()
    print("warm")
"""
NOBODY = 65534


@pytest.mark.parametrize("home", ["/nonexistent", None], ids=["no home folder", "HOME unset"])
def test_a_user_who_can_write_nowhere_compiles_without_a_cache(tmp_path: Path, home: str | None) -> None:
    assert _said(tmp_path, home) == ["compiling", "8"]
    assert not [*tmp_path.rglob("*.nb?"), *tmp_path.rglob("__pycache__")]


def test_a_full_disk_only_costs_the_cache(tmp_path: Path) -> None:
    assert _said(tmp_path, str(tmp_path), "full") == ["compiling", "8"]
    assert _said(tmp_path, str(tmp_path), "full") == ["compiling", "8"]


@pytest.mark.parametrize("more", [(), pytest.param(("warm",), marks=pytest.mark.long)], ids=["one", "all"])
def test_kernels_work_without_what_numba_does_not_document(tmp_path: Path, more: tuple[str, ...]) -> None:
    assert _said(tmp_path, str(tmp_path), "bare", *more) == ["8", *more]
    assert [*tmp_path.rglob("doubling.double-*.nbi")], "they are kept all the same"


def _said(folder: Path, home: str | None, *arguments: str) -> list[str]:
    """Run the program, as somebody who may read everything and write nothing; or with `full`, where no byte fits."""
    (folder / "doubling.py").write_text(SOURCE, "utf-8")
    command = [sys.executable, "-c", PROGRAM, *arguments]
    if not arguments:
        folder.chmod(0o555)
        if os.geteuid() == 0:
            reads = "-all,+dac_read_search"
            user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            command = ["setpriv", *user, f"--inh-caps={reads}", f"--ambient-caps={reads}", *command]
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG", "HOME"))}
    # Without HOME, the system's list of users names a folder, which the person who runs this test may well write.
    if "bare" in arguments:
        settings["NUMBA_CACHE_DIR"] = str(folder / "kernels")
    settings |= {"PYTHONPATH": str(folder)} | ({"HOME": home} if home else {"XDG_CACHE_HOME": "/nonexistent"})
    done = subprocess.run(command, env=settings, cwd="/", capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.split()

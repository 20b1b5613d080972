"""What has moved to keypeg-lab names the new place."""

from __future__ import annotations

import json
import shlex
from importlib import import_module

import pytest

import keypeg
from keypeg.cli import main
from keypeg.moved import MODULES


@pytest.mark.parametrize(("old", "new"), MODULES.items())
def test_a_module_that_has_moved_names_the_new_one(old: str, new: str) -> None:
    import_module(new)
    with pytest.raises(ImportError, match=f"import {new}. Install keypeg-lab from Keypeg’s sources"):
        import_module(old)
    with pytest.raises(ImportError, match=f"import {new}"):
        import_module(f"{old}.anything")


def test_a_name_taken_from_the_package_names_the_new_place_too() -> None:
    with pytest.raises(ImportError, match=r"import keypeg_lab\.benchmark"):
        from keypeg.puzzles import benchmark  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ImportError, match=r"import keypeg_lab\.strength"):
        from keypeg.solve import Means  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from keypeg import nothing  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'keypeg\.nothing'"):
        import_module("keypeg.nothing")
    assert not hasattr(keypeg, "rl")


@pytest.mark.parametrize(
    "line",
    [
        "bench make --number 3",
        "bench",
        "bench --help",
        "atlas build 4x6 --out x.tree",
        "atlas prove",
        "atlas verify --proof",
        "strategy 4x6 --within 5",
        "strategy 4x6 --by entropy --cluster=tcp://127.0.0.1:8786",
        "strategy --checkpoint 'a file'",
    ],
)
def test_a_command_that_has_moved_names_the_new_one(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f": keypeg-lab {line}. Install keypeg-lab " in err
    assert main([*shlex.split(line), "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "in-lab"

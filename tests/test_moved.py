"""What has moved to keypeg-lab names the new place."""

from __future__ import annotations

import json
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
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from keypeg import nothing  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'keypeg\.nothing'"):
        import_module("keypeg.nothing")
    assert not hasattr(keypeg, "rl")


@pytest.mark.parametrize("line", ["bench make --number 3", "bench", "bench --help"])
def test_a_command_that_has_moved_names_the_new_one(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f": keypeg-lab {line}. Install keypeg-lab " in err
    assert main([*line.split(), "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "in-lab"

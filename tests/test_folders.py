"""Server and terminal keep their data in one place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from keypeg.folders import data_folder, own_folder
from keypeg.server.settings import Settings


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("KEYPEG_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="where data lies on Linux")
def test_on_linux_data_lies_where_it_always_lay(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder() == home / ".local" / "share" / "keypeg"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "elsewhere"))
    assert data_folder() == home / "elsewhere" / "keypeg"


def test_somebody_without_a_home_has_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container, under a number that the system does not know: then Python raises an error."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    assert data_folder() == Path("/.local/share/keypeg")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/keypeg")


def test_server_and_terminal_agree() -> None:
    assert Settings().data_dir == own_folder() == data_folder()


def test_a_database_of_old_is_found_on_other_systems(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "Library"))
    monkeypatch.setattr(sys, "platform", "darwin")
    old = home / ".local" / "share" / "keypeg"
    old.mkdir(parents=True)
    (old / "keypeg.sqlite").touch()
    assert data_folder() == home / "Library" / "keypeg"
    assert data_folder(holds="keypeg.sqlite") == old
    (home / "Library" / "keypeg").mkdir(parents=True)
    (home / "Library" / "keypeg" / "keypeg.sqlite").touch()
    assert data_folder(holds="keypeg.sqlite") == home / "Library" / "keypeg"

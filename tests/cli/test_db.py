"""`keypeg db`, and what `keypeg serve` says of a database that it cannot have."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.server.store.backup import claimed
from keypeg.server.store.schema import SCHEMA


def _database(folder: Path) -> Path:
    assert main(["db", "upgrade", "--data-dir", str(folder)]) == 0
    return folder / "keypeg.sqlite"


def _kept(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [key for (key,) in database.execute("SELECT key FROM meta")]


def _keep(file: Path, key: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO meta VALUES (?, '')", (key,))


def test_upgrade_makes_a_database_and_finds_it_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _database(tmp_path)
    capsys.readouterr()
    assert main(["db", "upgrade", "--data-dir", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"before": SCHEMA, "after": SCHEMA}


def test_a_copy_made_while_the_database_is_written_is_whole(tmp_path: Path) -> None:
    database = _database(tmp_path)
    _keep(database, "before")
    with closing(sqlite3.connect(database)) as writing:
        writing.execute("PRAGMA journal_mode=WAL")
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("INSERT INTO meta VALUES ('not committed', '')")
        assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
        writing.commit()
    assert _kept(tmp_path / "copy") == ["before"]
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0


def test_a_copy_is_put_back_and_the_old_database_kept(tmp_path: Path) -> None:
    database = _database(tmp_path)
    _keep(database, "before")
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    _keep(database, "after")
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    assert _kept(database) == ["before"]
    assert _kept(tmp_path / "keypeg.sqlite.old") == ["after", "before"]


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = _database(tmp_path)
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    with claimed(database):
        for command in (["db", "restore", str(tmp_path / "copy")], ["serve", "--port=0"], ["db", "upgrade"]):
            assert main([*command, "--data-dir", str(tmp_path)]) == 2
            assert "A server is running" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup"], "FILE"),
        (["upgrade", "x"], "x"),
        (["backup", "{folder}/keypeg.sqlite"], "is the database itself"),
        (["backup", "{folder}/none/copy"], "cannot be written"),
        (["restore", "{folder}/none"], "cannot be read"),
        (["restore", "{folder}/text"], "is no copy"),
        (["restore", "{folder}/empty"], "is no copy"),
        (["upgrade", "--database", "mysql://x"], "no address of a database"),
        (["backup", "x.dump", "--database", "postgresql://me:secret@host/keypeg"], "pg_dump"),
        (["restore", "x.dump", "--database", "postgresql://me@host/keypeg"], "pg_restore"),
        (["upgrade", "--database", "postgresql://me@127.0.0.1:1/keypeg"], "cannot be reached"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _database(tmp_path)
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").touch()
    capsys.readouterr()
    filled = [argument.replace("{folder}", str(tmp_path)) for argument in arguments]
    assert main(["db", *filled, "--data-dir", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "secret" not in told
    assert "Traceback" not in told


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("a file, not a folder", "utf-8")
    folder = tmp_path / "taken" / "keypeg"
    assert main(["serve", "--no-browser", "--data-dir", str(folder)]) == 2
    assert str(folder) in capsys.readouterr().err

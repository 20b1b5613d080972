"""`keypeg db`, and what `keypeg serve` says of a database that it cannot have."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.server.store.backup import claimed
from keypeg.server.store.health import check_file
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


@pytest.mark.parametrize("name", ["17#2", "100%", "a%41", "why?", "two words", "Körner"])
def test_files_and_folders_may_have_any_name(tmp_path: Path, name: str) -> None:
    folder, copy = tmp_path / name, tmp_path / f"{name}.sqlite"
    database = _database(folder)
    assert database.exists()
    check_file(database)
    assert main(["db", "backup", str(copy), "--data-dir", str(folder)]) == 0
    assert main(["db", "restore", str(copy), "--data-dir", str(folder)]) == 0
    assert _kept(database) == []


def test_a_database_that_was_emptied_replaces_no_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = _database(tmp_path)
    _keep(database, "before")
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    database.write_bytes(b"")
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 2
    assert f"{database} is damaged" in capsys.readouterr().err
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    assert _kept(database) == ["before"]


def test_a_folder_in_the_place_of_the_database_is_set_aside(tmp_path: Path) -> None:
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(_database(tmp_path).parent)]) == 0
    database = tmp_path / "other" / "keypeg.sqlite"
    database.mkdir(parents=True)
    (database / "kept").touch()
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path / "other")]) == 0
    assert database.is_file()
    aside = tmp_path / "other" / "keypeg.sqlite.old"
    assert (aside / "kept").exists()
    assert aside.stat().st_mode & 0o100, "its owner can open it"


def _fill(file: Path) -> None:
    """Make the database larger than its first pages."""
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany("INSERT INTO meta VALUES (?, ?)", ((str(key), "x" * 500) for key in range(200)))


def _damage(file: Path, at: int, length: int) -> bytes:
    """Overwrite a part of a file; return what it holds then."""
    with file.open("r+b") as open_file:
        open_file.seek(at)
        open_file.write(b"\xa5" * length)
    return file.read_bytes()


@pytest.mark.parametrize(("at", "length"), [(0, 4096), (30, 8), (8192, 65536), (100, 20)])
def test_a_damaged_database_is_set_aside_as_it_is_and_a_copy_restored(
    at: int, length: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = _database(tmp_path)
    _keep(database, "before")
    _fill(database)
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    damaged = _damage(database, at, length)
    (tmp_path / "keypeg.sqlite-wal").write_bytes(b"its journal")
    capsys.readouterr()
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    assert str(tmp_path / "keypeg.sqlite.old") in capsys.readouterr().out
    assert "before" in _kept(database)
    assert (tmp_path / "keypeg.sqlite.old").read_bytes() == damaged
    assert (tmp_path / "keypeg.sqlite.old-wal").read_bytes() == b"its journal"
    assert not (tmp_path / "keypeg.sqlite-wal").exists()


def test_a_copy_of_a_newer_keypeg_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It replaced the database, and then the server refused to start."""
    assert main(["db", "upgrade", "--data-dir", str(tmp_path)]) == 0
    copy, database = tmp_path / "copy", tmp_path / "keypeg.sqlite"
    assert main(["db", "backup", str(copy), "--data-dir", str(tmp_path)]) == 0
    with closing(sqlite3.connect(copy)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    before = database.read_bytes()
    assert main(["db", "restore", str(copy), "--data-dir", str(tmp_path)]) == 2
    assert "9999" in capsys.readouterr().err
    assert (database.read_bytes(), list(tmp_path.glob("*.old*"))) == (before, [])


def test_a_database_of_another_program_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Others use Alembic too, and may have come to a version of the same name."""
    copy, database = tmp_path / "copy", _database(tmp_path)
    with closing(sqlite3.connect(database)) as ours, closing(sqlite3.connect(copy)) as other:
        (version,) = ours.execute("SELECT version_num FROM alembic_version").fetchone()
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES (?)", (version,))
        other.commit()
    before = database.read_bytes()
    assert main(["db", "restore", str(copy), "--data-dir", str(tmp_path)]) == 2
    assert str(copy) in capsys.readouterr().err
    assert (database.read_bytes(), list(tmp_path.glob("*.old*"))) == (before, [])


def test_a_second_restore_keeps_what_the_first_has_set_aside(tmp_path: Path) -> None:
    database = _database(tmp_path)
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    for key in ("first", "second"):
        _keep(database, key)
        assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    assert _kept(tmp_path / "keypeg.sqlite.old") == ["first"]
    assert _kept(tmp_path / "keypeg.sqlite.old1") == ["second"]


@pytest.mark.parametrize("at", [0, 8192])
def test_a_copy_of_a_damaged_database_is_refused_and_the_database_named(
    at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = _database(tmp_path)
    _fill(database)
    _damage(database, at, 65536)
    capsys.readouterr()
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 2
    assert f"{database} is damaged" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()
    assert not (tmp_path / "copy.unfinished").exists()


def test_a_damaged_copy_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = _database(tmp_path)
    _fill(database)
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    _keep(database, "after")
    _damage(tmp_path / "copy", 8192, 65536)
    assert main(["db", "restore", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 2
    assert f"{tmp_path / 'copy'} is damaged" in capsys.readouterr().err
    assert "after" in _kept(database)
    assert not (tmp_path / "keypeg.sqlite.old").exists()


def test_a_server_does_not_start_on_a_damaged_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _damage(_database(tmp_path), 0, 4096)
    assert main(["serve", "--port=0", "--no-browser", "--data-dir", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"{tmp_path / 'keypeg.sqlite'} is damaged" in told
    assert "keypeg db restore" in told


def test_nobody_else_may_read_the_files_of_a_database(tmp_path: Path) -> None:
    (tmp_path / "keypeg.sqlite").touch(mode=0o644)
    database = _database(tmp_path)
    with closing(sqlite3.connect(database)) as reading:
        reading.execute("PRAGMA journal_mode=WAL")
        reading.execute("CREATE TABLE more (x)")
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    names = {"keypeg.sqlite", "keypeg.sqlite-shm", "keypeg.sqlite-wal", "keypeg.sqlite.lock"}
    assert modes == dict.fromkeys(names, 0o600)


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = _database(tmp_path)
    assert main(["db", "backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)]) == 0
    with claimed(database):
        for command in (["db", "restore", str(tmp_path / "copy")], ["serve", "--port=0"], ["db", "upgrade"]):
            assert main([*command, "--data-dir", str(tmp_path)]) == 2
            assert "A server is already using" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup"], "FILE"),
        (["upgrade", "x"], "x"),
        (["backup", "{folder}/keypeg.sqlite"], "is the database itself"),
        (["backup", "{folder}/none/copy"], "cannot be written"),
        (["restore", "{folder}/none"], "cannot be read (No such file"),
        (["restore", "{folder}"], "cannot be read (Is a directory"),
        (["restore", "{folder}/text"], "is not a copy"),
        (["restore", "{folder}/empty"], "is not a copy"),
        (["upgrade", "--database", "mysql://x"], "not a database address"),
        (["backup", "x.dump", "--database", "postgresql://me:secret@host/keypeg"], "pg_dump"),
        (["restore", "x.dump", "--database", "postgresql://me@host/keypeg"], "pg_restore"),
        (["upgrade", "--database", "postgresql://me@127.0.0.1:1/keypeg"], "cannot be reached"),
    ],
)
def test_a_command_on_the_database_that_cannot_be_done_says_why(
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

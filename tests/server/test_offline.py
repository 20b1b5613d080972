"""The files for offline play: listed with hashes, all of one version, and none that only a server needs."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

import pytest

from keypeg.server import offline
from keypeg.server.http.guard import CSP

PAGE = {"index.html": b"<html>", "assets/index-1.js": b"1", "assets/en-XA-1.js": b"2", "preview.png": b"3"}


def test_every_file_is_listed_with_its_hash_and_the_version_follows_from_them() -> None:
    files = offline.offline_files(PAGE)
    listed = json.loads(files[offline.LIST])
    names = {file["name"] for file in listed["files"]}
    assert names == {"assets/index-1.js", *files} - {offline.LIST}
    for file in listed["files"]:
        body = files.get(file["name"]) or PAGE[file["name"]]
        assert file["hash"] == sha256(body).hexdigest()
        assert 0 < file["bytes"] <= len(body) + 40
    assert offline.offline_files(PAGE) == files
    other = json.loads(offline.offline_files({**PAGE, "index.html": b"<html >"})[offline.LIST])
    assert other["version"] != listed["version"]


def test_the_archive_has_the_application_and_no_front_end() -> None:
    names = ZipFile(BytesIO(offline.keypeg_archive())).namelist()
    for needed in ("api/moves.py", "device/browser.py", "boxes/togo.toml", "atlas/trees/4x6.tree", "words/en.json"):
        assert f"keypeg/{needed}" in names
    for other in ("server/", "cli/", "solve/", "terminal/", "words/de.json", "players/search/", "__pycache__"):
        assert not any(f"keypeg/{other}" in name for name in names)


def test_without_python_for_the_browser_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "find_spec", lambda _: None)
    assert offline.offline_files(PAGE) == {}


def test_the_content_policy_allows_compiling_python_and_nothing_more() -> None:
    assert "script-src 'self' 'wasm-unsafe-eval';" in CSP
    assert "unsafe-eval" not in CSP.replace("'wasm-unsafe-eval'", "")
    assert "http" not in CSP

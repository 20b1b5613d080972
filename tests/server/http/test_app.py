"""Requests by method and path: what each is answered with, including requests that nobody should send."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import httpx
import pytest

from tests.server.running import Person

Somebody = Callable[[], Person]


def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(person: Somebody) -> None:
    refused = person().http.put("/me", json={})
    assert (refused.status_code, refused.json()["error"]) == (405, "request-refused")
    assert refused.headers["allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH"
    options = person().http.options("/me")
    assert (options.status_code, options.headers["allow"]) == (204, refused.headers["allow"])


def test_head_is_get_without_its_body(person: Somebody, address: str) -> None:
    for path in (f"{address}/api/v1/me", f"{address}/api/v1/nothing", f"{address}/"):
        head, get = httpx.head(path), httpx.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert head.headers["content-length"] == str(len(httpx.get(path, headers={"accept-encoding": ""}).content)) or (
            get.headers.get("content-encoding") == "gzip"
        )
    assert person().http.head("/me").status_code == 200


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v2/me", "/api/v1/tables/x/y/z"])
def test_nothing_else_is_under_the_api(address: str, path: str) -> None:
    answer = httpx.get(f"{address}{path}")
    assert (answer.status_code, answer.json()["error"]) == (404, "page-unknown")


def test_a_body_in_another_encoding_is_refused(person: Somebody) -> None:
    ann = person()
    table = ann.make("togo")["table"]
    for path, body in (("/tables", b'{"rules": "\xff"}'), (f"/tables/{table}/moves", b'{"move": "\xff"}')):
        refused = ann.http.post(path, content=body)
        assert (refused.status_code, refused.json()["error"]) == (400, "request-unreadable")


def test_a_view_that_the_client_has_is_not_sent_again(person: Somebody) -> None:
    ann = person()
    path = f"/tables/{ann.make('togo')['table']}/view"
    first = ann.http.get(path)
    again = ann.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_server_runs_without_the_fast_loop() -> None:
    """There is none for Windows."""
    program = """
import sys, tempfile, pathlib
sys.modules |= dict.fromkeys(["uvloop", "fcntl"])
import httpx
from keypeg.server.settings import Settings
from tests.server.running import serving
with tempfile.TemporaryDirectory() as folder:
    with serving(Settings(port=0, data_dir=pathlib.Path(folder), thinkers=0)) as address:
        print(httpx.get(f"{address}/api/v1/health").json()["status"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("ok", "")

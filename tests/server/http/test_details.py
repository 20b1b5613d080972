"""HTTP in its details: tags, lengths, languages, targets and cookies, as RFC 9110 and 9112 have them."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import ExitStack

import httpx
import pytest

from keypeg.server.http.responses import is_current
from tests.server.running import Person

CLOSE = "connection: close\r\n\r\n"


def raw(address: str, request: str) -> tuple[int, str, bytes]:
    """Send this request; return the status, the head and the body."""
    with ExitStack() as stack:
        line = stack.enter_context(socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), timeout=20))
        line.sendall(request.encode())
        said = b""
        while part := line.recv(65536):
            said += part
    head, _, body = said.partition(b"\r\n\r\n")
    return int(head[9:12]), head.decode().lower(), body


def test_a_response_without_a_body_has_no_length(person: Callable[[], Person], address: str) -> None:
    ann = person()
    table = ann.make("togo")["table"]
    tag = ann.http.get(f"/tables/{table}/view").headers["etag"]
    kept = ann.http.get(f"/tables/{table}/view", headers={"if-none-match": tag})
    assert (kept.status_code, "content-length" in kept.headers) == (304, False)
    status, head, body = raw(address, f"OPTIONS /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\n{CLOSE}")
    assert (status, "content-length" in head, body) == (204, False, b"")
    status, head, body = raw(address, f"HEAD /api/v1/boxes HTTP/1.1\r\nhost: 127.0.0.1\r\n{CLOSE}")
    assert status == 200
    assert int(re.findall(r"content-length: (\d+)", head)[0]) > 100
    assert body == b""


@pytest.mark.parametrize(
    ("sent", "current"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ('"b", "a"', True),
        ('"b",W/"a" , "c"', True),
        ("*", True),
        ("", False),
        ('"b"', False),
        ("a", False),
        ('"a', False),
        ('w/"a"', False),
    ],
)
def test_a_tag_may_be_weak_or_one_of_a_list(sent: str, current: bool) -> None:
    assert is_current(sent, '"a"') is current


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}'])
def test_a_client_that_has_the_newest_gets_no_body(person: Callable[[], Person], address: str, form: str) -> None:
    ann = person()
    path = f"/tables/{ann.make('togo')['table']}/view"
    tag = ann.http.get(path).headers["etag"]
    assert ann.http.get(path, headers={"if-none-match": form.format(tag)}).status_code == 304
    plain = httpx.get(address, headers={"accept-encoding": "identity"})
    packed = httpx.get(address, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["etag"] != packed.headers["etag"]
    for encoding, own, other in (("identity", plain, packed), ("gzip", packed, plain)):
        for answer, status in ((own, 304), (other, 200)):
            asked = {"accept-encoding": encoding, "if-none-match": form.format(answer.headers["etag"])}
            assert httpx.get(address, headers=asked).status_code == status


def test_what_depends_on_the_language_says_so(address: str) -> None:
    pages = [httpx.get(f"{address}/api/v1/docs", headers={"accept-language": wish}) for wish in ("de", "en")]
    assert pages[0].text != pages[1].text
    assert [page.headers["content-language"] for page in pages] == ["de", "en"]
    for page in (*pages, httpx.get(f"{address}/daily")):
        assert "accept-language" in page.headers["vary"]


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("http://127.0.0.1/api/v1/health/live", "evil.example", 200),
        ("http://evil.example/api/v1/health/live", "127.0.0.1", 403),
        ("http://user@127.0.0.1/api/v1/health/live", "127.0.0.1", 400),
        ("http://127.0.0.1/api/v1/health/live", "127.0.0.1\r\nhost: 127.0.0.1", 400),
        ("http://[::1]/api/v1/health/live", "evil.example", 200),
    ],
)
def test_the_host_in_a_target_counts(address: str, target: str, host: str, status: int) -> None:
    assert raw(address, f"GET {target} HTTP/1.1\r\nhost: {host}\r\n{CLOSE}")[0] == status


def test_cookies_may_come_in_several_lines(person: Callable[[], Person], address: str) -> None:
    """As a proxy may send them that receives them by HTTP/2."""
    ann = person()
    ann.http.patch("/me", json={"name": "Ann"})
    host = address.partition("//")[2]  # the name of a cookie has the port
    own = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
    for lines in ((own, "a=b"), ("a=b", own), ("a=b", own, "c=d")):
        cookies = "".join(f"cookie: {line}\r\n" for line in lines)
        said = raw(address, f"GET /api/v1/me HTTP/1.1\r\nhost: {host}\r\n{cookies}{CLOSE}")
        assert b'"Ann"' in said[2]


def test_too_many_cookies_are_refused_with_a_sentence(address: str) -> None:
    fits = {"cookie": "x" * 4096}
    assert httpx.get(f"{address}/api/v1/me", headers=fits).status_code == 200
    for headers in ({"cookie": "x" * 4097}, {"cookie": ";" * 31_000}):
        refused = httpx.get(f"{address}/api/v1/me", headers=headers)
        assert (refused.status_code, refused.json()["error"]) == (431, "cookies-too-large")
        assert "4,096" in refused.json()["message"]

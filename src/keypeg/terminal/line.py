"""The line to a table of a server: asks, and gets an answer or an error that can be said here."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import httpx

from keypeg.errors import Conflict, Illegal, KeypegError, Malformed, Unknown
from keypeg.terminal import store

PATIENCE = 15.0
"""Seconds that the server holds a question back while nothing changes; who asks that often counts as present."""


class Line:
    """One table, as one guest."""

    def __init__(self, link: str, language: str, name: str = "", token: str | None = None) -> None:
        """By a link as it is sent, `URL/t/TABLE#INVITE`, and as the guest that this server knows us by, if any."""
        self.address, table, self.invite = _parts(link)
        self._table = f"/tables/{table}"
        headers = {"accept-language": language}
        self._http = httpx.Client(base_url=f"{self.address}/api/v1", headers=headers, timeout=PATIENCE + 10)
        try:
            self.token = token or self._known(name)
        except BaseException:
            self.close()
            raise
        self._http.headers["authorization"] = f"Bearer {self.token}"

    def view(self, **params: float) -> Any:
        """The View, at once; with `after` and `wait` when there is a later version."""
        return self._asked("GET", "/view", params=params).json()

    def text(self, path: str) -> str:
        return self._asked("GET", path).text

    def post(self, path: str, **body: object) -> Any:
        return self._asked("POST", path, body=body).json()

    def do(self, path: str, **body: object) -> Any:
        """Do something once, however often it has to be sent."""
        return self.post(path, key=token_hex(12), **body)

    def other_table(self, table: str) -> str:
        """The link to another table of this server."""
        return f"{self.address}/t/{table}"

    def close(self) -> None:
        self._http.close()

    def _known(self, name: str) -> str:
        known = store.tokens()
        if self.address not in known:
            made = self._asked("POST", "/tokens", table=False, body={"name": name})
            known[self.address] = str(made.json()["token"])
            store.keep_tokens(known)
        return known[self.address]

    def _asked(
        self,
        method: str,
        path: str,
        *,
        table: bool = True,
        params: Mapping[str, float] | None = None,
        body: Mapping[str, object] | None = None,
    ) -> httpx.Response:
        try:
            answer = self._http.request(method, (self._table if table else "") + path, params=params, json=body)
        except (httpx.HTTPError, RuntimeError, httpx.InvalidURL) as error:
            raise Unknown("server-unreachable", address=str(self._http.base_url), reason=str(error)) from None
        if answer.is_success:
            return answer
        raise _error(answer)


def _error(answer: httpx.Response) -> KeypegError:
    """The error that the server sent, to be said in the language spoken here."""
    try:
        sent = answer.json()
        slug = sent.pop("error")
        sent.pop("message", None)
    except (ValueError, KeyError, AttributeError):
        return Unknown("server-strange", address=str(answer.url), status=answer.status_code)
    fields = {name: value if isinstance(value, int) else str(value) for name, value in sent.items()}
    kind = {400: Malformed, 404: Unknown, 409: Conflict}.get(answer.status_code, Illegal)
    return kind(str(slug), **fields)


def _parts(link: str) -> tuple[str, str, str]:
    """The server, the table and the invite of a link."""
    found = urlsplit(link.strip())
    folder, slash, table = found.path.rpartition("/t/")
    if found.scheme not in ("http", "https") or not found.netloc or not slash or not table:
        raise Malformed("link-unreadable", link=link)
    return f"{found.scheme}://{found.netloc}{folder}", table.strip("/"), found.fragment

"""Whose word about a client counts, and who may read the metrics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from keypeg.api.limits import GUESTS
from keypeg.server.addresses import addresses
from keypeg.server.http.proxies import Proxies
from keypeg.server.http.request import Scope
from keypeg.server.run import listen
from keypeg.server.settings import Settings, settings
from tests.server.running import serving

PUBLIC = {"KEYPEG_PUBLIC_URL": "https://keypeg.example"}


def client_of(environ: dict[str, str], peer: str, *told: str, proto: str = "", kind: str = "http") -> tuple[str, str]:
    """Return the address and the scheme that a request has in the end."""
    headers = [(b"x-forwarded-for", text.encode()) for text in told]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    scheme = "ws" if kind == "websocket" else "http"
    scope: Scope = {"type": kind, "scheme": scheme, "client": (peer, 50_000), "headers": headers}
    Proxies(settings(environ)).apply(scope)
    return scope["client"][0], scope["scheme"]


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1"])
def test_nobody_is_trusted_unless_the_settings_name_a_proxy(peer: str) -> None:
    assert client_of({}, peer, "203.0.113.9", proto="https") == (peer, "http")
    assert client_of({"KEYPEG_HOSTS": "keypeg.example"}, peer, "203.0.113.9") == (peer, "http")


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_trusted_where_there_is_a_public_address(peer: str) -> None:
    assert client_of(PUBLIC, peer, "203.0.113.9", proto="https") == ("203.0.113.9", "https")
    assert client_of(PUBLIC, "192.0.2.7", "203.0.113.9", proto="https") == ("192.0.2.7", "http")


def test_only_the_proxies_in_the_settings_are_trusted() -> None:
    listed = {**PUBLIC, "KEYPEG_PROXIES": "10.0.0.0/8, 2001:db8::7, a-name"}
    assert client_of(listed, "10.1.2.3", "203.0.113.9")[0] == "203.0.113.9"
    assert client_of(listed, "2001:db8:0::7", "203.0.113.9")[0] == "203.0.113.9"
    assert client_of(listed, "127.0.0.1", "203.0.113.9")[0] == "127.0.0.1"
    assert client_of(listed, "a-name", "203.0.113.9")[0] == "a-name"


@pytest.mark.parametrize(
    ("told", "client"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        (["198.51.100.1, 203.0.113.9, 127.0.0.1"], "203.0.113.9"),
        (["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        (["made up, 203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9:4711"], "203.0.113.9"),
        (["[2001:db8::9]:4711"], "2001:db8::9"),
        (["2001:DB8::9"], "2001:db8::9"),
        (["::1"], "::1"),
        (["made up"], "127.0.0.1"),
        (["203.0.113.9, unknown"], "127.0.0.1"),
        (["203.0.113.9, " + "9" * 30_000], "127.0.0.1"),
        (["x" * 30_000], "127.0.0.1"),
        (["203.0.113.999"], "127.0.0.1"),
        ([""], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
def test_what_is_no_address_is_ignored(told: list[str], client: str) -> None:
    assert client_of(PUBLIC, "127.0.0.1", *told)[0] == client


def test_any_proxy_names_the_first_client() -> None:
    assert client_of({"KEYPEG_PROXIES": "*"}, "192.0.2.7", "203.0.113.9, 198.51.100.1")[0] == "203.0.113.9"


@pytest.mark.parametrize(("proto", "scheme"), [("https", "wss"), ("wss", "wss"), ("http", "ws"), ("gopher", "ws")])
def test_a_bell_has_a_scheme_of_its_own(proto: str, scheme: str) -> None:
    assert client_of(PUBLIC, "127.0.0.1", proto=proto, kind="websocket") == ("127.0.0.1", scheme)


def status_of_metrics(folder: Path, *, token: str = "", told: str = "", **chosen: str) -> int:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    headers |= {"x-forwarded-for": told} if told else {}
    with serving(Settings(port=0, data_dir=folder, thinkers=0, **chosen)) as address:  # type: ignore[arg-type]
        return httpx.get(f"{address}/api/v1/metrics", headers=headers).status_code


def test_metrics_need_a_token_behind_a_proxy(tmp_path: Path) -> None:
    assert status_of_metrics(tmp_path) == 200
    assert status_of_metrics(tmp_path, told="203.0.113.9") == 200, "the header is nobody's word"
    for setting in ({"public_url": "http://keypeg.example"}, {"proxies": "127.0.0.1"}, {"proxies": "192.0.2.7"}):
        assert status_of_metrics(tmp_path, **setting) == 403
        assert status_of_metrics(tmp_path, told="127.0.0.1", **setting) == 403
        assert status_of_metrics(tmp_path, token="secret", metrics_token="secret", **setting) == 200  # noqa: S106


def strangers(address: str) -> list[int]:
    """Make more guests than one address may, each said to come from an address of its own."""
    with httpx.Client(base_url=f"{address}/api/v1", headers={"host": "localhost"}) as http:
        told = ({"x-forwarded-for": f"203.0.113.{number}"} for number in range(int(GUESTS.burst) + 2))
        return [http.post("/tokens", json={"name": ""}, headers=headers).status_code for headers in told]


def test_clients_do_not_invent_addresses_without_a_proxy(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        made = strangers(address)
    assert (made[0], made[-1]) == (201, 429)


@contextmanager
def on_ipv6(folder: Path, **chosen: str) -> Iterator[str]:
    bound = Settings(host="::1", port=0, data_dir=folder, thinkers=0, **chosen)  # type: ignore[arg-type]
    with serving(bound) as address:
        yield address.replace("127.0.0.1", "[::1]")


def test_the_address_of_an_ipv6_host_can_be_opened(tmp_path: Path) -> None:
    chosen = Settings(host="::1", port=0, data_dir=tmp_path)
    assert addresses(chosen, 5611) == ("http://[::1]:5611", [])
    with on_ipv6(tmp_path) as address:
        assert addresses(chosen, httpx.URL(address).port or 0)[0] == address
        assert httpx.get(f"{address}/api/v1/health").status_code == 200
        assert httpx.get(f"{address}/api/v1/metrics").status_code == 200


def test_an_ipv6_host_trusts_a_proxy_on_it(tmp_path: Path) -> None:
    with on_ipv6(tmp_path, public_url="http://keypeg.example") as address:
        assert set(strangers(address)) == {201}


def test_a_request_may_name_any_ipv6_host_that_is_served(tmp_path: Path) -> None:
    """Browsers put an IPv6 address in brackets."""
    with serving(Settings(host="0:0:0:0:0:0:0:1", port=0, data_dir=tmp_path, thinkers=0)) as address:
        port = address.rpartition(":")[2]
        headers = {"host": f"[0:0:0:0:0:0:0:1]:{port}"}
        assert httpx.get(f"http://[::1]:{port}/api/v1/health", headers=headers).status_code == 200


def test_the_socket_is_bound_to_ipv6() -> None:
    with listen(Settings(host="::1", port=0)) as bound:
        assert bound.getsockname()[0] == "::1"

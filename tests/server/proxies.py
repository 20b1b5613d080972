"""A real nginx and a real Caddy, configured as in docs/operations.md."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

import httpx

import tests.programs
from bench._server import Server, free_port

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
BY_TABLE = "    hash $keypeg_table consistent;\n"
NO_OTHER = "    default       '';"


class Proxy(Protocol):
    """Starts a proxy before these servers, and yields its port; with `every_upgrade` it forwards all upgrades."""

    def __call__(
        self, folder: Path, servers: Sequence[Server], *, every_upgrade: bool = False
    ) -> AbstractContextManager[int]: ...


def documented(language: str, servers: Sequence[Server]) -> str:
    """Return the configuration in the docs, adapted to these processes."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", OPERATIONS.read_text("utf-8"), re.DOTALL)
    found = next(block for block in blocks if ("10.0.0.2" in block) == (len(servers) > 1))
    found = found.replace("127.0.0.1:5397", f"127.0.0.1:{servers[0].port}")
    for number, server in enumerate(servers, start=1):
        found = found.replace(f"10.0.0.{number}:5397", f"127.0.0.1:{server.port}")
    return found


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, text
    return text.replace(old, new)


@contextmanager
def nginx(
    folder: Path, servers: Sequence[Server], *, by_table: bool = True, every_upgrade: bool = False
) -> Iterator[int]:
    port, log = free_port(), folder / "error.log"
    site = documented("nginx", servers).replace("keypeg.example", "localhost")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    assert (BY_TABLE in site) == (len(servers) > 1)
    if every_upgrade:
        site = _replaced(site, "Upgrade $websocket", "Upgrade $http_upgrade")
        site = _replaced(site, f"upgrade;\n{NO_OTHER}", "upgrade;\n    default upgrade;\n    ''      '';")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log {log}; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{site if by_table else site.replace(BY_TABLE, '')} }}\n",
        "utf-8",
    )
    program = tests.programs.nginx()
    assert program, "there is no nginx: python -m tests.programs installs it"
    with running([program, "-e", str(log), "-p", str(folder), "-c", str(config)], port, folder):
        yield port


@contextmanager
def caddy(folder: Path, servers: Sequence[Server], *, every_upgrade: bool = False) -> Iterator[int]:
    port, config = free_port(), folder / "Caddyfile"
    site = documented("caddy", servers).replace("keypeg.example", f"http://localhost:{port}")
    if every_upgrade:
        site = _replaced(site, "    request_header @upgrade -Upgrade\n", "")
    config.write_text(f"{{\n    admin off\n    storage file_system {folder}\n}}\n{site}", "utf-8")
    program = tests.programs.caddy()
    assert program, "there is no Caddy: python -m tests.programs installs it"
    with running([program, "run", "--adapter", "caddyfile", "--config", str(config)], port, folder):
        yield port


@contextmanager
def running(command: Sequence[str], port: int, folder: Path) -> Iterator[None]:
    folder.chmod(0o755)
    with (folder / "output").open("wb") as output:
        proxy = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        until = monotonic() + 20
        while True:
            try:
                httpx.get(f"http://localhost:{port}/api/v1/health/live")
                break
            except httpx.TransportError:
                assert proxy.poll() is None, (folder / "output").read_text("utf-8")
                assert monotonic() < until, "the proxy does not answer"
                sleep(0.05)
        yield
    finally:
        proxy.terminate()
        proxy.wait(20)

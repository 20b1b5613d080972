"""The settings of the server, from options, the environment (KEYPEG_…) and defaults."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

from keypeg.errors import Malformed
from keypeg.folders import data_folder

PREFIX = "KEYPEG_"
SQLITE = "keypeg.sqlite"
PLAIN = "/\\: "
"""Characters that are not escaped in the URL of a file, besides letters and digits."""
THIS_MACHINE = "127.0.0.1,::1"
PORT = 5397
"""KEYP on a telephone keypad."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server runs. The defaults need no setup: SQLite in the user's data folder, for this machine alone."""

    host: str = "127.0.0.1"
    port: int = PORT
    lan: bool = False
    public_url: str | None = None
    database: str | None = None
    workers: int = 1
    data_dir: Path = field(default_factory=lambda: data_folder(holds=SQLITE))
    browser: bool = True
    hosts: tuple[str, ...] = ()
    """More host names that are accepted in the Host header of a request."""
    proxies: str | None = None
    """Addresses of reverse proxies whose X-Forwarded headers are trusted; see `trusted_proxies`."""
    limits: bool = True
    """True to apply rate limits; only tests and benchmarks turn this off."""
    thinkers: int | None = None
    """Compute processes: by default one per core, but at least 4; with 0 as many, each started when it is needed."""
    keep_days: int = 180
    """Days after which an unused table is deleted."""
    log: str = "text"
    """The format of log lines: text or json."""
    connections: int = 10_000
    """Most connections open at once, in all and per address; those of a proxy count only towards the total."""
    connections_per_address: int = 200
    open_tables: bool = False
    """True if guests may open a table to everyone on this server."""
    metrics_token: str | None = None
    """Bearer token for /metrics; without one, only this machine may read them, and only if there is no proxy on it."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{quote(str(self.data_dir / SQLITE), safe=PLAIN)}"

    @property
    def behind_proxy(self) -> bool:
        """True if people reach the server through a reverse proxy, as far as the settings tell."""
        return bool(self.proxies or self.public_url)

    @property
    def trusted_proxies(self) -> str:
        """The addresses of proxies: by default this machine, but nobody if there is no proxy."""
        return self.proxies or (THIS_MACHINE if self.public_url else "")

    @property
    def uses_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def sqlite_file(self) -> Path | None:
        """The file of the database; None for PostgreSQL."""
        path = self.database_url.partition(":///")[2].partition("?")[0]
        return Path(unquote(path)) if self.uses_sqlite else None


def settings(environ: Mapping[str, str], **given: object) -> Settings:
    """Return the settings, each as given, else from the environment, else by default."""
    values: dict[str, object] = {}
    for name, kind in KINDS.items():
        if given.get(name) is not None:
            values[name] = given[name]
        elif (text := environ.get(PREFIX + name.upper())) not in (None, ""):
            values[name] = _read(name, kind, text or "")
    found = Settings(**values)  # type: ignore[arg-type]
    _check(found)
    return found


def as_environment(settings: Settings) -> dict[str, str]:
    """Return the environment that gives a child process the same settings."""
    written: dict[str, str] = {}
    for name in KINDS:
        value = getattr(settings, name)
        if value is not None:
            plain = int(value) if isinstance(value, bool) else value
            written[PREFIX + name.upper()] = ",".join(plain) if isinstance(plain, tuple) else str(plain)
    return written


KINDS: dict[str, type] = {
    "host": str,
    "port": int,
    "lan": bool,
    "public_url": str,
    "database": str,
    "workers": int,
    "data_dir": Path,
    "browser": bool,
    "hosts": tuple,
    "proxies": str,
    "limits": bool,
    "thinkers": int,
    "keep_days": int,
    "log": str,
    "connections": int,
    "connections_per_address": int,
    "open_tables": bool,
    "metrics_token": str,
}
FORMS = ("text", "json")
RANGES: dict[str, tuple[range, str]] = {
    "port": (range(65_536), "0–65535"),
    "workers": (range(1, sys.maxsize), "1, 2, …"),
    "thinkers": (range(sys.maxsize), "0, 1, …"),
    "keep_days": (range(1, sys.maxsize), "1, 2, …"),
    "connections": (range(1, sys.maxsize), "1, 2, …"),
    "connections_per_address": (range(1, sys.maxsize), "1, 2, …"),
}
"""The valid numbers of a setting, and how an error describes them."""
SWITCH = {"1": True, "on": True, "yes": True, "true": True, "0": False, "off": False, "no": False, "false": False}


def _read(name: str, kind: type, text: str) -> object:
    try:
        if kind is bool:
            return SWITCH[text.lower()]
        if kind is tuple:
            return tuple(part.strip().lower() for part in text.split(",") if part.strip())
        return kind(text)
    except (KeyError, ValueError):
        raise _refusal(PREFIX + name.upper(), text, RANGES[name][1] if name in RANGES else "on, off") from None


def _check(settings: Settings) -> None:
    for name, (allowed, said) in RANGES.items():
        number = getattr(settings, name)
        if number is not None and number not in allowed:
            raise _refusal(name if name in ("port", "workers") else PREFIX + name.upper(), number, said)
    if settings.log not in FORMS:
        raise _refusal(f"{PREFIX}LOG", settings.log, ", ".join(FORMS))
    if settings.workers > 1 and settings.uses_sqlite:
        raise Malformed("workers-need-postgresql", workers=settings.workers)
    if settings.workers > 1 and sys.platform == "win32":
        raise Malformed("workers-windows")  # workers inherit the socket by its file descriptor
    if settings.public_url is not None and not settings.public_url.startswith(("http://", "https://")):
        raise _refusal("public-url", settings.public_url, "http://…, https://…")


def _refusal(name: str, value: object, known: str) -> Malformed:
    return Malformed("option-value", option=name, value=str(value), known=known)

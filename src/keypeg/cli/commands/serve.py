"""`keypeg serve`: the web app."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.commands.boxes import report_broken
from keypeg.cli.options import Allowed, whole_number
from keypeg.cli.output import words
from keypeg.server.addresses import addresses, qr_text
from keypeg.server.run import listen
from keypeg.server.settings import Settings, settings
from keypeg.server.store.backup import claimed
from keypeg.server.store.database import open_database, prepare
from keypeg.server.workers import start

USUAL = Settings()


def serve(
    *,
    host: Annotated[str | None, Allowed(default=USUAL.host)] = None,
    port: Annotated[int | None, Parameter(converter=whole_number), Allowed("0–65535", str(USUAL.port))] = None,
    lan: Annotated[bool | None, Parameter(negative=())] = None,
    public_url: str | None = None,
    database: Annotated[str | None, Allowed("sqlite:///FILE, postgresql://USER@HOST/NAME")] = None,
    workers: Annotated[int | None, Parameter(converter=whole_number), Allowed("1, 2, …", str(USUAL.workers))] = None,
    data_dir: Path | None = None,
    browser: Annotated[bool | None, Parameter(name="--browser", negative="--no-browser")] = None,
) -> None:
    """Run the server until it is interrupted."""
    chosen = settings(
        os.environ,
        host=host,
        port=port,
        lan=lan,
        public_url=public_url,
        database=database,
        workers=workers,
        data_dir=data_dir,
        browser=browser,
    )
    report_broken()
    with claimed(chosen.sqlite_file) if chosen.sqlite_file else nullcontext():
        asyncio.run(prepare(open_database(chosen.database_url)))
        bound = listen(chosen)
        start(chosen, bound, lambda: _tell(chosen, bound.getsockname()[1]))


def _tell(chosen: Settings, port: int) -> None:
    say = words().say
    own, others = addresses(chosen, port)
    print(say("cli.serve.ready", address=own))
    for address in others:
        print(say("cli.serve.lan", address=address))
    if others:
        print(qr_text(others[0]))
    print(say("cli.serve.stop"), flush=True)
    if chosen.browser and sys.stdout.isatty() and _has_screen():
        webbrowser.open(own)


def _has_screen() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or sys.platform in ("darwin", "win32")

"""Count the files of Keypeg that one guess passes through on the server: its POST, and the View that follows.

`python scripts/trace_guess.py` plays `togo` between two guests at one table through the ASGI application, with a
database on disk. It profiles the third guess from the request to the answer, once the entry is stored, then the request
for the new View. A file counts if one of its functions runs; importing it does not count. It also prints the functions
between the request and the rules.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Any

import keypeg
from keypeg.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(keypeg.__file__).parent
PAGE, START, END = Path("docs/architecture.md"), "<!-- guess -->", "<!-- end of guess -->"
"""Where `--write` puts the figures."""
APPLICATIONS = ("keypeg.server.http.app", "keypeg.server.app")
"""Where `make_app` is, and where it was in older checkouts."""


class Traced:
    """The files whose functions ran, and the frames from the request down to the rules."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.frames: list[str] = []

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or code.co_name == "<module>":
            return
        self.files.add(code.co_filename)
        if code.co_name == "play" and code.co_filename == str(ROOT / "core" / "play.py"):
            self.frames = list(reversed(list(_ours(frame))))


def _ours(frame: FrameType | None) -> Iterator[str]:
    """Yield the functions of Keypeg that are running, the innermost first."""
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT):
            yield f"{file.relative_to(ROOT)}: {frame.f_code.co_qualname}"
        frame = frame.f_back


@contextmanager
def traced() -> Iterator[Traced]:
    """Yield what runs, in this and other threads."""
    seen = Traced()
    note = seen.note

    threading.setprofile_all_threads(note) if sys.version_info >= (3, 12) else threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(None)
        threading.setprofile_all_threads(None) if sys.version_info >= (3, 12) else threading.setprofile(None)


class Browser:
    """Sends requests of one guest straight to the ASGI application."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookie = b""
        self.version = 0
        """The version of the View that this guest saw last."""

    async def look(self, path: str) -> None:
        """Read the View of a table."""
        self.version = (await self.send("GET", f"{path}/view"))["version"]

    async def send(self, method: str, path: str, body: object = None) -> Any:
        content = json.dumps(body).encode() if body is not None else b""
        headers = [(b"host", b"127.0.0.1:8044"), (b"content-type", b"application/json"), (b"accept-language", b"en")]
        headers += [(b"content-length", b"%d" % len(content))]
        headers += [(b"cookie", self._cookie)] if self._cookie else []
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8044),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def take(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, take)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                self._cookie = value.partition(b";")[0]
        answer = json.loads(b"".join(message.get("body", b"") for message in sent[1:]) or b"null")
        if sent[0]["status"] >= 400:
            raise SystemExit(f"{method} {path}: {sent[0]['status']} {answer}")
        return answer


async def play(guest: Browser, path: str, move: str) -> None:
    """Make a move."""
    await guest.send("POST", f"{path}/moves", {"move": move, "version": guest.version, "key": move})


async def trace(folder: Path) -> tuple[Traced, Traced]:
    """Return what ran for a guess, and what ran for the View after it."""
    make_app = next(import_module(name).make_app for name in APPLICATIONS if _exists(name))
    app = make_app(Settings(data_dir=folder, limits=False, thinkers=0))
    events: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    started = asyncio.Event()

    async def answered(message: dict[str, str]) -> None:
        assert message["type"] != "lifespan.startup.failed", message
        started.set()

    life = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, events.get, answered))
    await events.put({"type": "lifespan.startup"})
    await started.wait()
    maker, breaker = Browser(app), Browser(app)
    made = await breaker.send(
        "POST", "/api/v1/tables", {"rules": "togo:first=2", "seats": [{"kind": "me"}, {"kind": "open"}]}
    )
    path = f"/api/v1/tables/{made['table']}"
    invite = made["invites"][0]["invite"]
    await maker.send("POST", f"{path}/seats", {"invite": invite})
    moves = [(maker, "hide ROYG"), (breaker, "guess RYGB"), (breaker, "guess GROW")]
    for who, move in moves:
        await who.look(path)
        await play(who, path, move)
    await breaker.look(path)
    with traced() as guessed:
        await play(breaker, path, "guess PYGB")
    with traced() as read:
        await breaker.look(path)
    await events.put({"type": "lifespan.shutdown"})
    await life
    return guessed, read


def _exists(name: str) -> bool:
    try:
        return bool(import_module(name))
    except ModuleNotFoundError:
        return False


def main() -> None:
    with TemporaryDirectory() as folder:
        guessed, read = asyncio.run(trace(Path(folder)))
    both, counts = guessed.files | read.files, dict[str, int]()
    for title, files in (("its POST", guessed.files), ("the View after it", read.files), ("together", both)):
        ours = sorted(str(Path(file).relative_to(ROOT)) for file in files if Path(file).is_relative_to(ROOT))
        counts[title] = len(ours)
        print(f"{title}: {len(ours)} files")
        print("  " + "\n  ".join(ours))
    if "--write" in sys.argv:
        rows = [f"| {title} | {count} |" for title, count in counts.items()]
        rows += ["", f"Frames from the request to the rules: {len(guessed.frames)}.", "", "```", *guessed.frames, "```"]
        before, _, rest = PAGE.read_text("utf-8").partition(START)
        table = "\n".join(["", "| files that run on the server | |", "|---|---|", *rows, ""])
        PAGE.write_text(f"{before}{START}{table}{END}{rest.partition(END)[2]}", "utf-8")
    print(f"from the request to the rules: {len(guessed.frames)} frames")
    print("  " + "\n  ".join(guessed.frames))


if __name__ == "__main__":
    main()

"""Play every box through the service while NumPy, ICU and all server code are missing.

Run as a program, it prints what it did, one line per box.
"""

from __future__ import annotations

import sys

MISSING = (
    "alembic",
    "cyclopts",
    "httptools",
    "httpx",
    "icu4py",
    "multiprocessing",
    "numba",
    "numpy",
    "prometheus_client",
    "rich",
    "sqlalchemy",
    "textual",
    "websockets",
)
for missing in MISSING:
    sys.modules[missing] = None  # type: ignore[assignment]

from keypeg import boxes, service, wire  # noqa: E402 - after the modules are blocked
from keypeg.core import Guess, View  # noqa: E402
from keypeg.notation import move_text, row_text  # noqa: E402
from keypeg.players import read_player  # noqa: E402
from tests.service.memory import ME, MemoryTransport  # noqa: E402


def play(box: str) -> str:
    """Play a match against club with coach, doctor and home board; return its result."""
    seats = service.rules_facts(box).seats
    at = MemoryTransport.of(f"{box}:first=1", wire.Me(), *[wire.Computer("club")] * (seats - 1), coach="hint")
    me = read_player("club", "me")
    asked = set()
    for _ in range(500):
        at.run_computers()
        if at.table.over:
            break
        seen = at.table.view(1)
        move = me.choose(seen)
        if isinstance(move, Guess) and len(seen.boards[0].rows) in (0, 2):
            asked |= {ask(at, "explain", move_text(seen.rules, move)), ask(at, "hint", None)}
            asked |= {doctor(at), home_board(box, seen)}
        at.play(1, move)
    assert at.table.over
    assert at.replayed().state == at.table.state
    return f"{box} {len(at.log)} {' '.join(sorted(asked))}"


def ask(at: MemoryTransport, kind: str, move: str | None) -> str:
    question = service.question(at.table, ME, wire.NewQuestion(kind, at.key(), move))  # type: ignore[arg-type]
    found = at.commit(service.advice(at.table, question, *service.advise(question), at.now))
    assert found.messages
    return kind


def doctor(at: MemoryTransport) -> str:
    found = service.diagnose(service.helped_view(at.table, ME, None))
    assert found.fits
    return "doctor"


def home_board(box: str, seen: View) -> str:
    rows = [row_text(seen.rules, board, row) for board in seen.boards if board.breaker == 1 for row in board.rows]
    own = [share.code for share in seen.own_shares if share.code] if seen.rules.split else []
    look = service.home(wire.AskHome(box, rows, own=own))
    assert look.diagnosis.fits
    assert service.home(wire.AskHome(box, rows, ask="propose", own=own, level="club")).move
    return "home"


if __name__ == "__main__":
    for each in boxes():
        sys.stdout.write(f"{play(each.id)}\n")

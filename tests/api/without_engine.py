"""Play every box through the service while NumPy, ICU and all server code are missing.

Run as a program, it prints what it did, one line per box.
"""

from __future__ import annotations

import sys

from keypeg.api.coach import advice, advise, helped_view, question
from keypeg.api.doctor import diagnose_seen

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

from keypeg import boxes, rules  # noqa: E402 - after the modules are blocked
from keypeg.api.coach import NewQuestion  # noqa: E402
from keypeg.api.home_board import AskHome, home  # noqa: E402
from keypeg.api.tables import Computer, Me  # noqa: E402
from keypeg.core import Guess, View  # noqa: E402
from keypeg.notation import move_text, row_text  # noqa: E402
from keypeg.players import read_player  # noqa: E402
from tests.api.memory import ME, MemoryTransport  # noqa: E402


def play(box: str) -> str:
    """Play a match against club with coach, doctor and home board; return its result."""
    seats = rules(box).seats
    at = MemoryTransport.of(f"{box}:first=1", Me(), *[Computer("club")] * (seats - 1), coach="hint")
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
    asks = question(at.table, ME, NewQuestion(kind, at.key(), move))  # type: ignore[arg-type]
    found = at.commit(advice(at.table, asks, *advise(asks), at.now))
    assert found.messages
    return kind


def doctor(at: MemoryTransport) -> str:
    found = diagnose_seen(helped_view(at.table, ME, None))
    assert found.fits
    return "doctor"


def home_board(box: str, seen: View) -> str:
    rows = [row_text(seen.rules, board, row) for board in seen.boards if board.breaker == 1 for row in board.rows]
    own = [share.code for share in seen.own_shares if share.code] if seen.rules.split else []
    look = home(AskHome(box, rows, own=own))
    assert look.diagnosis.fits
    assert home(AskHome(box, rows, ask="propose", own=own, level="club")).move
    return "home"


if __name__ == "__main__":
    for each in boxes():
        sys.stdout.write(f"{play(each.id)}\n")

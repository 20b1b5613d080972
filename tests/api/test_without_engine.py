"""What a client without a server needs runs without NumPy, ICU, processes and all server code."""

from __future__ import annotations

import subprocess
import sys

from keypeg import boxes


def test_a_match_of_every_box_needs_nothing_but_msgspec() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.api.without_engine"], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr
    played = [line.split() for line in run.stdout.splitlines()]
    assert [box for box, *_ in played] == [box.id for box in boxes()]
    assert all(asked == ["doctor", "explain", "hint", "home"] for _, _, *asked in played)

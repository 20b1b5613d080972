"""How long short commands take, each in a process of its own: the median of 15 starts."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

COMMANDS = (
    ("python -c pass", [sys.executable, "-c", "pass"]),
    ("import keypeg", [sys.executable, "-c", "import keypeg"]),
    ("keypeg --version", ["keypeg", "--version"]),
    ("keypeg mark togo RYGB ROYG", ["keypeg", "mark", "togo", "RYGB", "ROYG"]),
    ("keypeg check 4x6 RROO:1,1", ["keypeg", "check", "4x6", "RROO:1,1"]),
)


def main() -> None:
    """Start every command in turn, so that all suffer alike from what else the machine does."""
    binaries = Path(sys.executable).parent
    times: dict[str, list[float]] = {name: [] for name, _ in COMMANDS}
    for _ in range(15):
        for name, command in COMMANDS:
            program = str(binaries / command[0]) if command[0] == "keypeg" else command[0]
            start = time.perf_counter()
            subprocess.run([program, *command[1:]], check=True, capture_output=True)
            times[name].append(time.perf_counter() - start)
    for name, seconds in times.items():
        print(f"{name:28} {median(seconds) * 1000:4.0f} ms")


if __name__ == "__main__":
    main()

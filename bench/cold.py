"""How long short commands take, each in a process of its own, beside Python that does nothing: medians of starts.

`python bench/cold.py [STARTS]`. It fails where `keypeg --version` or `keypeg mark` takes longer than LIMIT.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

NOTHING = "python -c pass"
COMMANDS = {
    NOTHING: [sys.executable, "-c", "pass"],
    "import keypeg": [sys.executable, "-c", "import keypeg"],
    "keypeg --version": ["keypeg", "--version"],
    "keypeg --help": ["keypeg", "--help"],
    "keypeg mark togo RYGB ROYG": ["keypeg", "mark", "togo", "RYGB", "ROYG"],
    "keypeg check 4x6 RROO:1,1": ["keypeg", "check", "4x6", "RROO:1,1"],
    "keypeg completion bash": ["keypeg", "completion", "bash"],
    "keypeg suggest togo": ["keypeg", "suggest", "togo"],
    "keypeg engine, until readyok": ["keypeg", "engine"],
}
SAID = {"keypeg engine, until readyok": b"isready\n"}
LIMIT = 0.3
LIMITED = ("keypeg --version", "keypeg mark togo RYGB ROYG")


def main() -> int:
    """Start every command in turn, so that all suffer alike from what else the machine does."""
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    binaries = Path(sys.executable).parent
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(starts):
        for name, command in COMMANDS.items():
            program = str(binaries / command[0]) if command[0] == "keypeg" else command[0]
            start = time.perf_counter()
            subprocess.run([program, *command[1:]], check=True, capture_output=True, input=SAID.get(name, b""))
            times[name].append(time.perf_counter() - start)
    found = {name: median(seconds) for name, seconds in times.items()}
    for name, seconds in found.items():
        print(f"{name:30} {seconds * 1000:4.0f} ms  {seconds / found[NOTHING]:4.1f} times {NOTHING}")
    return any(found[name] > LIMIT for name in LIMITED)


if __name__ == "__main__":
    sys.exit(main())

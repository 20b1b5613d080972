"""Measure how long commands take in a process of their own: `python bench/cold.py [STARTS]`.

First short commands, compared with Python that does nothing: medians over the starts. Then the engine with nothing
compiled, in a cache folder of its own, and again with the kernels that the first run compiled: processor seconds, which
other work on the machine hardly changes. The script fails if a command takes longer than it should.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

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

NOT_COMPILED = {
    "strategy 4x4 --by minimax": 3.0,
    "strategy 4x6 --by minimax": 3.0,
    "strategy togo --by entropy": 3.0,
    "strategy 4x6 --by optimal": 12.0,
    "strategy 4x4 --by optimal": None,
    "suggest togo": 1.0,
    "suggest 4x6 RROO:1,1 RYRG:0,2 OBRP:1,1": 1.0,
    "suggest 4x6 RROO:1,1": None,
    "suggest challenge+doubles RROOY:1,1": None,
}
"""Commands of the engine, and the most processor seconds that they may take with nothing compiled, or None."""


def main() -> int:
    """Start the commands in turn, so that other work on the machine slows all of them alike."""
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(starts):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            _start(command, SAID.get(name, b""))
            times[name].append(time.perf_counter() - start)
    found = {name: median(seconds) for name, seconds in times.items()}
    for name, seconds in found.items():
        print(f"{name:30} {seconds * 1000:4.0f} ms  {seconds / found[NOTHING]:4.1f} times {NOTHING}", flush=True)
    late = any(found[name] > LIMIT for name in LIMITED)
    print("processor seconds with nothing compiled, and the second time; the answers are the same")
    for text, most in NOT_COMPILED.items():
        with TemporaryDirectory() as cache:
            first, second = (_seconds(text, cache) for _ in range(2))
        assert first[1] == second[1], text
        wanted = "" if most is None else f"(at most {most:g} s)"
        print(f"keypeg {text:40} {first[0]:5.1f} s {second[0]:5.1f} s {wanted}", flush=True)
        late |= most is not None and first[0] > most
    return late


def _start(command: list[str], said: bytes = b"", **environment: str) -> bytes:
    program = str(Path(sys.executable).parent / "keypeg") if command[0] == "keypeg" else command[0]
    settings = os.environ | environment
    done = subprocess.run([program, *command[1:]], check=True, capture_output=True, input=said, env=settings)
    return done.stdout


def _seconds(text: str, cache: str) -> tuple[float, dict[str, object]]:
    """Return the processor time of a command, and its answer without the seconds in it."""
    before = getrusage(RUSAGE_CHILDREN)
    answer = json.loads(_start(["keypeg", *text.split(), "--json"], NUMBA_CACHE_DIR=cache))
    after = getrusage(RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, {name: value for name, value in answer.items() if name != "seconds"}


if __name__ == "__main__":
    sys.exit(main())

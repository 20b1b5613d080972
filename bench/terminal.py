"""Measure how long a person waits for the terminal: for the first screen, and while a computer thinks."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import statistics
import subprocess
import sys
from time import perf_counter

from keypeg.notation import rules as read_rules
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.setup import read_occupants, start
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words

TIMES = 7
WATCHED = {"challenge+doubles:rounds=1": "expert,perfect", "mm44:rounds=5": "perfect,perfect,expert,expert"}


def first_screen() -> float:
    """Return the seconds from the start of the program until its first screen has been written to the terminal."""
    began = perf_counter()
    child, terminal = pty.fork()
    if not child:
        environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "KEYPEG_LANG": "en"}
        os.execve(sys.executable, [sys.executable, "-m", "keypeg"], environ)  # noqa: S606
    shown = b""
    while b"New match" not in shown and select.select([terminal], [], [], 20)[0]:
        shown += os.read(terminal, 65536)
    took = perf_counter() - began
    os.write(terminal, b"\x03")
    while select.select([terminal], [], [], 5)[0]:
        try:
            if not os.read(terminal, 65536):
                break
        except OSError:
            break
    os.waitpid(child, 0)
    os.close(terminal)
    return took


def command(*arguments: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-m", "keypeg", *arguments], check=True, capture_output=True)
    return perf_counter() - began


async def longest_lag(rules: str, seats: str) -> float:
    """Return the longest time in which the screen did nothing, while a whole match between computers is watched."""
    words, found = Words(), read_rules(rules)
    session = start(words, found, read_occupants(found, seats), seed="7")
    app = KeypegApp(words, lambda: StartScreen(session=session), pause=0)
    lags = [0.0]

    async def watch() -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(0.005)
            lags.append(perf_counter() - before - 0.005)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        watching = asyncio.create_task(watch())
        while session.view(None).outcome is None:
            await pilot.press("enter")
        watching.cancel()
    return max(lags)


def told(what: str, seconds: list[float]) -> None:
    print(f"{what:44} {statistics.median(seconds):.3f} s in the median of {len(seconds)}, {min(seconds):.3f} at best")


def main() -> None:
    told("keypeg --version", [command("--version") for _ in range(TIMES)])
    told("keypeg mark togo RYGB ROYG", [command("mark", "togo", "RYGB", "ROYG") for _ in range(TIMES)])
    told("the first screen of keypeg", [first_screen() for _ in range(TIMES)])
    for rules, seats in WATCHED.items():
        lag = asyncio.run(longest_lag(rules, seats))
        print(f"{f'longest freeze, {rules}':44} {lag:.3f} s")


if __name__ == "__main__":
    main()

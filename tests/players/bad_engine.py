"""An engine program that does one thing wrong, named by its first argument; the second is a file for its process id."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

SAID = {
    "nonsense": "bestmove the red one, please",
    "empty": "bestmove",
    "nothing": "bestmove none",
    "cheat": "bestmove guess RRRRR",
    "other-move": "bestmove mark 4,0",
    "table-move": "bestmove absent 1",
    "no-number": "info guess RYGB expected nan worst 3 bits inf\nbestmove guess RYGB",
}
HOW, FILE = sys.argv[1], Path(sys.argv[2])


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())  # in one write


def misbehave() -> None:
    match HOW:
        case "crash":
            raise RuntimeError("out of cheese")
        case "exit":
            sys.exit(0)
        case "hang":
            time.sleep(60)
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            with FILE.open("a") as file:
                file.write(f"{child.pid}\n")
            time.sleep(60)
        case "flood":
            while True:
                say("info " + "thinking " * 100)
        case "endless-line":
            while True:
                sys.stdout.write("bestmove" * 1000)
        case "half-line":
            sys.stdout.write("bestmove guess RYGB")
            sys.stdout.flush()
            time.sleep(60)
        case "half-line-exit":
            sys.stdout.write("bestmove guess RYGB")
            sys.stdout.flush()
            sys.exit(0)
        case "not-text":
            sys.stdout.buffer.write(b"bestmove gu\xe9ss \xff\xfe\n")
            sys.stdout.flush()
        case "deaf":
            os.close(0)
            time.sleep(60)
        case _:
            say(SAID[HOW])


with FILE.open("a") as file:
    file.write(f"{os.getpid()}\n")
phase = ""
for line in sys.stdin:
    word = line.split()[0]
    if word == "keypeg":
        if HOW == "mute":
            time.sleep(60)
        say("id name Bad\ncan interject\nkeypegok")
    elif word == "isready":
        say("readyok\nbestmove guess RYGB" if HOW == "early" else "readyok")
    elif word == "phase":
        phase = line.split()[1]
    elif word == "go" and "interject" in line and HOW not in ("mute", "early", "crash"):
        say("bestmove none")
    elif word == "go" and phase == "hide":
        say("bestmove hide RYGB")
    elif word == "go":
        misbehave()
    elif word == "quit":
        break

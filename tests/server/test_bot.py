"""The example bot plays a whole match over HTTP."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from keypeg.core import Outcome
from tests.server.running import Person

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_a_bot_of_forty_lines_plays_a_match(person: Callable[[], Person]) -> None:
    ann = person()
    made = ann.make("togo:first=1", {"kind": "computer", "player": "club"}, {"kind": "open"})
    link = made["invites"][0]["link"]
    done = subprocess.run([sys.executable, BOT, link], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    end = ann.view(made["table"])
    assert end["seats"][1]["name"] == "Bot"
    assert done.stdout.strip() == str(Outcome(tuple(end["outcome"]["points"]), end["outcome"]["winner"]))


def test_the_bot_has_forty_lines() -> None:
    code = BOT.read_text("utf-8").partition("\ndef main")[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 40

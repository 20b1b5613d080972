"""How pegs look, by palette letter. The page reads the same file."""

from __future__ import annotations

import json
from pathlib import Path

_LOOK = json.loads(Path(__file__).with_name("pegs.json").read_text(encoding="utf-8"))

SHAPES: dict[str, str] = _LOOK["shapes"]
"""What is engraved in a peg: a path in a square of 24 around the middle (0, 0)."""

COLOURS: dict[str, tuple[str, str]] = {
    letter: (colours["body"], colours["ink"]) for letter, colours in _LOOK["palettes"]["classic"].items()
}
"""The colour of a peg, and of what is engraved in it. The other palettes are the page's; they name what differs."""

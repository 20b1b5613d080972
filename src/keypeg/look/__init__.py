"""What pegs, holes, keys and boards look like: shapes, colours and symbols. The page reads the same files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_PLACE = re.compile(r"\{([a-z-]+)\}")


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


_PEGS = json.loads(_read("pegs.json"))

SHAPES: dict[str, str] = _PEGS["shapes"]
"""By palette letter: the shape engraved in a peg, a path in a square of 24 by 24 centred on (0, 0)."""

COLOURS: dict[str, tuple[str, str]] = {
    letter: (colours["body"], colours["ink"]) for letter, colours in _PEGS["palettes"]["classic"].items()
}
"""By palette letter: the colours of a peg and its engraving. The page's other palettes list only what differs."""

WOODS: dict[str, dict[str, str]] = json.loads(_read("woods.json"))
"""The colours of everything else, for light (birch) and for dark (walnut)."""


def symbols(paint: Mapping[str, str], pegs: Iterable[str] = SHAPES, id: str = "") -> str:
    """Return SVG symbols of holes, hidden pegs (`peg-hidden`), keys and `pegs`. Their ids are prefixed with `id`."""
    drawn = [_filled(_read("symbols.svg"), {**paint, "id": id})]
    for letter in pegs:
        body, ink = COLOURS[letter]
        look = {"letter": letter, "shape": SHAPES[letter], "body": body, "ink": ink, "light": _lighter(body)}
        drawn.append(_filled(_read("peg.svg"), {**look, "id": id}))
    return "".join(drawn)


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: values[place[1]], re.sub(r"\n\s*", "", template))


@cache
def _lighter(colour: str) -> str:
    """Mix 55 parts of a colour with 45 parts of white."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(0.55 * part + 0.45 * 255):02x}" for part in parts)

"""Parts of SVG pictures: paint, text, and the frame of a standalone picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from zlib import crc32

from keypeg.look import SHAPES, WOODS, symbols

Paint = Mapping[str, str]
LIGHT: Paint = WOODS["birch"]
STYLED: Paint = {name: f"var(--{name})" for name in LIGHT}
"""Coloured by the style sheet of the page around the picture."""

ID = "\0"
"""A placeholder prefix of every id until a picture is complete; no escaped text can contain it."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Return text that is safe in an element or an attribute of XML and HTML."""
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def line_of_text(
    x: float, y: float, text: str, fill: str, *, size: float = 13, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}"{weight}>{escaped(text)}</text>'


def definitions(paint: Paint, pegs: Iterable[str] = SHAPES) -> str:
    """Return the symbols of boards, with these pegs, and the hatching of charts."""
    return (
        f"<defs>{symbols(paint, pegs, ID)}"
        f'<pattern id="{ID}hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="6" height="6" fill="{paint["warn-wash"]}"/><rect width="3" height="6" fill="{paint["warn"]}"/>'
        "</pattern></defs>"
    )


def picture(body: str, width: float, height: float, *, title: str, described: str) -> str:
    """Return a whole picture on a card. Its ids are unique, because a notebook shows many pictures on one page."""
    used = [letter for letter in SHAPES if f"#{ID}peg-{letter}" in body]
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    card = f'x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="10"'
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="system-ui, sans-serif">'
        f"<title>{escaped(title)}</title><desc>{escaped(described)}</desc>{definitions(LIGHT, used)}"
        f'<rect {card} fill="{LIGHT["card"]}" stroke="{LIGHT["line"]}"/>{body}</svg>'
    )
    return drawn.replace(ID, f"kp{crc32(drawn.encode()):08x}-")


def moved(body: str, x: float, y: float) -> str:
    """Shift a part of a picture by `x` and `y`."""
    return f'<g transform="translate({x:g} {y:g})">{body}</g>'

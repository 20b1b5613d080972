"""The pseudo-language: English made longer and accented, to find texts that are clipped or not translated."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

from keypeg.words.syntax import Pattern, Text, parse, write

PSEUDO = "en-XA"

_ACCENTED = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
# Separate words, so that the longer text wraps as a translation would.
_FILLER = " " + "one two three four five six seven ".translate(_ACCENTED)


def pseudo(source: str) -> str:
    """Return the message with its words accented, at least 40 % longer and in brackets; fields and syntax are kept."""
    return f"[{write(_longer(parse(source)))}]"


def _longer(pattern: Pattern) -> Pattern:
    parts = tuple(
        Text(part.text.translate(_ACCENTED))
        if isinstance(part, Text)
        else replace(part, branches=tuple((selector, _longer(branch)) for selector, branch in part.branches))
        for part in pattern
    )
    length = sum(len(part.text) for part in parts if isinstance(part, Text))
    extra = -(-length * 2 // 5)
    return (*parts, Text("".join(islice(cycle(_FILLER), extra)))) if extra else parts

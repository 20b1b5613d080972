"""Rows as people type them: `ROYG`, `1234`, `r o y g`, `red, orange, yellow, green`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from unicodedata import combining, normalize

from keypeg.core import Rules
from keypeg.errors import Malformed
from keypeg.notation.codes import read_code

SEPARATORS = re.compile(r"[\s,;]+")


def read_typed_row(rules: Rules, text: str, names: Mapping[str, str]) -> str:
    """Read a row. `names` has the word for each peg in the reader's language, and for an empty hole.

    A text without separators is letters or digits, one a hole: `brown` is five letters. Between spaces or commas stand
    words, letters or digits, one a hole. The page reads rows in the same way, in `board/entry/typed-row.ts`.
    """
    parts = [part for part in SEPARATORS.split(text) if part]
    if len(parts) == 1:
        return read_code(rules, parts[0])
    return "".join(_pegs(rules, text, parts, {tuple(_folded(name).split()): peg for peg, name in names.items()}))


def _pegs(rules: Rules, text: str, parts: list[str], names: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    folded = [_folded(part) for part in parts]
    longest = max(map(len, names), default=1)
    at = 0
    while at < len(parts):
        for many in range(min(longest, len(parts) - at), 0, -1):  # a name may have several words: “dark grey”
            peg = names.get(tuple(folded[at : at + many]))
            if peg is not None:
                yield peg
                at += many
                break
        else:
            if len(parts[at]) > 1:
                most = min(9, len(rules.palette))
                raise Malformed("code-unreadable", code=text, peg=parts[at], pegs=" ".join(rules.palette), most=most)
            yield read_code(rules, parts[at])
            at += 1


def _folded(word: str) -> str:
    """Return a word without accents and in lower case: `grun` is Grün."""
    return "".join(each for each in normalize("NFKD", word) if not combining(each)).casefold()

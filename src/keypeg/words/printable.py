"""Text that is safe to print to a terminal."""

from __future__ import annotations

from unicodedata import category

SPACE = "Zs"
"""The Unicode category of spaces; `str.isprintable` allows only the ordinary one, but French sets others before `:`."""


def printable(text: str) -> str:
    """Return the text on one line, without control characters: an error may quote input from anywhere."""
    return "".join(each if each.isprintable() or category(each) == SPACE else "\ufffd" for each in text)

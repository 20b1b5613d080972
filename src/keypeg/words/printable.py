"""Text that is safe to print to a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return the text on one line, without control characters: an error may quote input from anywhere."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)

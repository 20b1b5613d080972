"""Keys and their actions. None of them is a letter of any palette."""

from __future__ import annotations

ROW = {
    "left": "left",
    "right": "right",
    "tab": "right",
    "shift+tab": "left",
    "up": "turn-up",
    "down": "turn-down",
    "backspace": "erase",
    "delete": "erase",
    "enter": "submit",
    "a": "copy",
    "z": "fill",
    "x": "hold",
    "t": "hint",
    "v": "check",
    "u": "undo",
    "?": "help",
    "f1": "help",
}
"""While a row is entered."""

MATCH = ROW | {
    "m": "notes",
    "i": "rules",
    "s": "save",
    "*": "any",
    "!": "call",
    "f2": "correct",
    "/": "say",
    "j": "absent",
    "escape": "menu",
    "q": "menu",
}
"""In a match."""

HOME = ROW | {
    "j": "who",
    "f2": "correct",
    "escape": "leave",
    "q": "leave",
}
"""Beside a real board."""

DECISIONS = {"y": "yes", "n": "no"}
"""While the person has to answer yes or no; otherwise n is a peg."""


def action_of(keys: dict[str, str], key: str, character: str) -> str | None:
    """Return the action of a key, by its name or by the character that it types."""
    return keys.get(key) or keys.get(character.lower())

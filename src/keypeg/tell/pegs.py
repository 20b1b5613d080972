"""How pegs look where Python draws them: a colour and an engraved shape for every letter, as on the web page."""

from __future__ import annotations

LIGHT, DARK = "#ffffff", "#24180c"

BODIES = {
    "R": ("#c4302a", LIGHT),
    "O": ("#ec7a22", DARK),
    "Y": ("#f4c52f", DARK),
    "G": ("#25803f", LIGHT),
    "B": ("#2a5fb8", LIGHT),
    "P": ("#7b3f9b", LIGHT),
    "W": ("#f7f2e8", DARK),
    "N": ("#70472a", LIGHT),
    "C": ("#3bbccb", DARK),
    "D": ("#55595f", LIGHT),
    "E": ("#0a6a58", LIGHT),
    "F": ("#cf3a93", LIGHT),
    "H": ("#d7a441", DARK),
    "K": ("#1d1a18", LIGHT),
    "L": ("#b3d84a", DARK),
}
"""By letter: the colour of the peg, and of what is engraved in it."""

SHAPES = {
    "R": "M0-5.2a5.2 5.2 0 1 1 0 10.4a5.2 5.2 0 1 1 0-10.4z",
    "O": "M0-8.2L8.2 6H-8.2z",
    "Y": "M0-9.2L7.6 0L0 9.2L-7.6 0z",
    "G": "M-8.2-8.2H8.2V8.2H-8.2z",
    "B": "M-2.7-8.4H2.7V-2.7H8.4V2.7H2.7V8.4H-2.7V2.7H-8.4V-2.7H-2.7z",
    "P": "M0.0 -10.0L2.7 -3.1L10.1 -2.7L4.4 2.0L6.2 9.2L0.0 5.2L-6.2 9.2L-4.4 2.0L-10.1 -2.7L-2.7 -3.1z",
    "W": "M0-8.4a8.4 8.4 0 1 1 0 16.8a8.4 8.4 0 1 1 0-16.8zM0-4.4a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8z",
    "N": "M-8-7.4H8V-3.8H-8zM-8-1.8H8V1.8H-8zM-8 3.8H8V7.4H-8z",
    "C": "M-5.4-4.2a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4zM5.4-4.2a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4z",
    "D": "M2.6-8.6A8.8 8.8 0 1 0 8.6 4.2A7.4 7.4 0 0 1 2.6-8.6z",
    "E": "M-8 8C-9.5-3-3-8.5 8.5-8.5C8.5 3.5 3 9.5-8 8z",
    "F": "M0 8.6C-6.5 4-9.2.6-9.2-3A4.7 4.7 0 0 1 0-4.6A4.7 4.7 0 0 1 9.2-3C9.2.6 6.5 4 0 8.6z",
    "H": "M-4.5-8H4.5L9 0L4.5 8H-4.5L-9 0z",
    "K": "M-8.3-5.1L-5.1-8.3L0-3.2L5.1-8.3L8.3-5.1L3.2 0L8.3 5.1L5.1 8.3L0 3.2L-5.1 8.3L-8.3 5.1L-3.2 0z",
    "L": "M-8.5-1L0-8.5L8.5-1V4.5L0-3L-8.5 4.5zM-8.5 6.5H8.5V9.2H-8.5z",
}
"""By letter: a path in a square of 24 around the middle (0, 0)."""

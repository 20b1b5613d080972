"""Themes: dark walnut, light birch, and the terminal's own sixteen colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="walnut",
    primary="#6fd3c0",
    secondary="#c8a27a",
    accent="#6fd3c0",
    warning="#f2c230",
    error="#ff8a7a",
    success="#6fd3c0",
    foreground="#f3ece2",
    background="#1c1512",
    surface="#271d18",
    panel="#3a2a21",
    dark=True,
    variables={
        "board": "#3f2d22",
        "board-active": "#5a4231",
        "board-quiet": "#c4ad97",
        "key-exact": "#ff9a8b",
        "key-near": "#ffffff",
        "quiet": "#b5a08c",
    },
)

LIGHT = Theme(
    name="birch",
    primary="#0f6e60",
    secondary="#7a5a36",
    accent="#0a5348",
    warning="#8a5a00",
    error="#b3261e",
    success="#0f6e60",
    foreground="#2b2118",
    background="#f6efe3",
    surface="#efe4d2",
    panel="#e3d3ba",
    dark=False,
    variables={
        "board": "#dcc39b",
        "board-active": "#efe0c2",
        "board-quiet": "#5c4832",
        "key-exact": "#8f1009",
        "key-near": "#2b2118",
        "quiet": "#6d5b48",
    },
)

SIXTEEN = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="sixteen",
    accent="ansi_cyan",
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | {
        "board": "ansi_default",
        "board-active": "ansi_default",
        "board-quiet": "ansi_default",
        "key-exact": "ansi_red",
        "key-near": "ansi_default",
        "quiet": "ansi_default",
    },
)

THEMES = (DARK, LIGHT, SIXTEEN)


def is_plain(environ: Mapping[str, str]) -> bool:
    """Return True if the terminal has at most sixteen colours, or the person wants none."""
    if environ.get("NO_COLOR") is not None:
        return True
    asked = environ.get("TEXTUAL_COLOR_SYSTEM", "auto")
    if asked != "auto":
        return asked == "standard"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return False
    return "256" not in environ.get("TERM", "") and environ.get("TERM", "") not in ("xterm-kitty", "alacritty", "foot")


def first_theme(environ: Mapping[str, str], chosen: str = "") -> str:
    """Return the first theme: the saved choice, else the one that fits the background in COLORFGBG."""
    if is_plain(environ):
        return SIXTEEN.name
    if chosen in (DARK.name, LIGHT.name):
        return chosen
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if background in ("7", "15") else DARK.name

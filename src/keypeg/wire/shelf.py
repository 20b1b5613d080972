"""Boxes and rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Space(Struct, frozen=True):
    """Codes of so many holes over these pegs; a blank that counts as a colour stands among them as "."."""

    holes: int
    pegs: str
    distinct: bool


class Rules(Struct, frozen=True):
    """The facts of the rules that a client needs in order to draw and to tell what is played."""

    text: str
    box: str
    name: str
    variants: list[str]
    options: dict[str, str]
    """Every option that makes sense here, with its value."""
    seats: int
    palette: str
    codes: list[Space]
    """By seat: what it may have to break."""
    guesses: list[Space]
    """By seat: what it may place."""
    size: list[int]
    """By seat: how many codes there are for it to break."""
    blanks: bool
    """An empty hole counts as one more colour."""
    rounds: int
    codes_a_round: int
    rows: int | None
    all_break: bool
    together: bool
    equal_turns: bool
    split: bool
    boards: int
    supply: int | None
    fresh_guesses: bool
    full_rows: bool
    marking: Literal["table", "hand", "hand-checked", "home"]
    counts_only: bool
    secret_calls: bool
    last_one_wins: bool
    fewest_win: bool
    rounds_won: bool
    key: Literal["pegs", "pins", "arms"]
    """How marks look in this box: black and white pegs, red and white pins, or a red and a white sliding arm."""


class Option(Struct, frozen=True):
    """One thing that can be agreed on: a number from `least` to `most`, or one of `values`, of a switch off and on."""

    name: str
    default: str
    values: list[str]
    """Empty for a number."""
    least: int
    most: int
    unlimited: bool
    """A number that may also be "unlimited"."""
    needs: list[str]
    """Only together with all of these: "+variant" or "option=value"."""
    excludes: list[str]
    """With none of these."""


class Box(Struct, frozen=True):
    """A box on the shelf; the free forms, such as `4x6`, as one."""

    id: str
    name: str
    free: bool
    variants: list[str]
    options: list[Option]
    rules: Rules
    """As printed."""

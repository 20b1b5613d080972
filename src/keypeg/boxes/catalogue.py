"""The catalogue: find a box by its name, or make a free form such as 4x6."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from keypeg.boxes.box import Box, read_box
from keypeg.boxes.reader import bad
from keypeg.errors import Illegal

ORDER = ("logic24", "logic12", "togo", "challenge", "mm44")
"""The printed boxes in the order of the rulebook; others follow by name."""

FRAMES = ("common", "free")
"""Files that boxes are built from, but that are not boxes themselves."""

FREE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})(d?)(b?)")
FREE_PALETTE = "ROYGBPWNCDEFHKL"
MOST_HOLES = 8

FOLDER = files("keypeg.boxes")

Data: TypeAlias = dict[str, Any]


def shipped_box(id: str) -> Box | None:
    """Return the shipped box or the free form of this name, or None if there is none."""
    return _read(id) if FREE.fullmatch(id) or id in _shipped() else None


@cache
def _shipped() -> frozenset[str]:
    return frozenset(ids(FOLDER))


@cache
def _read(id: str) -> Box:
    """Read a box that is known to exist. Unknown names are not cached: strangers may ask for any number of them."""
    free = FREE.fullmatch(id)
    if free:
        return _free_form(id, int(free[1]), int(free[2]), distinct=bool(free[3]), blanks=bool(free[4]))
    return read_box(id, merged(FOLDER, id))


def is_free_form(box: Box) -> bool:
    """Return True for a free form such as 4x6."""
    return FREE.fullmatch(box.id) is not None


def ids(folder: Traversable) -> tuple[str, ...]:
    """Return the names of the boxes in a folder."""
    found = {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    rest = sorted(found.difference(ORDER, FRAMES))
    return (*ORDER, *rest)


def merged(folder: Traversable, id: str) -> Data:
    """Return the data of a box, merged over the box named by its `like` key and the shared options."""
    return completed(id, _data(folder, id), folder)


def completed(id: str, data: Data, folder: Traversable = FOLDER) -> Data:
    """Merge the data of a box over the box named by its `like` key and the shared options, both read from `folder`."""
    if "like" in data:
        name = data["like"]
        model = _data(folder, name) if name in ids(folder) else None
        if model is None or "like" in model:
            raise bad(f"{id}.toml", f"like = {name!r} must name a box that is not like another itself")
        own = {key: value for key, value in data.items() if key != "like"}
        return _over(completed(name, model, folder), own)
    shared, options = _data(folder, "common")["options"], data.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(option, dict) for option in options.values()):
        return data  # read_box refuses it
    return {**data, "options": {name: _over(shared.get(name, {}), option) for name, option in options.items()}}


def _data(folder: Traversable, id: str) -> Data:
    return read_toml(f"{id}.toml", (folder / f"{id}.toml").read_text("utf-8"))


def read_toml(where: str, text: str) -> Data:
    """Read the data of a box from text in TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise bad(where, str(error)) from None


def _over(base: Mapping[str, Any], data: Mapping[str, Any]) -> Data:
    """Merge `data` over `base`, table by table."""
    both = dict(base)
    for key, value in data.items():
        below = both.get(key)
        both[key] = _over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both


def _free_form(id: str, holes: int, colours: int, *, distinct: bool, blanks: bool) -> Box:
    if not (1 <= holes <= MOST_HOLES and 1 <= colours <= len(FREE_PALETTE)):
        raise Illegal("free-form-size", form=id, holes=MOST_HOLES, colours=len(FREE_PALETTE))
    frame = read_box("free", merged(FOLDER, "free"))
    sizes = {"holes": holes, "pegs": FREE_PALETTE[:colours], "distinct": distinct, "blanks": blanks}
    rules = {**frame.rules, **sizes, "distinct_guesses": distinct}
    # Where guesses are distinct anyway, nobody could ever choose this option.
    options = {name: option for name, option in frame.options.items() if not (distinct and name == "distinct-guesses")}
    name = f"{holes}x{colours}{'d' * distinct}{'b' * blanks}"
    return replace(frame, id=name, rules=rules, options=options)

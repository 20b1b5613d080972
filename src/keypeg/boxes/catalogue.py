"""The catalogue: find a box by its name, or make a free form such as 4x6."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from keypeg.boxes.box import Box, read_box
from keypeg.boxes.reader import bad
from keypeg.errors import Illegal, Unknown, nearest

ORDER = ("logic24", "logic12", "togo", "challenge", "mm44")
"""The printed boxes in the order of the rulebook; others follow by name."""

FRAMES = ("common", "free")
"""Files that are not boxes themselves."""

FREE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})(d?)(b?)")
FREE_PALETTE = "ROYGBPWNCDEFHKL"
MOST_HOLES = 8

FOLDER = files("keypeg.boxes")


def boxes() -> tuple[Box, ...]:
    """Return all boxes."""
    return tuple(map(box, ids(FOLDER)))


@cache
def box(id: str) -> Box:
    """Return the box or free form of this name."""
    free = FREE.fullmatch(id)
    if free:
        return _free_form(id, int(free[1]), int(free[2]), distinct=bool(free[3]), blanks=bool(free[4]))
    known = ids(FOLDER)
    if id not in known:
        raise Unknown("box-unknown", box=id, nearest=nearest(id, known), known=", ".join(known))
    return read_box(id, merged(FOLDER, id))


def ids(folder: Traversable) -> tuple[str, ...]:
    """Return the names of the boxes in a folder."""
    found = {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    rest = sorted(found.difference(ORDER, FRAMES))
    return (*ORDER, *rest)


def merged(folder: Traversable, id: str) -> dict[str, Any]:
    """Return the data of a box, merged over the box it is like and the shared options."""
    data = _data(folder, id)
    if "like" in data:
        model = data.pop("like")
        if model not in ids(folder) or "like" in _data(folder, model):
            raise bad(f"{id}.toml", f"like = {model!r} must name a box that is not like another itself")
        return _over(merged(folder, model), data)
    shared = _data(folder, "common")["options"]
    options = data.get("options", {})
    data["options"] = {name: _over(shared.get(name, {}), option) for name, option in options.items()}
    return data


def _data(folder: Traversable, id: str) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / f"{id}.toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise bad(f"{id}.toml", str(error)) from None


def _over(base: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
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
    # If guesses are distinct anyway, the option would be a second way to say so.
    options = {name: option for name, option in frame.options.items() if not (distinct and name == "distinct-guesses")}
    name = f"{holes}x{colours}{'d' * distinct}{'b' * blanks}"
    return replace(frame, id=name, rules=rules, options=options)

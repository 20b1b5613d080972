"""The user's own boxes: TOML files in the folders of KEYPEG_BOXES and in the data folder, or added from Python."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from keypeg.argument_types import checked
from keypeg.boxes.box import Box, read_box
from keypeg.boxes.build import build
from keypeg.boxes.catalogue import FOLDER, FRAMES, FREE, FREE_PALETTE, Data, completed, ids, read_toml, shipped_box
from keypeg.boxes.reader import bad
from keypeg.errors import KeypegError, Unknown, meant
from keypeg.folders import own_folder

VARIABLE = "KEYPEG_BOXES"
"""The environment variable that lists folders of boxes, separated as in PATH."""
SUFFIX = ".toml"

_added: dict[str, tuple[Data, Box]] = {}


def boxes() -> tuple[Box, ...]:
    """Return all boxes: the shipped ones in their order, then the user's own by name. Broken ones are left out."""
    own = {name: found for name, (_, found) in _from_folders().items() if isinstance(found, Box)}
    own |= {name: found for name, (_, found) in _added.items()}
    shipped = map(shipped_box, ids(FOLDER))
    return (*(found for found in shipped if found), *(own[name] for name in sorted(own)))


def broken_boxes() -> Mapping[str, KeypegError]:
    """Return, by file, why each of the user's own boxes that is broken cannot be played."""
    return {str(file): found for file, found in _from_folders().values() if isinstance(found, KeypegError)}


@checked
def box(id: str) -> Box:
    """Return the box or free form of this name."""
    found = shipped_box(id)
    if found:
        return found
    if id in _added:
        return _added[id][1]
    _, own = _from_folders().get(id, (None, None))
    if isinstance(own, KeypegError):
        raise own
    if own is None:
        known = [each.id for each in boxes()]
        raise Unknown("box-unknown", box=id, **meant(id, known), known=", ".join(known))
    return own


@checked
def add_box(id: str, data: Mapping[str, Any] | str | Path) -> Box:
    """Add or replace a box in this process. Its data is a mapping, TOML text, or the path of a TOML file."""
    if isinstance(data, Path):
        table = _file_data(data)
    else:
        table = read_toml(f"{id}{SUFFIX}", data) if isinstance(data, str) else dict(data)
    found = _checked(id, table, f"{id}{SUFFIX}")
    _added[id] = table, found
    return found


def added_boxes() -> dict[str, Data]:
    """Return the data of all boxes that were added from Python, so that other processes can add them too."""
    return {name: data for name, (data, _) in _added.items()}


@cache
def _from_folders() -> dict[str, tuple[Path, Box | KeypegError]]:
    """Return, by name, each box's file, and the box or why it cannot be played. The first file of a name wins."""
    found: dict[str, tuple[Path, Box | KeypegError]] = {}
    for file in _files():
        if file.stem not in found:
            try:
                found[file.stem] = file, _checked(file.stem, _file_data(file), str(file))
            except KeypegError as error:
                found[file.stem] = file, error
    return found


def _files() -> Iterator[Path]:
    folders = [Path(folder).expanduser() for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder]
    for folder in (*folders, own_folder() / "boxes"):
        try:
            yield from sorted(file for file in folder.iterdir() if file.suffix == SUFFIX)
        except OSError:
            continue  # no such folder


def _file_data(file: Path) -> Data:
    try:
        return read_toml(str(file), file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise bad(str(file), str(error)) from None


def _checked(id: str, data: Data, where: str) -> Box:
    """Read a box, and check it by building its rules without variants and with each of them."""
    if FREE.fullmatch(id) or id in FRAMES or id in ids(FOLDER):
        raise bad(where, "Keypeg has rules of this name already; choose another")
    try:
        found = read_box(id, completed(id, data), where)
        for variants in ((), *((variant,) for variant in found.variants)):
            strange = set(build(found, variants).palette) - set(FREE_PALETTE)
            if strange:
                raise bad(where, f"pegs must be letters out of {FREE_PALETTE}, so that they can be drawn")
    except KeypegError as error:
        raise (
            error if str(error.fields.get("where", "")).startswith(where) else bad(where, str(error).rstrip("."))
        ) from None
    return found

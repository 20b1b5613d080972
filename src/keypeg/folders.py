"""Where this system keeps the data of programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "keypeg"


def own_folder() -> Path:
    """Return the folder for everything that is a person's own: KEYPEG_DATA, or the data folder of this system."""
    chosen = os.environ.get("KEYPEG_DATA")
    return Path(chosen) if chosen else data_folder()


def data_folder(holds: str = "") -> Path:
    """Return the folder for a person's data.

    On Linux this is `$XDG_DATA_HOME/keypeg`, by default `~/.local/share/keypeg`. On macOS and Windows the server once
    used that place, too: the old folder is returned if only it holds the file `holds`.
    """
    old = Path.home() / ".local" / "share" / NAME
    try:
        # Imported late: most of what imports this module needs no folder.
        from platformdirs import user_data_path  # noqa: PLC0415
    except ModuleNotFoundError:  # without extras: boxes of one's own can still be named by KEYPEG_BOXES
        shared = os.environ.get("XDG_DATA_HOME")
        return Path(shared) / NAME if shared else old
    folder = user_data_path(NAME, appauthor=False, roaming=True)
    if sys.platform != "linux" and holds and (old / holds).exists() and not (folder / holds).exists():
        return old
    return folder

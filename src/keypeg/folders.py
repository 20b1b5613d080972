"""Where this system keeps the data of programs."""

from __future__ import annotations

import sys
from pathlib import Path

NAME = "keypeg"


def data_folder(holds: str = "") -> Path:
    """Return the folder for a person's data.

    On Linux this is `$XDG_DATA_HOME/keypeg`, by default `~/.local/share/keypeg`. On macOS and Windows the server once
    used that place, too: the old folder is returned if only it holds the file `holds`.
    """
    # Imported late: most of what imports this module needs no folder.
    from platformdirs import user_data_path  # noqa: PLC0415

    folder = user_data_path(NAME, appauthor=False, roaming=True)
    old = Path.home() / ".local" / "share" / NAME
    if sys.platform != "linux" and holds and (old / holds).exists() and not (folder / holds).exists():
        return old
    return folder

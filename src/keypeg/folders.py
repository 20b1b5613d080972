"""Find the folder for Keypeg's data on this system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "keypeg"


def own_folder() -> Path:
    """Return the folder for the user's own files: KEYPEG_DATA if it is set, else this system's data folder."""
    chosen = os.environ.get("KEYPEG_DATA")
    return Path(chosen) if chosen else data_folder()


def data_folder(holds: str = "") -> Path:
    """Return the user's data folder on this system.

    On Linux this is `$XDG_DATA_HOME/keypeg`, by default `~/.local/share/keypeg`. Early versions of the server used
    the latter on macOS and Windows, too: that folder is returned if it holds the file `holds` and the new one does not.
    Somebody without a home, as in a container, is at home at the root.
    """
    shared = os.environ.get("XDG_DATA_HOME")
    try:
        old = Path.home() / ".local" / "share" / NAME
    except RuntimeError:
        return Path(shared or "/.local/share") / NAME
    try:
        # Imported late: most importers of this module never ask for a folder.
        from platformdirs import user_data_path  # noqa: PLC0415
    except ModuleNotFoundError:  # installed without extras; KEYPEG_BOXES can still name the user's own boxes
        return Path(shared) / NAME if shared else old
    folder = user_data_path(NAME, appauthor=False, roaming=True)
    if sys.platform != "linux" and holds and (old / holds).exists() and not (folder / holds).exists():
        return old
    return folder

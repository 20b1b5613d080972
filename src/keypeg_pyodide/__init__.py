"""Python for the browser, which Keypeg's page loads to play without a server: Pyodide and msgspec, as files.

They are built by packaging/pyodide/pack.py and are not committed.
"""

from pathlib import Path

FILES = Path(__file__).parent / "files"

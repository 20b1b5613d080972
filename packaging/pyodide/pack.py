"""Gather Python for the browser in src/keypeg_pyodide/files: Pyodide as npm installed it, and msgspec for it from PyPI.

`python packaging/pyodide/pack.py` writes what is missing or older than what it is made from.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
TARGET = ROOT / "src" / "keypeg_pyodide" / "files"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")


def pack() -> None:
    """Write the files. Compressed ones are unpacked by the page, so that any file server will do."""
    TARGET.mkdir(parents=True, exist_ok=True)
    wasm = PYODIDE / "pyodide.asm.wasm"
    if _is_older(TARGET / "pyodide.wasm.gz", wasm):
        (TARGET / "pyodide.wasm.gz").write_bytes(gzip.compress(wasm.read_bytes(), mtime=0))
    for name, source in {"pyodide.js": "pyodide.asm.mjs", "python.zip": "python_stdlib.zip"}.items():
        if _is_older(TARGET / name, PYODIDE / source):
            shutil.copyfile(PYODIDE / source, TARGET / name)
    wanted = HERE / "requirements.txt"
    if _is_older(TARGET / "msgspec.zip", wanted):
        wheels = ROOT / "build" / "pyodide"
        shutil.rmtree(wheels, ignore_errors=True)
        fetch = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps"]
        fetch += ["--only-binary", ":all:", *PLATFORM, "--require-hashes", "-r", str(wanted), "-d", str(wheels)]
        subprocess.run(fetch, check=True)  # noqa: S603
        (wheel,) = wheels.glob("msgspec-*.whl")
        shutil.copyfile(wheel, TARGET / "msgspec.zip")


def _is_older(made: Path, source: Path) -> bool:
    return not made.exists() or made.stat().st_mtime < source.stat().st_mtime


if __name__ == "__main__":
    pack()

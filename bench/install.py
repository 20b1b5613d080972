"""Measure how long the wheels take to install into an empty environment, alone and with each extra, and their size.

`python bench/install.py [WHEEL]` builds the wheel if none is named, those of keypeg-lab and of Python for the browser.
Packages come from uv's cache, or from where uv is configured to look; the first round fills the cache and is not timed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).parents[1]
EXTRAS = ("", "engine", "client", "cli", "terminal", "server", "all")
LAB_EXTRAS = ("", "cluster", "rl")
UV = Path(sys.executable).with_name("uv")
MEGA = 1_000_000


def build(source: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return max(folder.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def install(wheel: Path, beside: list[Path], extra: str, place: Path) -> float:
    """Install into a new environment, with our other wheels at hand; return the seconds that it took."""
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, place], check=True)
    name = wheel.name.partition("-")[0].replace("_", "-")
    wanted = f"{name}[{extra}] @ {wheel.as_uri()}" if extra else f"{name} @ {wheel.as_uri()}"
    options = ["--quiet", "--link-mode", "copy", "--python", place / "bin/python"]
    for other in beside:
        options += ["--find-links", other.parent]
    command = [UV, "pip", "install", *options, wanted]
    began = perf_counter()
    subprocess.run(command, check=True)
    return perf_counter() - began


def weigh(place: Path) -> tuple[float, list[str]]:
    """Return the size of everything that was installed in megabytes, and the names of the packages."""
    (packages,) = place.glob("lib/*/site-packages")
    size = sum(file.lstat().st_size for file in packages.rglob("*") if file.is_file())
    names = [folder.name.partition("-")[0] for folder in packages.glob("*.dist-info")]
    return size / MEGA, sorted(names)


def main() -> None:
    with TemporaryDirectory() as folder:
        wheel = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else build(ROOT, Path(folder))
        python = build(ROOT / "packaging" / "pyodide", Path(folder))
        lab = build(ROOT / "lab", Path(folder))
        for installed, extras in ((wheel, EXTRAS), (lab, LAB_EXTRAS)):
            print(f"{installed.name}: {installed.stat().st_size / MEGA:.1f} MB")
            for extra in extras:
                place = Path(folder, "venv")
                install(installed, [wheel, python], extra, place)
                shutil.rmtree(place)
                seconds = install(installed, [wheel, python], extra, place)
                size, names = weigh(place)
                print(f"{extra or 'base':9} {seconds:5.1f} s {size:7.1f} MB  {len(names)} packages", flush=True)
                if extra in ("", "engine", "client", "cli"):
                    print(f"          {', '.join(names)}", flush=True)
                shutil.rmtree(place)


if __name__ == "__main__":
    main()

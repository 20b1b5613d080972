"""The laboratory belongs to one version of Keypeg, and is a distribution of its own."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import keypeg
import keypeg_lab
from keypeg_lab.proofs import proved_shapes

ROOT = Path(__file__).parents[2]


def test_it_requires_the_version_of_keypeg_beside_it() -> None:
    declared = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text("utf-8"))["project"]
    assert declared["dependencies"] == [f"keypeg[cli,engine]=={keypeg.__version__}"]
    assert keypeg_lab.__version__ == keypeg.__version__ == version("keypeg-lab")


def test_its_extras_are_not_those_of_keypeg() -> None:
    of_lab, of_keypeg = (
        set(tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
        for folder in ("lab", ".")
    )
    assert of_lab == {"cluster", "gpu", "rl"}
    assert not of_lab & of_keypeg


def test_the_license_is_the_same() -> None:
    assert (ROOT / "lab" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_its_wheel_carries_the_proofs_and_stays_small(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT / "lab", check=True, capture_output=True)
    (wheel,) = tmp_path.glob("keypeg_lab-*.whl")
    names = ZipFile(wheel).namelist()
    assert {f"keypeg_lab/proofs/{shape}.proof" for shape in proved_shapes()} <= set(names)
    assert {"keypeg_lab/py.typed", "keypeg_lab/cli/commands/atlas.py"} <= set(names)
    assert {"keypeg_lab/gpu/bounds.cu", "keypeg_lab/gpu/5x8.bounds"} <= set(names)
    assert not any("tests" in name or name.endswith((".pyc", ".nbi")) for name in names)
    assert wheel.stat().st_size < 2_000_000

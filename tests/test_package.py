"""What a user of the library relies on."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import keypeg


def test_public_names_are_what_is_exported() -> None:
    # Layers that some other test has imported are modules, not names of the library.
    values = {name: value for name, value in vars(keypeg).items() if not isinstance(value, ModuleType)}
    public = {name for name in values if not name.startswith("_")} | {"__version__"}
    assert set(keypeg.__all__) == public
    assert list(keypeg.__all__) == sorted(keypeg.__all__, key=lambda name: (name.upper() != name, name))


def test_the_changelog_begins_with_this_version() -> None:
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8")
    headings = (line for line in changes.splitlines() if line.startswith("## "))
    heading = next(line for line in headings if line != "## Unreleased")
    assert heading.split()[1] == keypeg.__version__ == version("keypeg")


def test_every_name_that_a_package_exports_is_there() -> None:
    for package in iter_modules(keypeg.__path__, "keypeg."):
        module = import_module(package.name) if package.name != "keypeg.__main__" else keypeg
        assert not [name for name in getattr(module, "__all__", ()) if not hasattr(module, name)], package.name


def test_rules_show_themselves_as_what_makes_them() -> None:
    assert repr(keypeg.rules("togo:rows=9,first=1")) == "rules('togo:first=1')"


def test_importing_keypeg_imports_nothing_but_the_standard_library() -> None:
    code = "import sys; before = set(sys.modules); import keypeg; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign = {name.partition(".")[0] for name in done.stdout.split()} - sys.stdlib_module_names - {"keypeg"}
    assert foreign == set()


def test_telling_of_boxes_needs_no_engine() -> None:
    code = "import sys, keypeg.tell; print('numpy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"

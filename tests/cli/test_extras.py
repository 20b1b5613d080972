"""A command whose extra is not installed says which one to install, in one line."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from keypeg.cli.commands import COMMANDS
from keypeg.cli.extras import EXTRAS, missing_extra

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

WITHOUT = """
import sys
from importlib.abc import MetaPathFinder
class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in LIBRARIES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from PACKAGE.cli import main
sys.exit(main())
"""


def run_without(
    libraries: set[str], *arguments: str, language: str = "en", answers: bool = False, package: str = "keypeg"
) -> tuple[int, str]:
    """The status and the complaint of a command in a Python that lacks these libraries."""
    code = WITHOUT.replace("LIBRARIES", repr(libraries)).replace("PACKAGE", package)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={"KEYPEG_LANG": language, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answers or done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("mark togo RYGB ROYG", "cli"),
        ("suggest togo", "cli,engine"),
        ("review match.txt", "cli,engine"),
        ("play togo --plain", "terminal"),
        ("serve", "server"),
        ("db upgrade", "server"),
    ],
)
def test_without_any_extra_a_command_names_all_that_it_needs(command: str, extra: str) -> None:
    said = f"This needs an extra package: install keypeg[{extra}].\n"
    assert run_without(set(EXTRAS), *command.split()) == (2, said)


@pytest.mark.parametrize(
    ("command", "libraries", "extra"),
    [
        ("suggest togo", {"numpy", "numba"}, "engine"),
        ("strategy togo", {"numba"}, "engine"),
        ("serve", {"sqlalchemy"}, "server"),
        ("play --plain --join http://127.0.0.1:1/t/x", {"httpx"}, "terminal"),
    ],
)
def test_with_the_command_line_alone_it_names_what_is_missing(command: str, libraries: set[str], extra: str) -> None:
    status, said = run_without(libraries, *command.split())
    assert (status, f"keypeg[{extra}]" in said, said.count("\n")) == (2, True, 1)


@pytest.mark.parametrize(
    "command",
    [
        "boxes",
        "show togo",
        "rules togo",
        "mark togo RYGB ROYG",
        "check togo ROYG:1,2",
        "doctor togo ROYG:1,2",
        "players",
        "match togo --seats club,novice --matches 1",
        "completion bash",
    ],
)
def test_the_extra_of_the_command_line_is_enough_where_no_engine_is_needed(command: str) -> None:
    others = {library for library, extra in EXTRAS.items() if extra != "cli"} | {"httpx"}
    status, said = run_without(others, *command.split(), answers=True)
    assert "keypeg[" not in said
    assert status == 0


def test_it_is_said_in_the_language_of_the_person_without_icu_too() -> None:
    said = "Dafür fehlt ein Zusatzpaket: Installiere keypeg[cli].\n"
    assert run_without(set(EXTRAS), "boxes", language="de") == (2, said)


def test_every_extra_that_is_named_is_there_and_brings_the_library() -> None:
    names = {extra for command in COMMANDS.values() for extra in command.extra.split(",")} | set(EXTRAS.values())
    assert names <= DECLARED.keys()
    requirements = [each for extra in DECLARED.values() for each in extra]
    packages = {re.split(r"[>=<\[;]", each)[0].replace("-", "_") for each in requirements}
    brought = packages - {"pillow"} | {"PIL"}  # the one whose module has another name
    assert set(EXTRAS) <= brought
    # Files alone, which a server does without, and a loop that Windows has not.
    assert brought - set(EXTRAS) == {"keypeg", "keypeg_pyodide", "uvloop"}


def test_a_module_that_no_extra_brings_is_a_fault() -> None:
    assert missing_extra(COMMANDS["mark"], ModuleNotFoundError("No module named 'x'", name="x")) is None

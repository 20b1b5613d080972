"""Name the new place of what has moved to keypeg-lab: modules and commands."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence

from keypeg.errors import Unknown

MODULES = {
    "keypeg.atlas.check_proof": "keypeg_lab.proofs",
    "keypeg.atlas.proof": "keypeg_lab.proofs",
    "keypeg.puzzles.benchmark": "keypeg_lab.benchmark",
    "keypeg.reprove": "keypeg_lab.reprove",
    "keypeg.rl": "keypeg_lab.rl",
    "keypeg.solve.Means": "keypeg_lab.strength",
    "keypeg.solve.build_atlas": "keypeg_lab.build_atlas",
    "keypeg.solve.cluster": "keypeg_lab.cluster",
    "keypeg.solve.optimal": "keypeg_lab.optimal",
    "keypeg.solve.prove": "keypeg_lab.prove",
    "keypeg.tell.benchmark": "keypeg_lab.benchmark",
}
"""By the name of a module, or of what a package exported: the module where it is now."""

COMMANDS: Mapping[str, frozenset[str]] = {
    "atlas": frozenset({"build", "prove", "--proof", "--out", "--from", "--checkpoint", "--cluster"}),
    "bench": frozenset(),
    "strategy": frozenset({"--within", "--checkpoint", "--cluster"}),
}
"""By command: the arguments and options that only keypeg-lab takes; none if the whole command has moved."""


class MovedModules:
    """A finder of modules that names the new place of one that has moved.

    It is asked first: an upgrade may leave an empty folder behind, which another finder takes for a package.
    """

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> None:  # noqa: ARG004 - as Python calls it
        if fullname in MODULES:
            # Not ModuleNotFoundError, in whose place `from keypeg import …` would say a sentence of its own.
            raise ImportError(str(in_lab(f"import {MODULES[fullname]}")), name=fullname)


def tell_of_moved_modules() -> None:
    """From now on, an import of what has moved names the new place."""
    if MovedModules not in sys.meta_path:
        sys.meta_path.insert(0, MovedModules)


def check_command(tokens: Sequence[str]) -> None:
    """Raise Unknown if only keypeg-lab can run this command."""
    name, *rest = tokens
    if name in COMMANDS and (not COMMANDS[name] or COMMANDS[name] & {token.partition("=")[0] for token in rest}):
        raise in_lab(f"keypeg-lab {shlex.join(tokens)}")


def in_lab(use: str) -> Unknown:
    """Return the error that says what to use, and how to install keypeg-lab."""
    return Unknown("in-lab", use=use)

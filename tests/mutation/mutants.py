"""The mutants: a copy of the sources in mutants/src, in which mutmut has written them beside each function."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.mutation.trampoline_templates import trampoline_imports

PACKAGES = ("core", "boxes", "notation")
FOLDER = Path("mutants")
SOURCES = FOLDER / "src"
OURS = "from tests.mutation.trampoline import trampoline as _mutmut_mutated\nMutantDict = dict\n"


@dataclass(frozen=True)
class Mutant:
    """One small change of one function."""

    name: str
    """`keypeg.core.fit.x_fits__mutmut_3`, as mutmut names it."""
    digest: str
    """Of the function. While it stays the same, the number in the name means the same change."""
    diff: str

    @property
    def function(self) -> str:
        return self.name.partition("__mutmut_")[0]

    @property
    def package(self) -> str:
        return self.name.split(".")[1]


def write_mutants() -> list[Mutant]:
    """Write mutants/src and list what is in it. Files that have not changed since are not mutated again."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    for package in PACKAGES:
        ignored_here = shutil.ignore_patterns("__pycache__", "*.py")
        shutil.copytree(f"src/keypeg/{package}", SOURCES / "keypeg" / package, dirs_exist_ok=True, ignore=ignored_here)
    others = [path for path in Path("src/keypeg").iterdir() if path.name not in (*PACKAGES, "__pycache__")]
    for path in others:
        if path.is_dir():
            shutil.copytree(path, SOURCES / "keypeg" / path.name, dirs_exist_ok=True, ignore=ignored)
        else:
            shutil.copy(path, SOURCES / "keypeg")
    files = [file for package in PACKAGES for file in sorted(Path("src/keypeg", package).glob("*.py"))]
    return [mutant for file in files for mutant in _mutants(file)]


def digest_of_sources() -> str:
    """Return the digest of everything that can decide whether a test fails."""
    files = sorted(file for folder in ("src/keypeg", "tests") for file in Path(folder).rglob("*.*") if file.is_file())
    digest = sha256()
    for file in files:
        if file.suffix in (".py", ".toml", ".json", ".txt"):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _mutants(file: Path) -> list[Mutant]:
    target = FOLDER / file
    listed = target.with_suffix(".mutants.json")
    source = file.read_text("utf-8")
    digest = sha256(source.encode()).hexdigest()
    if listed.exists() and (found := json.loads(listed.read_text("utf-8")))["source"] == digest:
        return [Mutant(*mutant) for mutant in found["mutants"]]
    mutants = list(_mutate(file, source, target))
    found = {"source": digest, "mutants": [(mutant.name, mutant.digest, mutant.diff) for mutant in mutants]}
    listed.write_text(json.dumps(found), "utf-8")
    return mutants


def _mutate(file: Path, source: str, target: Path) -> Iterator[Mutant]:
    mutated = mutate_file_contents(str(file), source)
    target.write_text(mutated.code.replace(trampoline_imports.strip(), OURS), "utf-8")
    module = ".".join(file.relative_to("src").with_suffix("").parts)
    lines = mutated.code.splitlines()

    def text(function: str) -> list[str]:
        span = mutated.line_span_by_function_name[function]
        return [line.replace(function, function.partition("__mutmut_")[0]) for line in lines[span.start - 1 : span.end]]

    for name in mutated.mutant_names:
        function = name.partition("__mutmut_")[0]
        diff = unified_diff(text(f"{function}__mutmut_orig"), text(name), n=1, lineterm="")
        yield Mutant(f"{module}.{name}", mutated.hash_by_function_name[function], "\n".join(list(diff)[3:]))

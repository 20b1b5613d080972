#!/usr/bin/env python3
"""Print which translations are missing or behind their English; `accept KEY…` says that these still translate it.

`LANG…` looks at these languages only, `--keys` names the keys, `--texts` prints each translation with the English that
it was made from and the English of today. The history of the repository knows the first: it is what stood beside the
translation when that last changed. A translation whose English has changed since is behind, until it changes or is
accepted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
CATALOGUES = "src/keypeg/words"
ACCEPTED = "tests/words/accepted.json"
"""Of every English text that changed without a change for the translations, the text."""
BEGINNING = "2026-11-20T00:00:00Z"
"""Then every translation was up to date; no change before it matters. Without a time, git would take that of now."""
ENGLISH = "en"


@dataclass(frozen=True)
class Change:
    """A text that changed: when, in seconds, and from what to what."""

    time: float
    before: str | None
    after: str | None


History: TypeAlias = Mapping[tuple[str, str], list[Change]]
"""The changes of every language and key, from the first to the last."""


def read(language: str, root: Path = ROOT) -> dict[str, str]:
    """Return the catalogue of a language."""
    catalogue: dict[str, str] = json.loads((root / CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return catalogue


def translations(root: Path = ROOT) -> list[str]:
    """Return all languages but English."""
    return sorted(file.stem for file in (root / CATALOGUES).glob("*.json") if file.stem != ENGLISH)


def history(root: Path = ROOT) -> History:
    """Return all changes since BEGINNING, with those that are not committed; none where there is no repository."""
    options = ["-p", "-U0", "--no-color", "--no-ext-diff", "--no-renames"]
    committed = _git(root, "log", "--no-merges", f"--since={BEGINNING}", "--format=@%at", *options, "--", CATALOGUES)
    here = _git(root, "diff", "HEAD", *options[1:], "--", CATALOGUES)
    changes: dict[tuple[str, str], list[Change]] = defaultdict(list)
    for change, place in [*_changes(committed), *_changes(f"@{inf}\n{here}")]:
        changes[place].append(change)
    for several in changes.values():
        several.sort(key=lambda change: change.time)
    return changes


def behind(language: str, root: Path = ROOT, changes: History | None = None) -> dict[str, str]:
    """Return the keys that are missing here, behind their English text or unknown in English, and which of these."""
    english, own, accepted = read(ENGLISH, root), read(language, root), _accepted(root)
    changes = history(root) if changes is None else changes
    missing = {key: "missing" for key in english if key not in own}
    beyond = {key: "unknown" for key in own if key not in english}
    old = {
        key: "behind"
        for key in own
        if key in english and english[key] not in (accepted.get(key), made_from(language, key, english[key], changes))
    }
    return missing | beyond | old


def made_from(language: str, key: str, now: str, changes: History) -> str | None:
    """Return the English that stood beside the translation when that last changed; `now` is the English of today."""
    english, own = changes.get((ENGLISH, key), []), changes.get((language, key), [])
    since = own[-1].time if own else -inf
    later = [change for change in english if change.time > since]
    return later[0].before if later else now


def accept(keys: Iterable[str], root: Path = ROOT) -> None:
    """Record that all translations of these still translate the English of today."""
    english = read(ENGLISH, root)
    accepted = _accepted(root) | {key: english[key] for key in keys}
    still = {key: text for key, text in sorted(accepted.items()) if english.get(key) == text}
    (root / ACCEPTED).write_text(json.dumps(still, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Print what is behind, by language; return 1 if anything is."""
    if arguments[:1] == ["accept"]:
        accept(arguments[1:], root)
        return 0
    changes = history(root)
    languages = [argument for argument in arguments if not argument.startswith("--")] or translations(root)
    found = {language: behind(language, root, changes) for language in languages}
    for language, keys in found.items():
        print(f"{language}: {_counts(keys)}")
        for key, what in sorted(keys.items()):
            if "--texts" in arguments:
                english = read(ENGLISH, root).get(key)
                print(f"\n{key} ({what})")
                if what == "behind":
                    print(f"  was  {made_from(language, key, f'{english}', changes)}")
                print(f"  is   {english}\n  {language:4} {read(language, root).get(key)}")
            elif "--keys" in arguments:
                print(f"  {what} {key}")
    return 1 if any(found.values()) else 0


def _counts(keys: Mapping[str, str]) -> str:
    kinds = list(keys.values())
    return (
        ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("missing", "behind", "unknown") if kind in kinds)
        or "complete"
    )


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, encoding="utf-8", check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return ""
    return done.stdout


def _changes(log: str) -> Iterable[tuple[Change, tuple[str, str]]]:
    """Read the changes, with language and key, from patches that each follow a line with their time."""
    time, language = 0.0, ""
    before: dict[tuple[str, str], str] = {}
    after: dict[tuple[str, str], str] = {}

    def done() -> Iterable[tuple[Change, tuple[str, str]]]:
        for place in before.keys() | after.keys():
            old, new = before.get(place), after.get(place)
            if old != new:
                yield Change(time, old, new), place
        before.clear()
        after.clear()

    for line in log.splitlines():
        if line.startswith("@") and not line.startswith("@@"):
            yield from done()
            time = float(line[1:])
        elif line.startswith("diff --git "):
            language = Path(line).stem
        elif line.startswith(('-  "', '+  "')):
            [(key, text)] = json.loads("{" + line[1:].strip().removesuffix(",") + "}").items()
            (before if line[0] == "-" else after)[language, key] = text
    yield from done()


def _accepted(root: Path) -> dict[str, str]:
    file = root / ACCEPTED
    accepted: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return accepted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

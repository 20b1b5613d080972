#!/usr/bin/env python3
"""Print which translations are missing or out of date; `accept LANG [KEY…]` records that these have been checked.

`LANG…` looks at these languages only, `--keys` names the keys, `--texts` prints both texts of each. The files in
tests/words/translated keep, for every key of a language, a hash of the English text that it translates. So a change to
an English text makes all its translations out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "src/keypeg/words"
LEDGER = ROOT / "tests/words/translated"
ENGLISH = "en"


def read(language: str) -> dict[str, str]:
    """Return the catalogue of a language."""
    found: dict[str, str] = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return found


def translations() -> list[str]:
    """Return all languages but English."""
    return sorted(file.stem for file in CATALOGUES.glob("*.json") if file.stem != ENGLISH)


def behind(language: str) -> dict[str, str]:
    """Return the keys that are missing here, behind their English text or unknown in English, and which of these."""
    english, own, ledger = read(ENGLISH), read(language), _ledger(language)
    missing = {key: "missing" for key in english if key not in own}
    beyond = {key: "unknown" for key in own if key not in english}
    old = {key: "behind" for key in own if key in english and ledger.get(key) != _hash(english[key])}
    return missing | beyond | old


def accept(language: str, keys: Iterable[str]) -> None:
    """Record that these texts, or all of them, translate the current English."""
    english, own, ledger = read(ENGLISH), read(language), _ledger(language)
    ledger |= {key: _hash(english[key]) for key in keys or own}
    LEDGER.mkdir(exist_ok=True)
    kept = {key: source for key, source in sorted(ledger.items()) if key in english}
    (LEDGER / f"{language}.json").write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Print what is behind, by language; return 1 if anything is."""
    if arguments[:1] == ["accept"] and len(arguments) > 1:
        accept(arguments[1], arguments[2:])
        return 0
    asked = [argument for argument in arguments if not argument.startswith("--")]
    found = {language: behind(language) for language in asked or translations()}
    for language, keys in found.items():
        print(f"{language}: {_counts(keys)}")
        for key, what in sorted(keys.items()):
            if "--texts" in arguments:
                print(f"\n{key} ({what})\n  {read(ENGLISH).get(key)}\n  {read(language).get(key)}")
            elif "--keys" in arguments:
                print(f"  {what} {key}")
    return 1 if any(found.values()) else 0


def _counts(keys: Mapping[str, str]) -> str:
    kinds = list(keys.values())
    return (
        ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("missing", "behind", "unknown") if kind in kinds)
        or "complete"
    )


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _ledger(language: str) -> dict[str, str]:
    file = LEDGER / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

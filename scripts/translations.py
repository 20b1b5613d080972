#!/usr/bin/env python3
"""Which translations are missing or behind their English, and `accept LANG [KEY…]`: these have been read again.

translated.json beside the tests of the catalogues keeps, for every key, of which English text each language has a
translation: a hash of the English, then the languages. An English text that changes leaves all of them behind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "src/keypeg/words"
LEDGER = ROOT / "tests/words/translated.json"
ENGLISH = "en"

Ledger = dict[str, dict[str, str]]


def read(language: str) -> dict[str, str]:
    """Return the catalogue of a language."""
    found: dict[str, str] = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return found


def translations() -> list[str]:
    """Return all languages but English."""
    return sorted(file.stem for file in CATALOGUES.glob("*.json") if file.stem != ENGLISH)


def behind(language: str) -> dict[str, str]:
    """Return every key that this language lacks, or has of another English text, or beyond English, and which."""
    english, own, ledger = read(ENGLISH), read(language), _ledger()
    missing = {key: "missing" for key in english if key not in own}
    beyond = {key: "unknown" for key in own if key not in english}
    old = {
        key: "behind"
        for key in own
        if key in english and language not in ledger.get(key, {}).get(_hash(english[key]), "").split()
    }
    return missing | beyond | old


def accept(language: str, keys: Iterable[str]) -> None:
    """Note that these texts translate the English as it stands."""
    english, own, ledger = read(ENGLISH), read(language), _ledger()
    for key in keys or own:
        sources = {source: set(languages.split()) - {language} for source, languages in ledger.get(key, {}).items()}
        sources.setdefault(_hash(english[key]), set()).add(language)
        ledger[key] = {source: " ".join(sorted(languages)) for source, languages in sources.items() if languages}
    _write({key: sources for key, sources in ledger.items() if key in english})


def main(arguments: list[str]) -> int:
    """Print what is behind, by language; status 1 where anything is."""
    if arguments[:1] == ["accept"] and len(arguments) > 1:
        accept(arguments[1], arguments[2:])
        return 0
    found = {language: behind(language) for language in translations()}
    for language, keys in found.items():
        print(f"{language}: {_counts(keys)}")
        if "--keys" in arguments:
            print("".join(f"  {what} {key}\n" for key, what in sorted(keys.items())), end="")
    return 1 if any(found.values()) else 0


def _counts(keys: Mapping[str, str]) -> str:
    kinds = list(keys.values())
    return (
        ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("missing", "behind", "unknown") if kind in kinds)
        or "complete"
    )


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _ledger() -> Ledger:
    found: Ledger = json.loads(LEDGER.read_text(encoding="utf-8")) if LEDGER.exists() else {}
    return found


def _write(ledger: Ledger) -> None:
    lines = (f"{json.dumps(key)}: {json.dumps(sources)}" for key, sources in sorted(ledger.items()))
    LEDGER.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

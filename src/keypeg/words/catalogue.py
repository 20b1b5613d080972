"""Load the catalogues: one JSON file per language in this folder, flat keys to ICU patterns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from keypeg.message import Message
from keypeg.words.pseudo import PSEUDO, pseudo
from keypeg.words.syntax import fill, parse

ENGLISH = "en"
_FOLDER = Path(__file__).parent
# "no" is the macro-language; Bokmål serves readers of Nynorsk (nn) better than English. "pt" was the tag of the
# Portuguese catalogue once, and may be stored in settings and databases.
_SAME_AS = {"no": "nb", "nn": "nb", "pt": "pt-PT"}


class UnknownLanguage(LookupError):
    """Raised if a language has no catalogue. Has a slug, fields and a message, like a KeypegError."""

    slug = "language-unknown"

    def __init__(self, language: str) -> None:
        self.language = language
        super().__init__(language)

    @property
    def fields(self) -> dict[str, str]:
        """Return the unknown language and the known ones."""
        return {"language": self.language, "known": ", ".join(languages())}

    @property
    def message(self) -> Message:
        """Return the sentence of this error."""
        return Message(f"error.{self.slug}", self.fields)

    def __str__(self) -> str:
        return fill(parse(messages(ENGLISH)[self.message.key]), self.fields)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, sorted; the pseudo-language is not one of them."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


def find_language(tag: str) -> str | None:
    """Return the language for a tag such as `de`, `pt-BR`, `de_AT.UTF-8` or `ca@valencia`; None if none fits."""
    tag = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    if tag == PSEUDO.lower():
        return PSEUDO
    primary = tag.partition("-")[0]
    language = _SAME_AS.get(primary, primary)
    return language if language in languages() else None


@cache
def messages(language: str) -> Mapping[str, str]:
    """Return the catalogue of a language, or of the pseudo-language; raise UnknownLanguage if there is none."""
    if language == PSEUDO:
        return MappingProxyType({key: pseudo(source) for key, source in messages(ENGLISH).items()})
    if language not in languages():
        raise UnknownLanguage(language)
    loaded: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return MappingProxyType(loaded)

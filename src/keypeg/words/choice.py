"""Choose a language: the one asked for, else the terminal's, else English."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.words.catalogue import ENGLISH, UnknownLanguage, languages
from keypeg.words.pseudo import PSEUDO

SETTING = "KEYPEG_LANG"
# The order in which POSIX looks for the language of messages; the first that is set decides.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
# "no" is the macro-language; Bokmål serves readers of Nynorsk (nn) better than English.
_SAME_AS = {"no": "nb", "nn": "nb"}


def choose_language(setting: str | None, environ: Mapping[str, str]) -> str:
    """Return the language to render in.

    `setting` is for this call, KEYPEG_LANG for all; either raises UnknownLanguage if it has no catalogue. The
    terminal's locale falls back to English.
    """
    asked = setting or environ.get(SETTING)
    if asked:
        language = _spoken(asked)
        if language is None:
            raise UnknownLanguage(asked)
        return language
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return _spoken(locale) or ENGLISH


def _spoken(tag: str) -> str | None:
    """Return the catalogue for a tag such as `de`, `pt-BR`, `de_AT.UTF-8` or `ca@valencia`, if there is one."""
    tag = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    if tag == PSEUDO.lower():
        return PSEUDO
    primary = tag.partition("-")[0]
    language = _SAME_AS.get(primary, primary)
    return language if language in languages() else None

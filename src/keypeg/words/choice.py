"""Choose a language: the one asked for, else the terminal's, else English."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.words.catalogue import ENGLISH, UnknownLanguage, find_language

SETTING = "KEYPEG_LANG"
# The order in which POSIX looks for the language of messages; the first that is set decides.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(setting: str | None, environ: Mapping[str, str]) -> str:
    """Return the language to render in.

    `setting` applies to this call, KEYPEG_LANG to all; if either has no catalogue, raise UnknownLanguage. A terminal
    locale without a catalogue falls back to English.
    """
    asked = setting or environ.get(SETTING)
    if asked:
        language = find_language(asked)
        if language is None:
            raise UnknownLanguage(asked)
        return language
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return find_language(locale) or ENGLISH

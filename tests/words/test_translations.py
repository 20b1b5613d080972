"""Translations keep up with the English, once a language is declared complete; in others nothing is wrong.

`scripts/translations.py` lists what is missing or behind. When a language is complete, name it in COMPLETE: from then
on a changed or new English text fails here until that language has it too.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from keypeg.words import ENGLISH, languages, messages
from keypeg.words.syntax import Argument, Text, parse

COMPLETE = frozenset({"da", "de", "es", "fi", "fr", "is", "it", "nb", "nl", "pl", "pt-PT", "ru", "sv"})

# Words that a language shares with English; a name is the same everywhere.
NAMES = {
    "box.challenge",
    "option.marking.table",
    "tell.share-result.daily",
    "tell.share-result.title",
    "tell.share-result.unbroken-short",
}
SAME = {
    "choose.off": {"es", "it"},
    "choose.player.club": {"nl"},
    "choose.player.engine": {"nl"},
    "choose.player.expert": {"nl"},
    "choose.player.perfect": {"nl"},
    "cli.suggest.head.basis": {"nl"},
    "colour.C": {"fr"},
    "colour.F": {"fr", "nl"},
    "colour.L": {"it"},
    "colour.O": {"da", "fr", "sv"},
    "option.calls.secret": {"es", "it"},
    "option.supply.unlimited": {"es", "it"},
    "tell.level.club": {"es", "fr", "nl"},
    "tell.level.expert": {"fr", "nl", "sv"},
    "tell.level.novice": {"fr"},
    "tell.level.perfect": {"nl"},
    "tell.review.told": {"es", "nl", "pt-PT"},
    "tell.review.told-chance": {"es", "nl", "pt-PT"},
    "terminal.key.disagrees": {"es", "it"},
    "terminal.key.hint": {"nl"},
    "terminal.key.hold": {"da", "nb"},
    "terminal.key.menu": {"da", "fr", "it", "nl", "pl", "pt-PT"},
    "terminal.key.start": {"da", "nb"},
    "terminal.seats.points": {"fr"},
    "web.beside.begin": {"da", "nb"},
    "web.call.pass": {"nb"},
    "web.coach": {"de", "nl"},
    "web.daily.begin": {"da", "nb"},
    "web.daily.until": {"es", "fi", "fr", "it", "pt-PT"},
    "web.entry.hold": {"da", "nb"},
    "web.judge.no": {"es", "it"},
    "web.new.coach": {"de", "nl"},
    "web.new.name": {"de"},
    "web.notes": {"fr"},
    "web.rules.code": {"fr", "nl"},
    "web.seat.computer": {"da", "de", "it", "nl"},
    "web.settings.labels.letters": {"nl"},
    "web.settings.motion": {"fr"},
}

_others = [language for language in languages() if language != ENGLISH]


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    file = Path(__file__).parents[2] / "scripts/translations.py"
    spec = spec_from_file_location("translations", file)
    assert spec
    assert spec.loader
    module = sys.modules["translations"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", _others)
def test_a_complete_language_is_never_behind(translations: ModuleType, language: str) -> None:
    found = translations.behind(language)
    assert "unknown" not in found.values()
    assert language not in COMPLETE or not found


def test_every_complete_language_is_there() -> None:
    assert set(languages()) >= COMPLETE


def _words(source: str) -> str:
    """The text of a message without its fields."""

    def text(part: Text | Argument) -> str:
        if isinstance(part, Text):
            return part.text
        return " ".join(text(inner) for _, branch in part.branches for inner in branch)

    return " ".join(map(text, parse(source)))


@pytest.mark.parametrize("language", _others)
def test_nothing_is_left_in_english(language: str) -> None:
    english = messages(ENGLISH)
    same = {
        key
        for key, source in messages(language).items()
        if source == english[key]
        and any(map(str.isalpha, _words(source)))
        and key not in NAMES
        and language not in SAME.get(key, ())
    }
    assert not same


def test_a_changed_english_text_leaves_its_translations_behind(
    translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en.json").write_text('{"a": "One", "b": "Two"}', "utf-8")
    (tmp_path / "de.json").write_text('{"a": "Eins", "c": "Drei"}', "utf-8")
    monkeypatch.setattr(translations, "CATALOGUES", tmp_path)
    monkeypatch.setattr(translations, "LEDGER", tmp_path / "ledger")
    assert translations.behind("de") == {"a": "behind", "b": "missing", "c": "unknown"}
    translations.accept("de", ["a"])
    assert translations.behind("de") == {"b": "missing", "c": "unknown"}
    (tmp_path / "en.json").write_text('{"a": "Once", "b": "Two"}', "utf-8")
    assert translations.behind("de")["a"] == "behind"
    assert translations.main([]) == 1
    (tmp_path / "de.json").write_text('{"a": "Einmal", "b": "Zwei"}', "utf-8")
    assert translations.main(["accept", "de"]) == 0
    assert translations.main([]) == 0


def test_every_language_has_its_terms_and_its_address_in_the_glossary() -> None:
    glossary = (Path(__file__).parents[2] / "docs/glossary.md").read_text("utf-8")
    for language in languages():
        assert f" {language} |" in glossary
        assert f"\n| {language} | " in glossary

"""Translations keep up with the English, once a language is declared complete; in others nothing is wrong.

`scripts/translations.py` lists what is missing or behind. When a language is complete, name it in COMPLETE: from then
on a changed or new English text fails here until that language has it too.
"""

import json
import os
import shutil
import subprocess
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


def test_a_complete_language_is_never_behind(translations: ModuleType) -> None:
    changes = translations.history()
    for language in _others:
        found = translations.behind(language, changes=changes)
        assert "unknown" not in found.values()
        assert language not in COMPLETE or not found, f"{language}: see docs/add-a-language.md"


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


class Repository:
    """A repository with catalogues of its own, in which every commit is an hour later."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._hours = 0
        (root / "src/keypeg/words").mkdir(parents=True)
        (root / "tests/words").mkdir(parents=True)
        self._git("init", "--quiet")

    def write(self, language: str, **texts: str) -> None:
        file = self.root / f"src/keypeg/words/{language}.json"
        file.write_text(json.dumps(texts, indent=2, ensure_ascii=False) + "\n", "utf-8")

    def commit(self) -> None:
        self._hours += 1
        self._git("add", "--all")
        self._git("commit", "--quiet", "--message=Change words", date=f"2026-11-21T{self._hours:02}:00:00Z")

    def _git(self, *arguments: str, date: str = "") -> None:
        person = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        dates = {f"GIT_{who}_DATE": date for who in ("AUTHOR", "COMMITTER") if date}
        git = shutil.which("git") or "git"
        subprocess.run([git, "-C", self.root, *arguments], env={**os.environ, **person, **dates}, check=True)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path)
    made.write("en", a="One", b="Two")
    made.write("de", a="Eins", b="Zwei")
    made.commit()
    return made


def test_a_changed_english_text_leaves_its_translations_behind(
    translations: ModuleType, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    root = repository.root
    assert translations.behind("de", root) == {}
    repository.write("en", a="Once", b="Two")
    assert translations.behind("de", root) == {"a": "behind"}, "before it is committed"
    repository.commit()
    assert translations.behind("de", root) == {"a": "behind"}
    assert translations.main(["--texts"], root) == 1
    told = capsys.readouterr().out
    assert told == "de: 1 behind\n\na (behind)\n  was  One\n  is   Once\n  de   Eins\n"
    repository.write("de", a="Einmal", b="Zwei")
    assert translations.behind("de", root) == {}
    repository.commit()
    assert translations.main([], root) == 0


def test_missing_and_unknown_keys_are_named(translations: ModuleType, repository: Repository) -> None:
    repository.write("en", a="One", c="Three")
    assert translations.behind("de", repository.root) == {"c": "missing", "b": "unknown"}


def test_an_english_text_that_changed_back_leaves_nothing_behind(
    translations: ModuleType, repository: Repository
) -> None:
    for text in ("Once", "One"):
        repository.write("en", a=text, b="Two")
        repository.commit()
    assert translations.behind("de", repository.root) == {}


def test_an_order_that_changed_leaves_nothing_behind(translations: ModuleType, repository: Repository) -> None:
    repository.write("en", b="Two", a="One")
    repository.commit()
    assert translations.behind("de", repository.root) == {}


def test_a_translation_that_is_still_right_is_accepted_until_the_english_changes_again(
    translations: ModuleType, repository: Repository
) -> None:
    root = repository.root
    repository.write("en", a="One!", b="Two")
    assert translations.main(["accept", "a"], root) == 0
    repository.commit()
    assert translations.behind("de", root) == {}
    repository.write("en", a="Once", b="Two")
    assert translations.behind("de", root) == {"a": "behind"}
    translations.accept(["b"], root)
    assert json.loads((root / translations.ACCEPTED).read_text("utf-8")) == {"b": "Two"}, "the old text is forgotten"


def test_without_a_repository_only_missing_and_unknown_texts_are_known(
    translations: ModuleType, repository: Repository
) -> None:
    repository.write("en", a="Once", c="Three")
    shutil.rmtree(repository.root / ".git")
    assert translations.behind("de", repository.root) == {"c": "missing", "b": "unknown"}


def test_every_language_has_its_terms_and_its_address_in_the_glossary() -> None:
    glossary = (Path(__file__).parents[2] / "docs/glossary.md").read_text("utf-8")
    for language in languages():
        assert f" {language} |" in glossary
        assert f"\n| {language} | " in glossary

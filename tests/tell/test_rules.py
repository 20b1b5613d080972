"""The rules for people: every box and every setting is told of, and every example and number is true."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path

import pytest

from keypeg import boxes, rules, tell
from keypeg.boxes import OFF, ON, Box, Option, box
from keypeg.core import BLANK, Marks, code_refusal, mark, row_refusal
from keypeg.notation import marks_by_hole, marks_text
from keypeg.tell.rules import FREE, rules_page, rules_pages
from keypeg.words import PSEUDO, Words, languages, messages

_structure = tomllib.loads(Path(tell.__file__).with_name("rules.toml").read_text("utf-8"))
_boxes = {found.id: found for found in boxes()} | {FREE: box("4x6")}
_letters = {Marks(1, 0): "b", Marks(0, 1): "w", Marks(0, 0): "-", None: "."}


def _settings(page: str) -> set[str]:
    return {
        setting
        for section in rules_page(page).sections
        for paragraph in section.paragraphs
        for setting in paragraph.settings
    }


def _to_tell(found: Box) -> set[str]:
    """Every variant, every number, and every value that is not the default."""
    return {f"+{variant}" for variant in found.variants} | {
        setting for option in found.options.values() if not option.former for setting in _values(option)
    }


def _values(option: Option) -> list[str]:
    if option.number or option.name in ("first", "without"):
        return [option.name]
    if option.is_switch:
        return [option.name]
    return [f"{option.name}={value}" for value in option.values if value not in (option.default, OFF, ON)]


def test_every_box_and_the_free_forms_have_a_page() -> None:
    assert set(rules_pages()) == set(_boxes)


@pytest.mark.parametrize("page", rules_pages())
def test_every_variant_and_option_of_a_box_is_told_of(page: str) -> None:
    told = {setting if setting in _to_tell(_boxes[page]) else setting.partition("=")[0] for setting in _settings(page)}
    assert _to_tell(_boxes[page]) <= told


@pytest.mark.parametrize("page", rules_pages())
def test_what_a_page_tells_of_can_be_chosen(page: str) -> None:
    found = _boxes[page]
    for setting in _settings(page):
        name, _, value = setting.removeprefix("+").partition("=")
        if setting.startswith("+"):
            assert name in found.variants
        else:
            assert found.options[name].settings(value or found.options[name].default) is not None


@pytest.mark.parametrize("page", rules_pages())
def test_every_section_says_something(page: str) -> None:
    assert all(section.paragraphs for section in rules_page(page).sections)
    keys = [paragraph.key for section in rules_page(page).sections for paragraph in section.paragraphs]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("page", rules_pages())
def test_every_example_is_true(page: str) -> None:
    examples = [p.example for section in rules_page(page).sections for p in section.paragraphs if p.example]
    assert examples
    for example in examples:
        played = rules(("4x6" if page == FREE else page) + example.rules)
        assert code_refusal(played, 1, example.code) is None
        assert row_refusal(played, 1, example.guess) is None
        if played.split:
            own = example.marks.index("_")
            by_hole = [_letters[marks] for marks in marks_by_hole(played, example.code, example.guess)]
            assert "".join([*by_hole[:own], "_", *by_hole[own + 1 :]]) == example.marks
        else:
            assert marks_text(mark(example.code, example.guess)) == example.marks


@pytest.mark.parametrize("name", _structure["facts"])
def test_every_number_is_true(name: str) -> None:
    fact = _structure["facts"][name]
    played = rules(fact["rules"])
    if fact.get("shares"):
        codes = ("R" + "".join(pegs) for pegs in product((*played.palette, BLANK), repeat=played.codes[0].holes - 1))
        assert sum(code_refusal(played, 1, code) is None for code in codes) == fact["codes"]
    else:
        assert played.size() == fact["codes"]


def test_nothing_is_written_in_vain() -> None:
    used = {p.key for page in rules_pages() for section in rules_page(page).sections for p in section.paragraphs}
    frame = {f"section.{section}" for section in _structure["sections"]} | {"drawn", "ours"}
    assert {key for key in messages("en") if key.startswith("rules.")} == {f"rules.{key}" for key in used | frame}
    assert {*_structure["ours"], *_structure["settings"], *_structure["examples"]} <= used
    assert sorted(_structure["ours"]) == _structure["ours"]


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
def test_a_page_speaks_every_language(language: str) -> None:
    for page in rules_pages():
        told = rules_page(page).rendered(Words(language).render, language)
        assert told.title == Words(language).say(f"box.{page}")
        assert "{" not in "".join(str(p.text) for section in told.sections for p in section.paragraphs)


@pytest.mark.parametrize(
    ("box", "language", "printed", "other"),
    [
        ("logic24", "de", ("Code-Stecker", "Entschlüsseler"), ("Code-Setzer", "Code-Brecher")),
        ("logic12", "de", ("Code-Stecker", "Entschlüsseler"), ("Code-Setzer", "Code-Brecher")),
        ("challenge", "de", ("Code-Setzer", "Code-Brecher", "Code-Ring", "Signal-Stift"), ("Code-Stecker", "Stein")),
        ("togo", "da", ("kodepinde", "omgang", "markørpind"), ("brik", "runde")),
        ("logic24", "da", ("brik", "runde"), ("kodepind", "omgang", "markør")),
        ("mm44", "nl", ("codepennen", "sleutelpennen", "codefiches"), ("stenen", "steen")),
        ("logic24", "nl", ("code-steker", "ontsleutelaar", "stenen"), ("codepen", "sleutelpen")),
        ("logic24", "en", ("codemaker", "codebreaker", "peg", "round"), ("ring",)),
        ("logic24", "fr", ("créateur de code", "décrypteur", "pion", "rangée", "manche"), ("anneau", "bille")),
        ("logic24", "es", ("codificador", "descifrador", "ficha", "fila", "ronda"), ("anillo",)),
        ("logic24", "it", ("codificatore", "decifratore", "pedin", "fila", "turni"), ("anell",)),
        ("logic24", "pt-PT", ("pedra", "buraco", "linha", "número máximo de jogadas"), ("anel", "anéis")),
        ("logic24", "pl", ("kodujący", "odgadujący", "pion", "otwór", "rund"), ("pierście",)),
        ("logic24", "ru", ("кодировщик", "дешифровщик", "фишк", "отверсти", "предельном числе ходов"), ("кольц",)),
        ("togo", "sv", ("kodare", "kodknäckare", "pigg", "indikationspinne", "omgång"), ("ringar", "runda")),
        ("togo", "nb", ("kodemaker", "kodeknekker", "pinne", "indikatorarm", "spill"), ("runde", "omgang")),
        ("togo", "fi", ("oodinluoja", "oodinmurtaja", "nappula", "merkkitikku", "peli"), ("kierro",)),
        ("togo", "is", ("sá sem raðar", "Sá sem giskar", "pinn", "armur", "umferð"), ("hring",)),
    ],
)
def test_a_box_uses_the_words_that_its_own_sheet_prints(
    box: str, language: str, printed: tuple[str, ...], other: tuple[str, ...]
) -> None:
    page = rules_page(box).rendered(Words(language).render, language)
    text = " ".join(str(paragraph.text) for section in page.sections for paragraph in section.paragraphs)
    assert [word for word in printed if word not in text] == []
    assert [word for word in other if word in text] == []


def _ours(key: str, box: str, language: str) -> bool:
    page = rules_page(box).rendered(Words(language).render, language)
    return next(each.ours for section in page.sections for each in section.paragraphs if each.key == key)


def test_a_rule_that_one_sheet_prints_otherwise_is_ours_in_that_language_and_box_alone() -> None:
    every = languages()
    assert [each for each in every if _ours("answer", "logic24", each)] == ["fr"], "fr has the breaker mark"
    assert [each for each in every if _ours("answer", "logic12", each)] == ["fr"]
    assert not any(_ours("answer", box, each) for box in ("togo", FREE) for each in every)
    assert [each for each in every if _ours("logic.agree-rounds", "logic24", each)] == ["da"], "da always agrees them"


@pytest.mark.parametrize(
    ("box", "key", "said"),
    [
        ("togo", "togo.hide", "so that the codebreaker cannot see the code"),
        ("mm44", "mm44.guess", "All rows stay in place"),
        ("mm44", "mm44.boards", "the same number of pegs and key pegs"),
        ("mm44", "mm44.boards", "in the middle of the table as a cross"),
        ("mm44", "mm44.share", "All other chips stay face down"),
        ("mm44", "mm44.share", "red in hole 3"),
        ("mm44", "mm44.answer", "one of the four key holes"),
        ("mm44", "mm44.white", "two red pegs in wrong holes get one white"),
        ("mm44", "mm44.bluff", "any colour may stand in hole 3, or you may leave it empty"),
    ],
)
def test_what_a_sheet_prints_is_told_and_not_called_ours(box: str, key: str, said: str) -> None:
    page = rules_page(box).rendered(Words("en").render, "en")
    told = next(each for section in page.sections for each in section.paragraphs if each.key == key)
    assert said in str(told.text)
    assert not told.ours


def test_even_rounds_are_ours_only_in_languages_whose_sheets_do_not_print_them() -> None:
    in_print = ("sv", "da", "nb", "fi", "is")
    found = [language for language in in_print if _ours("togo.rounds", "togo", language)]
    assert found == ["sv", "da", "is"], "sv prints “lika många”, da and is any number"
    assert _ours("mm44.order", "mm44", "nl"), "clockwise answers are ours"
    assert not _ours("mm44.answer", "mm44", "nl")
    assert not _ours("challenge.handicap", "challenge", "de"), "the handicap is printed"
    assert _ours("marks.none", "logic24", "en"), "the printed sentence is wrong where colours repeat"

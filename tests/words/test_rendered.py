"""Every message, rendered with real values in every language, reads as that language does."""

import re

import pytest

from keypeg.message import together
from keypeg.tell.names import LABELS, SECOND_PERSON
from keypeg.words import ENGLISH, Words, languages, messages
from tests.words.test_translations import COMPLETE
from tests.words.trouble import AGREEMENT, GLOSSARY, SIGNS, rendered, troubles


@pytest.mark.parametrize("language", sorted(COMPLETE | {ENGLISH}))
def test_no_message_shows_a_sign_of_trouble(language: str) -> None:
    assert list(troubles(language)) == []


@pytest.mark.parametrize("language", languages())
def test_every_message_can_be_rendered(language: str) -> None:
    words = Words(language)
    assert [key for key in messages(language) if not all(rendered(words, key))] == []


def test_a_name_is_told_in_one_way() -> None:
    assert not LABELS & SECOND_PERSON.keys()
    assert messages(ENGLISH).keys() >= LABELS | SECOND_PERSON.keys() | set(SECOND_PERSON.values())


def test_people_are_listed_as_the_language_does() -> None:
    for language in languages():
        assert Words(language).say("tell.list", most="Ada, Bo", last="Cy").startswith("Ada, Bo")
    assert Words("de").say("tell.list", most="Ada", last="Bo") == "Ada und Bo"
    spanish = ("Bo", "Inés", "Íñigo", "Hilda", "Hierro", "Yvonne", "Y", "Yara", "Yésica")
    assert [Words("es").render(together(["Ada", name])) for name in spanish] == [
        "Ada y Bo",
        "Ada e Inés",
        "Ada e Íñigo",
        "Ada e Hilda",
        "Ada y Hierro",
        "Ada e Yvonne",
        "Ada e Y",
        "Ada y Yara",
        "Ada y Yésica",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You calls Master Mind."),
        ("en", "The board of You"),
        ("de", "Du ruft Master Mind."),
        ("fr", "Vous avait rouge."),
        ("pl", "Ty woła Master Mind."),
        ("ru", "Вы объявляет Master Mind."),
        ("pt-PT", "Você"),
    ],
)
def test_a_wrong_person_is_found(language: str, said: str) -> None:
    assert re.search(AGREEMENT[language], said)


@pytest.mark.parametrize("said", ["two  spaces", "An end..", "Really?.", '“a” and "b"', "Hello {name}", "Wait..."])
def test_a_slip_of_the_hand_is_found(said: str) -> None:
    assert any(re.search(sign, said) for sign in SIGNS.values())


@pytest.mark.parametrize("language", sorted(COMPLETE | {ENGLISH}))
def test_the_terms_of_the_glossary_are_those_of_the_catalogue(language: str) -> None:
    """Every term occurs in a message, but for its ending."""
    text = GLOSSARY.read_text("utf-8").partition("## The terms")[2].partition("\n## ")[0]
    table = next(part for part in text.split("\n\n") if f" {language} |" in part.strip().partition("\n")[0])
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()]
    column = rows[0].index(language)
    everything = " ".join(messages(language).values()).lower()
    terms = [term.strip() for row in rows[2:] for term in row[column].split(",")]
    missing = [
        term for term in terms if not re.search(rf"\b{re.escape(term.lower()[: max(3, len(term) - 2)])}", everything)
    ]
    assert not missing

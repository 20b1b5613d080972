"""The language asked for, else the terminal's, else English."""

import pytest

from keypeg.words import PSEUDO, UnknownLanguage, Words, choose_language


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de_AT.UTF-8", "de"),
        ("de", "de"),
        ("nb_NO.UTF-8", "nb"),
        ("no_NO", "nb"),
        ("nn_NO.UTF-8", "nb"),
        ("pt_BR.UTF-8@euro", "pt-PT"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("ja_JP.UTF-8", "en"),
        ("", "en"),
    ],
)
def test_the_locale_of_the_terminal(locale: str, language: str) -> None:
    assert choose_language(None, {"LANG": locale}) == language


def test_english_without_any_wish() -> None:
    assert choose_language(None, {}) == "en"


def test_lc_all_is_heard_before_lc_messages_before_lang() -> None:
    environ = {"LANG": "pt_PT", "LC_MESSAGES": "nb_NO", "LC_ALL": "de_DE"}
    assert choose_language(None, environ) == "de"
    assert choose_language(None, {**environ, "LC_ALL": ""}) == "nb"
    assert choose_language(None, {**environ, "LC_ALL": "C"}) == "en"


def test_the_call_is_heard_before_the_setting_before_the_locale() -> None:
    environ = {"KEYPEG_LANG": "nb", "LANG": "de_DE"}
    assert choose_language("pt", environ) == "pt-PT"
    assert choose_language(None, environ) == "nb"
    assert choose_language(None, {**environ, "KEYPEG_LANG": ""}) == "de"


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("DE", "de"),
        ("pt", "pt-PT"),
        ("pt-BR", "pt-PT"),
        ("pt-PT", "pt-PT"),
        ("no", "nb"),
        ("en-XA", PSEUDO),
        ("en_xa", PSEUDO),
    ],
)
def test_a_language_is_asked_for_by_any_usual_tag(asked: str, language: str) -> None:
    assert choose_language(asked, {}) == language


@pytest.mark.parametrize("environ", [{"KEYPEG_LANG": "tlh"}, {"KEYPEG_LANG": "tlh", "LANG": "de_DE"}])
def test_an_unknown_language_that_was_asked_for_is_an_error(environ: dict[str, str]) -> None:
    with pytest.raises(UnknownLanguage, match="no language “tlh” here"):
        choose_language(None, environ)


def test_words_of_an_unknown_language_are_an_error_with_its_fields() -> None:
    with pytest.raises(UnknownLanguage) as caught:
        Words("tlh")
    assert caught.value.slug == "language-unknown"
    assert caught.value.fields["language"] == "tlh"


def test_a_stored_pt_is_european_portuguese() -> None:
    words = Words("pt")
    assert words.language == "pt-PT"
    assert words.say("tell.home.left", codes=0) != words.say("tell.home.left", codes=1).replace("1", "0")
    assert words.say("tell.review.count", codes=1680) == "1680"

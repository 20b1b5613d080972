"""What reaches a terminal is the sentence as it was written, and no control character of what it quotes."""

import pytest

from keypeg.message import message
from keypeg.words import Words, languages, messages, printable
from tests.words.trouble import rendered


@pytest.mark.parametrize("language", languages())
def test_every_error_is_printed_as_it_is_worded(language: str) -> None:
    words = Words(language)
    errors = [key for key in messages(language) if key.startswith("error.")]
    assert len(errors) > 250
    assert {said for key in errors for said in rendered(words, key) if printable(said) != said} == set()


@pytest.mark.parametrize("language", languages())
def test_every_other_sentence_can_be_printed(language: str) -> None:
    """Only tables and paragraphs have lines of their own."""
    words = Words(language)
    lines = {line for key in messages(language) for said in rendered(words, key) for line in said.split("\n")}
    assert {line for line in lines if printable(line) != line} == set()


@pytest.mark.parametrize("sign", ["\x1b", "\n", "\r", "\x07", "\x9b", "\u2028", "\u202e", "\u200b", "\ud800"])
def test_a_control_character_that_an_error_quotes_is_replaced(sign: str) -> None:
    said = Words("fr").render(message("error.code-unreadable", code=f"R{sign}", peg="R", pegs="R", most=1))
    assert printable(said) == said.replace(sign, "\ufffd")

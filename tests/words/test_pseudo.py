"""The pseudo-language is English, longer, accented and in brackets, with every field where it was."""

import math

from keypeg.words import PSEUDO, Words, messages, placeholders
from keypeg.words.pseudo import pseudo
from keypeg.words.syntax import Pattern, Text, is_simple, parse


def _length(message: Pattern) -> int:
    return sum(
        len(part.text) if isinstance(part, Text) else sum(_length(branch) for _, branch in part.branches)
        for part in message
    )


def test_every_message_is_at_least_40_percent_longer() -> None:
    for key in messages("en"):
        english, longer = parse(messages("en")[key]), parse(messages(PSEUDO)[key])
        assert _length(longer) >= math.ceil(1.4 * _length(english)), key


def test_every_message_keeps_its_fields() -> None:
    for key in messages("en"):
        assert placeholders(messages(PSEUDO)[key]) == placeholders(messages("en")[key]), key
        assert is_simple(parse(messages(PSEUDO)[key])) == is_simple(parse(messages("en")[key])), key


def test_words_are_accented_and_syntax_is_not() -> None:
    said = pseudo("{n, plural, offset:1 =0 {none} one {# code} other {# {kind} codes}} left")
    assert said == "[{n, plural, offset:1 =0 {ñöñé ö} one {# çöðé öñ} other {# {kind} çöðéš öñé}} ļéƒţ ö]"


def test_it_is_spoken_like_any_language() -> None:
    said = Words(PSEUDO).say("cli.check", codes=1296)
    assert said.startswith("[1,296 çöðéš")
    assert said.endswith("]")

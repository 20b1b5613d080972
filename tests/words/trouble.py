"""Render every message with real values, and look for mechanical signs of trouble.

`python -m tests.words.trouble de` prints what is wrong in German.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from keypeg.message import message, together
from keypeg.tell.names import LABELS
from keypeg.words import Words, languages, messages
from keypeg.words.syntax import NUMERIC, is_simple, parse, usage

GLOSSARY = Path(__file__).parents[2] / "docs/glossary.md"
NUMBERS = (0, 1, 2, 5, 0.5)
PEOPLE = frozenset({"who", "caller"})

ALIGNED = frozenset({"cli.home.help", "cli.home.help.play", "cli.home.help.referee"})
"""Tables of what can be typed, set with spaces."""
LISTS = frozenset({"tell.verdict.erred", "tell.verdict.out-next", "tell.verdict.shared", "tell.verdict.wrong-answer"})
"""Labels whose name may be a list of people, with the reader among them."""

SIGNS = {
    "a double space": r"  ",
    "two stops": r"(?<!\.)\.\.(?!\.|R)(?<!R\.\.)|[!?…]\.|,,|;;",
    "a straight quote": r"['\"]",
    "an unfilled field": r"[{}]",
    "three points that are no ellipsis": r"(?<!\.)\.\.\.(?!\.)",
}
"""In every language. `..R..` is how a share is typed."""
STRAY = r" [.,](?=\s|$)"
"""A space before a point or a comma; messages that quote what is typed have a point of its own."""
NO_SPACE = frozenset({"en", "es", "fi", "fr", "it", "pl", "pt-PT", "ru"})
"""Languages that set no space before an ellipsis; the others do."""

BREAKABLE = {"fr": r" [:;!?»]|« "}
"""An ordinary space where the language sets one that does not break."""

AGREEMENT = {
    "da": r"\bDig (er|har|råber|blev|gav)\b",
    "de": r"\b[Dd]u (ruft|ist|hat|war|hatte|bekommt|gewinnt|verliert|führt|rät|gibt)\b|\bvon Du\b",
    "en": r"\b[Yy]ou (calls|is|was|has|gets|wins|loses|leads|gives|places|marks|says|lets|had hidden|’s)\b|\bof You\b",
    "es": r"\b[Tt]ú (anuncia|ha|tenía|gana|pierde|tiene|es|está)\b|\b(de|a) Tú\b",
    "fi": r"\b[Ss]inä (huutaa|on|oli|saa|voittaa|häviää|päättää)\b",
    "fr": r"\b[Vv]ous (annonce|a|est|avait|gagne|perd|mène)\b|\b(de|à) Vous\b",
    "is": r"\b[Þþ]ú (var|hafði|átti|er)\b",
    "it": r"\b[Tt]u (chiama|ha|aveva|vince|perde|è)\b|\b(di|a) Tu\b",
    "nb": r"\bDeg (er|har|roper|ble|ga)\b",
    "nl": r"\b[Jj]ij (is|heeft|krijgt|wint|verliest)\b|\bvan Jij\b",
    "pl": r"\bTy (woła|ogłasza|ma|jest|wygrywa|przegrywa)\b",
    "pt-PT": r"\bEu (anuncia|tinha|ausentou|ganha|perde|tem|é)\b|\b(de|a) Eu\b|\bVocê\b",
    "ru": r"\bВы (объявляет|получает|выигрывает|теряет|ведёт|был|сдался)\b",  # noqa: RUF001
    "sv": r"\bDig (är|har|ropar|blev|gav)\b",
}
"""A verb in the third person, or a case, beside the name of the reader."""

BEFORE_A_NAME = {
    "es": r"\b(de|a|por)\s\{(who|caller)\}",
    "fr": r"\b(de|à|que|par)\s\{(who|caller)\}",
    "it": r"\b(di|a|da)\s\{(who|caller)\}",
    "pt-PT": r"\b(de|a|por)\s\{(who|caller)\}",
}
"""Words that would have to change before some names: d’Ada, al puesto 2. Such a message sets the name apart instead."""

MARKS = re.compile(r"(?<![\w.,])[0-9],[0-9](?![\w,])")
TYPED = ("error.", "cli.help.", "cli.home.", "plain.")
"""Messages that quote what is typed, such as 2,1."""


def troubles(language: str) -> Iterator[str]:
    """Yield what is wrong in a language: the key, the sign and the text."""
    words = Words(language)
    signs = {**SIGNS, "the third person for the reader": AGREEMENT[language]}
    signs["the ellipsis of another language"] = r"\w\s…(?=$|\W)" if language in NO_SPACE else r"\w…(?=$|\s)"
    signs["a space that may break"] = BREAKABLE.get(language, "(?!)")
    unused = _unused(language)
    for key, source in messages(language).items():
        if found := re.search(BEFORE_A_NAME.get(language, "(?!)"), source):
            yield f"{key}: “{found[0]}” depends on the name: {source}"
        for word in unused:
            if found := word.search(source):
                yield f"{key}: the glossary has another word for “{found[0]}”: {source}"
        if not key.startswith(TYPED) and (found := MARKS.search(source) or re.search(STRAY, source)):
            yield f"{key}: “{found[0]}” stands in a sentence: {source}"
        for said in rendered(words, key) if key not in ALIGNED else ():
            yield from (f"{key}: {sign}: {said}" for sign, pattern in signs.items() if re.search(pattern, said))
    for key in sorted(LABELS):
        yield from _names(words, key)


def rendered(words: Words, key: str) -> set[str]:
    """Return a message with every kind of value that it can get."""
    kinds = usage(parse(messages(words.language)[key]))
    people = [name for name in kinds if name in PEOPLE]
    names = ("Ada", "Inès", together(["Ada", "Bo"])) if people else ("",)
    numbers = (0,) if is_simple(parse(messages(words.language)[key])) else NUMBERS
    said = set()
    for name in names:
        for number in numbers:
            fields = {
                field: name if field in people else number if kind & NUMERIC else "m2" if kind & {"select"} else "ROYG"
                for field, kind in kinds.items()
            }
            said.add(words.say(key, **fields))
    return said


def _names(words: Words, key: str) -> Iterator[str]:
    """Yield where a label does not set the name of the reader apart."""
    you = message("web.seat.you")
    kinds = usage(parse(messages(words.language)[key]))
    for who in (you, together([you, "Bo"]), together(["Bo", you])) if key in LISTS else (you,):
        fields = {field: 2 if kind & NUMERIC else "ROYG" for field, kind in kinds.items()}
        said = words.say(key, **{**fields, "who": who})
        name = re.escape(words.render(who))
        if not re.search(rf"(^|: |\(){name}(\s?[:,.)]|$)", said):
            yield f"{key}: the name does not stand apart: {said}"


def _unused(language: str) -> list[re.Pattern[str]]:
    """Return the words that the glossary replaces in a language."""
    text = GLOSSARY.read_text("utf-8").partition("## Words that are not used")[2].partition("\n## ")[0]
    row = next((line for line in text.splitlines() if line.startswith(f"- {language}: ")), "")
    return [re.compile(found, re.IGNORECASE) for found in re.findall(r"`([^`]+)`", row)]


def main(asked: list[str]) -> int:
    """Print the troubles of these languages, or of all; status 1 where there are any."""
    found = [f"{language}  {trouble}" for language in asked or languages() for trouble in troubles(language)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

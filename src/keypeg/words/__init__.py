"""Load the catalogues of all languages, and render messages with them."""

from keypeg.words.catalogue import ENGLISH, UnknownLanguage, find_language, languages, messages
from keypeg.words.choice import SETTING, choose_language
from keypeg.words.plain import plain
from keypeg.words.printable import printable
from keypeg.words.pseudo import PSEUDO
from keypeg.words.rendering import Words
from keypeg.words.syntax import placeholders

__all__ = [
    "ENGLISH",
    "PSEUDO",
    "SETTING",
    "UnknownLanguage",
    "Words",
    "choose_language",
    "find_language",
    "languages",
    "messages",
    "placeholders",
    "plain",
    "printable",
]

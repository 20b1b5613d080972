"""Every sentence that Keypeg says: the catalogues, their loader and the choice of a language."""

from keypeg.words.catalogue import ENGLISH, UnknownLanguage, languages, messages
from keypeg.words.choice import SETTING, choose_language
from keypeg.words.message import placeholders
from keypeg.words.pseudo import PSEUDO
from keypeg.words.rules import FREE, Example, Paragraph, RulesPage, Section, rules_page, rules_pages
from keypeg.words.speech import Words, plain

__all__ = [
    "ENGLISH",
    "FREE",
    "PSEUDO",
    "SETTING",
    "Example",
    "Paragraph",
    "RulesPage",
    "Section",
    "UnknownLanguage",
    "Words",
    "choose_language",
    "languages",
    "messages",
    "placeholders",
    "plain",
    "rules_page",
    "rules_pages",
]

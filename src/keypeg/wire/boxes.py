"""Boxes and rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from keypeg import core
from keypeg.boxes import Box as CoreBox
from keypeg.boxes import box as find_box
from keypeg.boxes import is_free_form
from keypeg.core import BLANK
from keypeg.message import Message, Text
from keypeg.notation import read_choice
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, Level, hidings
from keypeg.tell import rules as tell


class Space(Struct, frozen=True):
    """Codes of `holes` holes over these pegs; a blank that counts as a colour is among them as "."."""

    holes: int
    pegs: str
    distinct: bool


class Rules(Struct, frozen=True):
    """The facts that a client needs to draw a match and to describe it."""

    text: str
    box: str
    name: str
    variants: list[str]
    options: dict[str, str]
    """Every option that applies, with its value."""
    seats: int
    palette: str
    codes: list[Space]
    """By seat: the codes that it may have to break."""
    guesses: list[Space]
    """By seat: the rows that it may place."""
    size: list[int]
    """By seat: the number of codes that it may have to break."""
    blanks: bool
    """An empty hole counts as one more colour."""
    rounds: int
    codes_a_round: int
    rows: int | None
    all_break: bool
    together: bool
    equal_turns: bool
    split: bool
    boards: int
    supply: int | None
    fresh_guesses: bool
    full_rows: bool
    marking: Literal["table", "hand", "hand-checked", "home"]
    counts_only: bool
    secret_calls: bool
    last_one_wins: bool
    fewest_win: bool
    rounds_won: bool
    key: Literal["pegs", "pins", "arms"]
    """How marks look in this box: black and white pegs, red and white pins, or a red and a white sliding arm."""
    tricky: bool
    """True if some codes are harder than others, so that a computer may be asked to hide tricky ones."""
    levels: list[str] = field(default_factory=lambda: list(Level))
    """The computer levels that can play these rules here; a device without a server lacks some."""
    invites: bool = True
    """False on a device, where nobody can be invited by link."""


class Option(Struct, frozen=True):
    """An option: a number from `least` to `most`, or one of `values`, which are off and on for a switch."""

    name: str
    default: str
    values: list[str]
    """Empty for a number."""
    least: int
    most: int
    unlimited: bool
    """A number that may also be "unlimited"."""
    needs: list[str]
    """Requires all of these: "+variant" or "option=value". Alternatives are separated by "/"; one of them is enough."""
    excludes: list[str]
    """Cannot be combined with any of these."""


class Box(Struct, frozen=True):
    """A box on the shelf; all free forms, such as `4x6`, are one box."""

    id: str
    name: str
    free: bool
    variants: list[str]
    options: list[Option]
    rules: Rules
    """The rules as printed."""


@lru_cache(maxsize=512)
def rules_of(rules: core.Rules) -> Rules:
    """Convert rules to their struct."""
    choice = read_choice(rules.text)
    box = find_box(choice.box)
    return Rules(
        text=rules.text,
        box=box.id,
        name=box.name,
        variants=list(choice.variants),
        options={
            name: choice.options.get(name, box.options[name].default)
            for name in box.available(choice.variants, choice.options)
            if not box.options[name].former
        },
        seats=rules.seats,
        palette=rules.palette,
        codes=[_space(space) for space in rules.codes],
        guesses=[_space(space) for space in rules.guesses],
        size=[rules.size(seat) for seat in range(1, rules.seats + 1)],
        blanks=BLANK in rules.codes[0].pegs,
        rounds=rules.rounds,
        codes_a_round=rules.codes_a_round,
        rows=rules.rows,
        all_break=rules.all_break,
        together=rules.together,
        equal_turns=rules.equal_turns,
        split=rules.split,
        boards=rules.boards,
        supply=rules.supply,
        fresh_guesses=rules.fresh_guesses,
        full_rows=rules.full_rows,
        marking=rules.marking.value,
        counts_only=rules.counts_only,
        secret_calls=rules.secret_calls,
        last_one_wins=rules.last_one_wins,
        fewest_win=rules.fewest_win,
        rounds_won=rules.rounds_won,
        key=box.key.value,
        tricky=Hiding.TRICKY in hidings(rules),
        levels=list(Level),
    )


def box_of(box: CoreBox) -> Box:
    """Convert a box to its struct, with its rules as printed."""
    rules = rules_of(read_rules(box.id))
    return Box(
        id=box.id,
        name=box.name,
        free=is_free_form(box),
        variants=list(box.variants),
        options=[
            Option(
                name=option.name,
                default=option.default,
                values=list(option.values),
                least=option.least,
                most=option.most,
                unlimited=option.unlimited is not None,
                needs=list(option.needs),
                excludes=[*option.excludes, *option.former_with],
            )
            for option in box.options.values()
            if not option.former
        ],
        rules=rules,
    )


def _space(space: core.Space) -> Space:
    return Space(space.holes, space.pegs, space.distinct)


class RulesPage(Struct, frozen=True):
    """The rules of one box, as messages."""

    box: str
    title: Message
    sections: list[RulesSection]


class RulesSection(Struct, frozen=True):
    """A heading and its paragraphs."""

    id: str
    title: Message
    paragraphs: list[RulesParagraph]


class RulesParagraph(Struct, frozen=True):
    """A few sentences, and the settings they are about."""

    key: str
    text: Message
    ours: bool
    """True if we decided this, because the printed rules are silent or disagree."""
    ours_in: list[str]
    """Languages in which this is our decision although the sheets of other languages print it."""
    settings: list[str]
    """Variants, options and values it explains, as written in a rules text: `+blanks`, `rows`, `tie=two-more`."""
    example: RulesExample | None


class RulesExample(Struct, frozen=True):
    """A code, a guess and its marks, to be drawn; for a split code the marks are b, w or - hole by hole."""

    rules: str
    """The variants and options of the example, such as `+blanks`; empty for the box as printed."""
    code: str
    guess: str
    marks: str


def rules_page_of(page: tell.RulesPage) -> RulesPage:
    """Convert the rules of a box, section by section, to their struct."""
    return RulesPage(
        page.box,
        _message(page.title),
        [
            RulesSection(section.id, _message(section.title), [_paragraph(each) for each in section.paragraphs])
            for section in page.sections
        ],
    )


def _paragraph(each: tell.Paragraph) -> RulesParagraph:
    drawn = each.example
    return RulesParagraph(
        key=each.key,
        text=_message(each.text),
        ours=each.ours,
        ours_in=list(each.ours_in),
        settings=list(each.settings),
        example=RulesExample(drawn.rules, drawn.code, drawn.guess, drawn.marks) if drawn else None,
    )


def _message(text: Text) -> Message:
    assert isinstance(text, Message), "only a client renders it"
    return text

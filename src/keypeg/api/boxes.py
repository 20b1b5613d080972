"""The boxes: what can be agreed on in each, their rules as facts and in words, and the computers that play them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from keypeg import core
from keypeg.api.endpoint import endpoint
from keypeg.api.host import Call
from keypeg.api.limits import READS
from keypeg.boxes import Box as CoreBox
from keypeg.boxes import box as find_box
from keypeg.boxes import boxes as all_boxes
from keypeg.boxes import is_free_form
from keypeg.core import BLANK, Space
from keypeg.message import Message, Text, message
from keypeg.notation import read_choice
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, hidings
from keypeg.players import Level as PlayerLevel
from keypeg.tell import rules as tell
from keypeg.tell.boxes import box_rules as tell_rules
from keypeg.tell.names import level_message

FREE = "4x6"
"""One free form that stands for all of them: it has the variants and options that every free form has."""


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
    levels: list[str] = field(default_factory=lambda: list(PlayerLevel))
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
        codes=list(rules.codes),
        guesses=list(rules.guesses),
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
        levels=list(PlayerLevel),
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


class Level(Struct, frozen=True):
    """A level of computers, or a way of hiding codes, with its name."""

    player: str
    message: Message


class Computers(Struct, frozen=True):
    """The levels of computers, and the ways in which they hide codes: `club`, `club+tricky`."""

    levels: list[Level]
    hiding: list[Level]


@endpoint("GET", "/boxes", "List the boxes and their options", "boxes", READS, 2)
def boxes() -> list[Box]:
    """Return all boxes, with a single entry for the free forms."""
    return [box_of(each) for each in (*all_boxes(), find_box(FREE))]


@endpoint("GET", "/rules", "Parse a rules text", "boxes", READS, 2)
def rules(text: Annotated[str, Meta(min_length=1, max_length=200)], call: Call) -> Rules:
    """Return the facts of the rules that `text` names."""
    return call.offered(rules_of(read_rules(text)))


@endpoint("GET", "/boxes/{box_id}/rules", "Get the rules of a box, written for people", "boxes", READS, 2)
def box_rules(box_id: Annotated[str, Meta(max_length=200)]) -> RulesPage:
    """Return the rules of a box as messages; every client renders them in its own language."""
    return rules_page_of(tell_rules(find_box(box_id)))


@endpoint("GET", "/players", "List the levels of computer players", "questions", READS)
def players() -> Computers:
    """Return the computer levels, and the ways in which computers hide codes."""
    return Computers(
        levels=[Level(level, level_message(level)) for level in PlayerLevel],
        hiding=[Level(hiding, message(f"player.hiding.{hiding}")) for hiding in Hiding],
    )

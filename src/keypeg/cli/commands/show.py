"""`keypeg show`: the facts of the rules that a text names, and their options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from keypeg import Box, Rules
from keypeg.boxes import Option, build
from keypeg.boxes import box as find_box
from keypeg.boxes.settings import Settings
from keypeg.cli.commands.boxes import option_data
from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.core import BLANK
from keypeg.errors import KeypegError
from keypeg.notation import Choice, read_choice
from keypeg.notation import rules as read_rules
from keypeg.tell import box_name


def show(rules: str, /, *, json: Json = False) -> None:
    """Print everything about these rules."""
    found = read_rules(rules)
    choice = read_choice(str(found))
    box = find_box(choice.box)
    answer(_data(found, box, choice), _lines(found, box, choice), json=json)


def _data(rules: Rules, box: Box, choice: Choice) -> dict[str, object]:
    space = rules.codes[0]
    return {
        "rules": str(rules),
        "box": box.id,
        "name": box.name,
        "seats": rules.seats,
        "holes": space.holes,
        "colours": len(space.palette),
        "palette": rules.palette,
        "codes": rules.size(),
        "codes_by_seat": [rules.size(seat) for seat in rules.all_seats],
        "blanks": BLANK in space.pegs,
        "repeats": not space.distinct,
        "repeats_in_guesses": not rules.guesses[0].distinct,
        "rounds": rules.rounds,
        "rows": rules.rows,
        "marking": str(rules.marking),
        "supply": rules.supply,
        "variants": list(choice.variants),
        "options": [
            option_data(_possible(box, choice, name)) | {"value": value} for name, value in _values(box, choice).items()
        ],
    }


def _values(box: Box, choice: Choice) -> dict[str, str]:
    return {
        name: choice.options.get(name, box.options[name].default)
        for name in box.available(choice.variants, choice.options)
        if not box.options[name].former
    }


def _possible(box: Box, choice: Choice, name: str) -> Option:
    """Return the option with only those values that are compatible with everything else chosen."""
    option = box.options[name]
    return option if option.number else replace(option, values=dict(_values_beside(box, choice, option)))


def _values_beside(box: Box, choice: Choice, option: Option) -> Iterator[tuple[str, Settings]]:
    for value, settings in option.values.items():
        try:
            build(box, choice.variants, {**choice.options, option.name: value})
        except KeypegError:
            continue
        yield value, settings


def _lines(rules: Rules, box: Box, choice: Choice) -> Iterator[str]:
    say = words().say
    yield str(rules)
    yield words().render(box_name(box))
    alike = len(set(rules.codes)) == 1
    for seat, space in enumerate(rules.codes[:1] if alike else rules.codes, start=1):
        colours = len(space.palette)
        sizes = say("cli.sizes", seats=rules.seats, holes=space.holes, colours=colours, codes=rules.size(seat))
        yield sizes if alike else say("cli.for-seat", seat=seat, sizes=sizes)
    names = (f"{peg} {words().name(f'colour.{peg}', peg)}" for peg in rules.palette)
    yield say("cli.palette", colours=", ".join(names))
    if box.variants:
        yield say("cli.variants", variants=" ".join(f"+{name}" for name in box.variants))
    values = _values(box, choice)
    if values:
        yield say("cli.options")
    wide = max((len(f"{name}={value}") for name, value in values.items()), default=0)
    for name, value in values.items():
        about = words().name(f"option.{name}", name)
        yield f"  {f'{name}={value}':{wide}}  {about} ({_possible(box, choice, name).range})"

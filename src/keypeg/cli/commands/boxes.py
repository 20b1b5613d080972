"""`keypeg boxes`: all boxes."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg import Box, broken_boxes
from keypeg import boxes as shelf
from keypeg.boxes import Option, build
from keypeg.cli.options import Json
from keypeg.cli.output import answer, notice, sentence, words
from keypeg.tell import box_name
from keypeg.words import printable


def boxes(*, json: Json = False) -> None:
    """List the boxes."""
    answer([box_data(box) for box in shelf()], _lines(), json=json)
    report_broken()


def report_broken() -> None:
    """Say which of the user's own boxes cannot be played, and why."""
    for error in broken_boxes().values():
        notice(printable(sentence(error)))


def box_data(box: Box) -> dict[str, object]:
    rules = build(box)
    return {
        "id": box.id,
        "name": box.name,
        "maker": box.maker,
        "year": box.year,
        "seats": rules.seats,
        "holes": rules.codes[0].holes,
        "colours": len(rules.palette),
        "codes": rules.size(),
        "variants": list(box.variants),
        "options": [option_data(option) for option in box.options.values() if not option.former],
        "languages": list(box.languages),
    }


def option_data(option: Option) -> dict[str, object]:
    data: dict[str, object] = {"name": option.name, "default": option.default}
    if option.number:
        return data | {"least": option.least, "most": option.most, "unlimited": option.unlimited is not None}
    return data | {"values": list(option.values)}


def _lines() -> Iterator[str]:
    say = words().say
    for box in shelf():
        rules = build(box)
        printed = ", ".join(str(part) for part in (box.maker, box.year) if part)
        yield f"{box.id:10} {words().render(box_name(box))}{f' ({printed})' if printed else ''}"
        sizes = say(
            "cli.sizes", seats=rules.seats, holes=rules.codes[0].holes, colours=len(rules.palette), codes=rules.size()
        )
        yield f"{'':10} {sizes}"
        if box.variants:
            yield f"{'':10} {say('cli.variants', variants=' '.join(f'+{name}' for name in box.variants))}"
    yield ""
    yield say("cli.free-forms", example="4x6, 4x10d, 4x5b", command="keypeg show RULES")

"""Every box, variant and option builds, and its text is the shortest that reads back."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

import keypeg
from keypeg import Box, Call, Deal, Illegal, KeypegError, Malformed, Rules, box, boxes, legal, new, play, rules
from keypeg.boxes import ON, UNLIMITED, Option, build
from keypeg.boxes.box import EITHER

FREE_FORMS = ("4x6", "4x10d", "5x8", "4x5b", "3x4db", "1x1", "8x15")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("logic24", 625),
        ("logic24+blanks", 1296),
        ("logic12", 625),
        ("togo", 1680),
        ("togo:colours=6", 360),
        ("challenge", 6720),
        ("challenge+beginner", 360),
        ("challenge+doubles", 32768),
        ("challenge+beginner+doubles", 1296),
        ("mm44", 6480),
        ("mm44:seats=3", 2160),
        ("mm44:seats=2,boards=2", 6480),
        ("mm44:seats=2", 360),
        ("4x6", 1296),
        ("4x10d", 5040),
        ("5x8", 32768),
        ("4x5b", 1296),
    ],
)
def test_so_many_codes_there_are(text: str, codes: int) -> None:
    assert rules(text).size() == codes


def test_with_a_handicap_the_seats_have_different_codes_to_break() -> None:
    handicap = rules("challenge:handicap=1")
    assert (handicap.size(1), handicap.size(2)) == (360, 6720)
    assert handicap.size() == 360


@pytest.mark.parametrize(
    ("text", "shares", "codes"),
    [
        ("mm44", ("R....", ".O...", "..Y..", "...G."), 864),
        ("mm44:seats=3", ("R....", ".O...", "..Y.."), 216),
        ("mm44:seats=2,boards=2", ("R....", ".O...", "..Y..", "...G."), 108),
        ("mm44:seats=2", ("R....", ".O..."), 24),
    ],
)
def test_so_many_codes_a_seat_faces_that_knows_its_share(text: str, shares: tuple[str, ...], codes: int) -> None:
    dealt = play(new(rules(f"{text},first=1" if ":" in text else f"{text}:first=1")), keypeg.TABLE, Deal(shares))
    assert len(legal(dealt, 2).only(Call)) == codes


every_box = pytest.mark.parametrize("box", [*boxes(), *map(box, FREE_FORMS)], ids=lambda box: box.id)


def _values(option: Option) -> Iterator[str]:
    if option.number:
        yield from (str(number) for number in range(option.least, option.most + 1))
        if option.unlimited is not None:
            yield UNLIMITED
    elif option.is_switch:
        yield ON
    else:
        yield from option.values


def _needed(option: Option) -> dict[str, str]:
    """What else has to be chosen for this option, unless one of several things is enough."""
    conditions = (condition.partition("=") for condition in option.needs if EITHER not in condition)
    return {name: value for name, equals, value in conditions if equals}


def _text(box: Box, variants: tuple[str, ...], options: dict[str, str]) -> str:
    said = (name if value == ON else f"{name}={value}" for name, value in options.items())
    return "+".join((box.id, *variants)) + (":" + ",".join(said) if options else "")


def _choices(box: Box) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Every set of variants, alone and with every value of every option."""
    for number in range(len(box.variants) + 1):
        for variants in combinations(box.variants, number):
            yield variants, {}
            for option in (option for option in box.options.values() if not option.former):
                needed = _needed(option)
                if option.former_with and option.name not in box.available(variants, needed):
                    continue
                for value in _values(option):
                    yield variants, {**needed, option.name: value}


def _makes_no_sense(box: Box, variants: tuple[str, ...], options: dict[str, str]) -> bool:
    """What the rulebook refuses among these choices."""
    parity = {"togo": 0, "challenge": 1}.get(box.id)
    return (
        not set(options) <= set(box.available(variants, options))
        or (parity is not None and int(options.get("rounds", parity)) % 2 != parity)
        or (box.id in FREE_FORMS and options.get("unbroken") == "plus1")
    )


@every_box
def test_every_choice_builds_or_is_refused(box: Box) -> None:
    for variants, options in _choices(box):
        text = _text(box, variants, options)
        if _makes_no_sense(box, variants, options):
            with pytest.raises(Illegal):
                rules(text)
        else:
            built = rules(text)
            assert rules(str(built)) == built


@every_box
def test_the_text_of_rules_is_the_shortest(box: Box) -> None:
    """Dropping any part of it changes how the match is played, or makes no sense."""
    for variants, options in _choices(box):
        if _makes_no_sense(box, variants, options):
            continue
        built = rules(_text(box, variants, options))
        for shorter in _with_a_part_dropped(str(built)):
            assert _other_play(shorter, built), f"{shorter} would do for {built}"


def _with_a_part_dropped(text: str) -> Iterator[str]:
    head, _, tail = text.partition(":")
    box, *variants = head.split("+")
    options = tail.split(",") if tail else []
    for at in range(len(variants)):
        yield "+".join((box, *variants[:at], *variants[at + 1 :])) + (f":{tail}" if tail else "")
    for at in range(len(options)):
        # This one only lifts a limit on what else may be chosen.
        if options[at] != "parity=any":
            rest = ",".join((*options[:at], *options[at + 1 :]))
            yield f"{head}:{rest}" if rest else head


def _other_play(text: str, built: Rules) -> bool:
    try:
        return replace(rules(text), text=built.text) != built
    except KeypegError:
        return True


def test_variants_and_options_may_come_in_any_order() -> None:
    given = rules("LOGIC24+two-boards+blanks:first=2,equal-turns,rows=9")
    assert str(given) == "logic24+blanks+two-boards:equal-turns,first=2"
    assert given == rules("logic24+blanks+two-boards:equal-turns,first=2")


@pytest.mark.parametrize(
    ("id", "change"),
    [
        ("logic24", {"boards": 2}),
        ("logic24", {"split": True}),
        ("logic24", {"seats": 3}),
        ("challenge", {"small_for": 3, "small_holes": 4, "small_pegs": "ROYG"}),
        ("challenge", {"small_for": 1}),
        ("mm44", {"boards": 2}),
        ("mm44", {"chips": 1}),
        ("mm44", {"all_break": False}),
    ],
)
def test_settings_that_make_no_game_are_refused(id: str, change: dict[str, object]) -> None:
    whole = box(id)
    with pytest.raises(Malformed, match=id):
        build(replace(whole, rules={**whole.rules, **change}))


def test_names_of_boxes_that_there_are_not_are_not_remembered() -> None:
    tracemalloc.start()
    try:
        for number in range(200):
            with pytest.raises(KeypegError):
                box(f"{number}" + 20_000 * "x")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000

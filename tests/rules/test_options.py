"""Every option and variant that the rulebook names can be chosen, and what makes no sense is refused."""

import pytest

from keypeg import box, boxes, rules
from tests.rules.matches import played, rules_refused, waits

markings = ["marking=table", "marking=hand", "marking=hand-checked", "marking=home"]
supplies = ["supply=box", "supply=unlimited"]
logic = [
    *markings,
    *supplies,
    "rounds=1",
    "rounds=5",
    "rows=1",
    "rows=9",
    "rows=99",
    "rows=unlimited",
    "fresh-guesses",
    "first=random",
    "first=1",
    "first=2",
]
one_board = ["tally=rows", "tally=rounds-won", "unbroken=decides", "wrong-marks=plus3"]
togo = [
    *markings,
    *supplies,
    "rounds=2",
    "rounds=4",
    "parity=any",
    "tie=two-more",
    "colours=6",
    "distinct-guesses",
    "rows=1",
    "rows=9",
    "rows=99",
    "unbroken=plus1",
    "first=random",
    "first=1",
    "first=2",
]
challenge = [
    *markings,
    *supplies,
    "rounds=1",
    "rounds=5",
    "parity=any",
    "tie=extra-round",
    "rows=10",
    "rows=unlimited",
    "both=none",
    "both=point-each",
    "both=replay",
    "first=random",
    "first=1",
    "first=2",
]
mm44 = [
    *markings,
    *supplies,
    "rounds=1",
    "rounds=2",
    "marks=counts",
    "blanks=own",
    "blanks=any",
    "calls=secret",
    "last-one-wins",
    "first=random",
    "first=1",
    "first=2",
]
offered = {
    "logic24": [*logic, *one_board],
    "logic12": [*logic, *one_board],
    "logic24+blanks": [*logic, *one_board],
    "logic24+two-boards": [*logic, "equal-turns"],
    "logic12+blanks+two-boards": [*logic, "equal-turns"],
    "togo": togo,
    "challenge": [*challenge, "distinct-guesses", "handicap=1", "handicap=2"],
    "challenge+doubles": [*challenge, "handicap=1", "handicap=2"],
    "challenge+beginner": [*challenge, "distinct-guesses", "without=wn", "without=ro"],
    "challenge+beginner+doubles": [*challenge, "without=bp"],
    "challenge:handicap=1": [*challenge, "distinct-guesses", "without=bp"],
    "mm44": [*mm44, "seats=2", "seats=3", "seats=4", "boards=1", "first=3", "first=4"],
    "mm44:seats=2,boards=1": mm44,
    "mm44:seats=2,boards=2": mm44,
    "mm44:seats=3": [*mm44, "first=3"],
    "4x6": [*markings, "rounds=2", "rows=9", "rows=unlimited", "first=random", "first=1", "first=2"],
}
every_choice = [(text, option) for text, options in offered.items() for option in options]


@pytest.mark.parametrize(("text", "option"), every_choice)
def test_every_option_with_every_value_can_be_chosen(text: str, option: str) -> None:
    if option == "boards=1":
        text = "mm44:seats=2"
    chosen = rules(f"{text}{',' if ':' in text else ':'}{option}")
    assert rules(str(chosen)) == chosen


@pytest.mark.parametrize(
    ("default", "text"),
    [
        ("logic24", "logic24:rounds=1,rows=9,tally=rows,supply=box,marking=table,first=random"),
        ("logic12", "logic12:rounds=1,rows=9,tally=rows,supply=box,marking=table,first=random"),
        ("togo", "togo:rounds=2,rows=9,supply=unlimited,marking=table,first=random"),
        ("challenge", "challenge:rounds=5,rows=10,both=none,supply=unlimited,marking=table"),
        ("mm44", "mm44:seats=4,rounds=1,supply=unlimited,marking=table,first=random"),
        ("mm44:seats=2", "mm44:seats=2,boards=1"),
        ("4x6", "4x6:rows=unlimited,marking=table"),
    ],
)
def test_defaults_are_as_ruled(default: str, text: str) -> None:
    assert rules(text) == rules(default)


@pytest.mark.parametrize(
    "text",
    [
        "togo:distinct-guesses",
        "togo:colours=6,distinct-guesses",
        "logic24:fresh-guesses",
        "logic24+two-boards:equal-turns",
        "mm44:blanks=any",
        "mm44:last-one-wins",
        "challenge:distinct-guesses",
    ],
)
def test_an_option_without_a_value_is_a_switch(text: str) -> None:
    assert str(rules(text)) == text


def test_a_switch_takes_no_value_and_a_choice_needs_one() -> None:
    assert rules_refused("togo:distinct-guesses=yes").slug == "option-is-switch"
    assert rules_refused("togo:colours").slug == "option-needs-value"


@pytest.mark.parametrize(
    "text",
    [
        "togo:tally=rows",
        "togo:fresh-guesses",
        "togo:handicap=1",
        "togo:wrong-marks=plus3",
        "challenge:unbroken=plus1",
        "challenge:tally=rounds-won",
        "challenge:colours=6",
        "mm44:rows=9",
        "mm44:parity=any",
        "mm44:tie=extra-round",
        "logic24:both=replay",
        "logic24:parity=any",
        "logic24:seats=2",
        "4x6:supply=box",
        "4x6:colours=6",
    ],
)
def test_an_option_that_a_box_does_not_have_is_refused_with_the_list_of_those_it_has(text: str) -> None:
    error = rules_refused(text)
    assert error.slug == "option-unknown"
    known = str(error.fields["known"]).split(", ")
    name, _, option = text.partition(":")
    assert option.partition("=")[0] not in known
    assert {each.partition("=")[0] for each in offered[name]} - {"boards"} <= set(known)


@pytest.mark.parametrize(
    ("text", "not_among"),
    [
        ("logic24:equal-turns", "equal-turns"),
        ("logic24+two-boards:tally=rows", "tally"),
        ("logic24+two-boards:unbroken=decides", "unbroken"),
        ("challenge+beginner:handicap=1", "handicap"),
        ("mm44:boards=2", "boards"),
        ("mm44:seats=3,boards=2", "boards"),
    ],
)
def test_an_option_that_makes_no_sense_beside_the_others_is_refused_with_those_that_do(
    text: str, not_among: str
) -> None:
    error = rules_refused(text)
    assert error.slug in ("option-senseless", "option-needs")
    known = str(error.fields["known"]).split(", ")
    assert not_among not in known
    assert "marking" in known


@pytest.mark.parametrize("text", ["logic24+beginner", "challenge+blanks", "mm44+doubles", "togo+blanks", "4x6+blanks"])
def test_a_variant_that_a_box_does_not_have_is_refused(text: str) -> None:
    assert rules_refused(text).slug in {"variant-unknown", "variant-none"}


@pytest.mark.parametrize(
    "text", ["togo:colours=7", "challenge:both=two", "togo:rows=unlimited", "togo:marking=foot", "logic24:first=3"]
)
def test_a_value_that_an_option_does_not_have_is_refused(text: str) -> None:
    assert rules_refused(text).slug == "option-value"


def test_first_must_be_one_of_the_seats() -> None:
    assert rules_refused("mm44:seats=3,first=4").slug == "first-unknown"
    assert rules_refused("mm44:seats=2,first=3").slug == "first-unknown"


def test_the_boxes_are_five() -> None:
    assert [each.id for each in boxes()][:5] == ["logic24", "logic12", "togo", "challenge", "mm44"]


@pytest.mark.parametrize(
    ("id", "printed"),
    [
        ("logic24", "de en fr es nl da it pt-PT pl ru"),
        ("logic12", "de en fr es nl da it pt-PT ru"),
        ("togo", "da sv nb fi is"),
        ("challenge", "de"),
        ("mm44", "nl"),
    ],
)
def test_languages_are_those_printed_in_the_box(id: str, printed: str) -> None:
    assert set(box(id).languages) == set(printed.split())


@pytest.mark.parametrize("text", list(offered))
def test_every_form_can_be_begun(text: str) -> None:
    assert waits(played(text)) != "over"

"""A bad box file gives an error that says what is wrong, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from keypeg import Illegal, Malformed, rules
from keypeg import box as box_of
from keypeg.boxes import Key, build
from keypeg.boxes.box import read_box
from keypeg.boxes.catalogue import ids, merged
from keypeg.boxes.settings import checked, rules_of

RULES = {"seats": 2, "holes": 3, "pegs": "ROY", "rounds": 2}
ROWS = {"number": "rows", "least": 1, "most": 9, "unlimited": {}, "default": 4}
WHOLE = {
    "name": "Pocket",
    "languages": ["en", "de"],
    "maker": "Somebody",
    "year": 1979,
    "key": "pins",
    "rules": RULES,
    "variants": {"four": {"holes": 4}},
    "options": {
        "rows": ROWS,
        "first": {"default": "random", "values": {"random": {}, "1": {"first": 1}}},
        "fresh-guesses": {"switch": {"fresh_guesses": True}, "needs": ["+four"], "excludes": ["rows=1"]},
    },
}


def test_a_box_is_what_its_file_says() -> None:
    box = read_box("pocket", WHOLE)
    assert (box.id, box.name, box.languages, box.maker, box.year) == (
        "pocket",
        "Pocket",
        ("en", "de"),
        "Somebody",
        1979,
    )
    assert box.key is Key.PINS
    assert box.rules == RULES
    assert box.variants == {"four": {"holes": 4}}
    rows, first, fresh = box.options.values()
    assert (rows.name, rows.default, rows.range, rows.is_switch) == ("rows", "4", "1–9, unlimited", False)
    assert (first.name, first.default, first.range, first.is_switch) == ("first", "random", "random, 1", False)
    assert (fresh.name, fresh.default, fresh.is_switch) == ("fresh-guesses", "off", True)
    assert (fresh.needs, fresh.excludes) == (("+four",), ("rows=1",))


def test_a_part_left_out_of_a_file_is_empty() -> None:
    box = read_box("pocket", {"name": "Pocket", "rules": RULES})
    assert (box.languages, box.maker, box.year, box.key) == ((), None, None, Key.PEGS)
    assert (box.variants, box.options) == ({}, {})


@pytest.mark.parametrize(
    ("value", "settings"),
    [
        ("1", {"rows": 1}),
        ("9", {"rows": 9}),
        ("unlimited", {"rows": None}),
        ("0", None),
        ("10", None),
        ("04", None),
        ("four", None),
    ],
)
def test_the_values_of_a_number(value: str, settings: dict[str, object] | None) -> None:
    assert read_box("pocket", WHOLE).options["rows"].settings(value) == settings


def test_options_apply_with_the_variants_and_values_that_they_need() -> None:
    box = read_box("pocket", WHOLE)
    assert box.available([], {}) == ["rows", "first"]
    assert box.available(["four"], {}) == ["rows", "first", "fresh-guesses"]
    assert box.available(["four"], {"rows": "1"}) == ["rows", "first"]
    fresh = {"switch": {"fresh_guesses": True}, "needs": ["rows=4"]}
    box = read_box("pocket", {**WHOLE, "options": {"rows": ROWS, "fresh-guesses": fresh}})
    assert box.available([], {}) == ["rows", "fresh-guesses"], "4 is the default"
    assert box.available([], {"rows": "5"}) == ["rows"]
    box = read_box("pocket", WHOLE)
    assert str(build(box, ["four"], {"fresh-guesses": "on", "rows": "5"})) == "pocket+four:rows=5,fresh-guesses"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": None}, "pocket.toml: name is missing."),
        ({"name": 5}, "pocket.toml: name must be of type str."),
        ({"year": "1979"}, "pocket.toml: year must be of type int."),
        ({"year": True}, "pocket.toml: year must be of type int."),
        ({"languages": ["en", 5]}, "pocket.toml: languages must be a list of texts."),
        ({"languages": "en"}, "pocket.toml: languages must be of type list."),
        ({"key": "nails"}, "pocket.toml: key = 'nails' is none of: pegs, pins, arms."),
        ({"price": 5, "weight": 2}, "pocket.toml: unknown: price, weight."),
        ({"rules": None}, "pocket.toml: rules is missing."),
        ({"rules": {"wheels": 4}}, "pocket.toml, rules: unknown setting wheels."),
        ({"rules": {"holes": "4"}}, "pocket.toml, rules: holes = '4' is not of type int."),
        ({"rules": {"holes": 4.5}}, "pocket.toml, rules: holes = 4.5 is not of type int."),
        ({"rules": {"blanks": "yes"}}, "pocket.toml, rules: blanks = 'yes' is not of type bool."),
        ({"rules": {"marking": "feet"}}, "pocket.toml, rules: marking = 'feet' is not of type Marking."),
        ({"rules": {"marking": 1}}, "pocket.toml, rules: marking = 1 is not of type Marking."),
        ({"rules": {"holes": 0}}, "pocket.toml, rules: holes must be at least 1."),
        ({"rules": {"chips": -1}}, "pocket.toml, rules: chips must be at least 0."),
        ({"rules": {"wrong_marks_points": -100}}, "pocket.toml, rules: wrong_marks_points must be at least -99."),
        ({"rules": {"pegs": "RoY"}}, "pocket.toml, rules: pegs must be different capital letters."),
        ({"rules": {"pegs": "RR"}}, "pocket.toml, rules: pegs must be different capital letters."),
        ({"rules": {"pegs": "R1"}}, "pocket.toml, rules: pegs must be different capital letters."),
        ({"rules": {"small_pegs": "RÖ"}}, "pocket.toml, rules: small_pegs must be different capital letters."),
        ({"rules": {"one_more_of": "r"}}, "pocket.toml, rules: one_more_of must be different capital letters."),
        ({"rules": {"without": "r"}}, "pocket.toml, rules: without must be different capital letters."),
        ({"variants": {"four": 4}}, "pocket.toml: variants.four must be a table."),
        ({"variants": {"four": {"wheels": 4}}}, "pocket.toml, variants.four: unknown setting wheels."),
        ({"variants": {"Four": {}}}, "pocket.toml: Four may have only small letters, digits and hyphens."),
        (
            {"options": {"rows": {}}},
            "pocket.toml, options.rows: exactly one of number, values, switch and two_of is needed.",
        ),
        (
            {"options": {"rows": {"number": "rows", "switch": {}}}},
            "pocket.toml, options.rows: exactly one of number, values, switch and two_of is needed.",
        ),
        (
            {"options": {"rows": {"number": "wheels"}}},
            "pocket.toml, options.rows: number = 'wheels' is not a setting that takes a number.",
        ),
        (
            {"options": {"rows": {"number": "pegs"}}},
            "pocket.toml, options.rows: number = 'pegs' is not a setting that takes a number.",
        ),
        (
            {"options": {"rows": {**ROWS, "default": 10}}},
            "pocket.toml, options.rows: default 10 is none of: 1–9, unlimited.",
        ),
        (
            {"options": {"rows": {"number": "rows", "least": 1, "most": 9}}},
            "pocket.toml, options.rows: default off is none of: 1–9.",
        ),
        (
            {"options": {"rows": {"number": "rows", "default": 4}}},
            "pocket.toml, options.rows: default 4 is none of: 0–0.",
        ),
        (
            {"options": {"rows": {**ROWS, "unlimited": {"wheels": 1}}}},
            "pocket.toml, options.rows: unknown setting wheels.",
        ),
        ({"options": {"rows": {**ROWS, "former": 1}}}, "pocket.toml, options.rows: former must be of type bool."),
        ({"options": {"rows": {**ROWS, "step": 2}}}, "pocket.toml, options.rows: unknown: step."),
        (
            {"options": {"rows": {**ROWS, "needs": ["+five"]}}},
            "pocket.toml, options.rows: there is no +five in this box.",
        ),
        (
            {"options": {"rows": {**ROWS, "needs": ["+four/+five"]}}},
            "pocket.toml, options.rows: there is no +five in this box.",
        ),
        ({"options": {"without": {"two_of": 3}}}, "pocket.toml, options.without: two_of must be of type str."),
        ({"options": {"colours": {"two_of": "RO"}}}, "pocket.toml, options.colours: unknown setting colours."),
        (
            {"options": {"rows": {**ROWS, "needs": ["tie=two"]}}},
            "pocket.toml, options.rows: there is no tie=two in this box.",
        ),
        (
            {"options": {"rows": {**ROWS, "former_with": ["+five"]}}},
            "pocket.toml, options.rows: there is no +five in this box.",
        ),
        (
            {"options": {"rows": {**ROWS, "excludes": ["rows=10"]}}},
            "pocket.toml, options.rows: there is no rows=10 in this box.",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(change: dict[str, object], problem: str) -> None:
    changed = {name: value for name, value in {**WHOLE, **change}.items() if value is not None}
    with pytest.raises(Malformed) as refused:
        read_box("pocket", changed)
    assert str(refused.value) == problem


def test_two_colours_are_chosen_in_any_order() -> None:
    options = {"without": {"two_of": "ROY", "default": "ro"}, "rows": ROWS}
    box = read_box("pocket", {**WHOLE, "options": options})
    without = box.options["without"]
    assert (without.range, without.two_of, box.options["rows"].two_of) == ("ro, ry, oy", "ROY", "")
    assert without.settings("oy") == {"without": "OY"}
    assert [without.named(value) for value in ("yo", "oy", "rb")] == ["oy", "oy", "rb"]
    assert str(build(box, [], {"without": "yr"})) == "pocket:without=ry"
    assert build(box, [], {"without": "yr"}).codes[0].pegs == "O"


def test_one_of_several_conditions_may_be_enough() -> None:
    fresh = {"switch": {"fresh_guesses": True}, "needs": ["+four/rows=9"]}
    box = read_box("pocket", {**WHOLE, "options": {"rows": ROWS, "fresh-guesses": fresh}})
    assert box.available([], {}) == ["rows"]
    assert box.available(["four"], {}) == box.available([], {"rows": "9"}) == ["rows", "fresh-guesses"]


def test_one_seat_may_have_a_smaller_code_to_break() -> None:
    small = {"small_for": 2, "small_holes": 2, "small_pegs": "BG", "without": "B"}
    codes = rules_of("pocket", checked("pocket", {**RULES, **small})).codes
    assert [(space.holes, space.pegs) for space in codes] == [(3, "ROY"), (2, "G")]


def test_a_former_option_is_read_but_not_offered() -> None:
    box = read_box("pocket", {**WHOLE, "options": {"rows": {**ROWS, "former": True}}})
    assert box.available([], {}) == []
    assert box.available([], {"rows": "5"}) == ["rows"]
    assert str(build(box, [], {"rows": "5"})) == "pocket:rows=5"


def test_an_option_may_be_former_with_a_variant_only() -> None:
    box = read_box("pocket", {**WHOLE, "options": {"rows": {**ROWS, "former_with": ["+four"]}}})
    assert box.available([], {}) == ["rows"]
    assert box.available(["four"], {}) == []
    assert str(build(box, ["four"], {"rows": "5"})) == "pocket+four:rows=5"


@pytest.mark.parametrize("id", ["Pocket", "pocket-1", ""])
def test_a_name_of_a_file_is_lower_case_letters_and_digits(id: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_box(id, WHOLE)
    assert str(refused.value) == f"{id}.toml: the name may have only small letters and digits."


SPLIT = {"seats": 3, "holes": 5, "pegs": "ROY", "rounds": 1, "split": True, "all_break": True, "chips": 3}


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"seats": 2, "pegs": "RO"}, "holes, rounds must be set"),
        ({**RULES, "seats": 3}, "only a split code is for other than two seats with a board each"),
        ({**RULES, "boards": 2}, "only a split code is for other than two seats with a board each"),
        ({**SPLIT, "all_break": False}, "split needs all_break"),
        (
            {**SPLIT, "holes": 2},
            "a split code needs as many holes, and as many chips of a colour, as there are shares",
        ),
        (
            {**SPLIT, "chips": 2},
            "a split code needs as many holes, and as many chips of a colour, as there are shares",
        ),
        ({**RULES, "small_for": 1, "small_holes": 2}, "small_for needs small_holes and small_pegs"),
        ({**RULES, "small_for": 1, "small_pegs": "RO"}, "small_for needs small_holes and small_pegs"),
        ({**RULES, "small_for": 3, "small_holes": 2, "small_pegs": "RO"}, "small_for must be a seat"),
    ],
)
def test_settings_that_make_no_game_are_named(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        rules_of("pocket", checked("pocket", settings))
    assert str(refused.value) == f"pocket: {problem}."


@pytest.mark.parametrize(
    "settings", [SPLIT, {**SPLIT, "holes": 3}, {**RULES, "small_for": 2, "small_holes": 2, "small_pegs": "RO"}]
)
def test_settings_at_the_limit_make_a_game(settings: dict[str, object]) -> None:
    assert str(rules_of("pocket", checked("pocket", settings))) == "pocket"


def test_settings_become_rules() -> None:
    made = rules_of(
        "pocket",
        checked(
            "pocket",
            {**RULES, "blanks": True, "distinct": True, "pegs_of_a_colour": 5, "supply": "box", "marking": "hand"},
        ),
    )
    assert [(space.holes, space.pegs, space.distinct) for space in made.codes] == [(3, "ROY.", True)] * 2
    assert [(space.holes, space.pegs, space.distinct) for space in made.guesses] == [(3, "ROY.", False)] * 2
    assert (made.supply, str(made.marking), made.seats, made.rounds) == (5, "hand", 2, 2)


@pytest.mark.parametrize(("change", "supply"), [({"supply": "unlimited"}, None), ({"marking": "home"}, None), ({}, 5)])
def test_pegs_run_out_only_if_the_table_counts_them(change: dict[str, object], supply: int | None) -> None:
    settings = checked("pocket", {**RULES, "pegs_of_a_colour": 5, "supply": "box", **change})
    assert rules_of("pocket", settings).supply == supply


@pytest.mark.parametrize(
    "option", [{"default": "1", "values": {"1": {"wheels": 1}}}, {"switch": {"wheels": 1}}], ids=["value", "switch"]
)
def test_a_setting_of_an_option_that_is_unknown_is_refused_with_the_option(option: dict[str, object]) -> None:
    with pytest.raises(Malformed) as refused:
        read_box("pocket", {**WHOLE, "options": {"turbo": option}})
    assert str(refused.value) == "pocket.toml, options.turbo: unknown setting wheels."


def test_an_option_that_needs_two_things_names_both() -> None:
    turbo = {"switch": {}, "needs": ["+four", "rows=5"]}
    box = read_box("pocket", {**WHOLE, "options": {"rows": ROWS, "turbo": turbo}})
    with pytest.raises(Illegal) as refused:
        build(box, [], {"turbo": "on"})
    assert str(refused.value) == "turbo needs +four, rows=5; with pocket the options are: rows."
    assert str(build(box, ["four"], {"turbo": "on", "rows": "5"})) == "pocket+four:rows=5,turbo"


def test_the_seat_that_begins_must_be_one_of_the_seats() -> None:
    with pytest.raises(Illegal) as refused:
        rules_of("pocket", checked("pocket", {**RULES, "first": 3}))
    assert (refused.value.slug, refused.value.fields) == ("first-unknown", {"first": 3, "seats": 2})


def test_a_split_code_needs_chips() -> None:
    settings = {name: value for name, value in SPLIT.items() if name != "chips"}
    with pytest.raises(Malformed, match="as many chips of a colour"):
        rules_of("pocket", checked("pocket", settings))


def test_every_code_may_be_guessed() -> None:
    assert not rules_of("pocket", checked("pocket", {**RULES, "distinct_guesses": True})).guesses[0].distinct
    assert "distinct-guesses" not in box_of("4x10").available([], {})
    assert "distinct-guesses" not in box_of("challenge").available(["doubles"], {})
    assert "distinct-guesses" in box_of("challenge").available([], {})


@pytest.mark.parametrize(
    ("text", "shortest"), [("04x06", "4x6"), ("4x10d", "4x10d"), ("3x04db", "3x4db"), ("4x5b", "4x5b")]
)
def test_a_free_form_has_one_name(text: str, shortest: str) -> None:
    assert (str(rules(text)), box_of(text).id) == (shortest, shortest)


def test_a_free_form_without_repeats_has_none_in_guesses_either() -> None:
    assert [space.distinct for space in rules("4x10d").guesses] == [True, True]
    assert [space.distinct for space in rules("4x10").guesses] == [False, False]
    assert "distinct-guesses" not in box_of("4x10d").options


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of boxes; two of them are like others."""
    files = {
        "common": "options.rows = { number = 'rows', least = 1, most = 9 }",
        "free": "name = 'Free'",
        "pocket": "name = 'Pocket'\noptions.rows = { default = 4 }",
        "purse": "like = 'pocket'\nname = 'Börse'\noptions.rows = { most = 5 }",
        "wallet": "like = 'purse'",
        "vault": "like = 'safe'",
        "torn": "name = ",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    (tmp_path / "notes.txt").write_text("not a box", "utf-8")
    return tmp_path


def test_a_box_may_be_like_another_and_share_options(folder: Path) -> None:
    rows = {"number": "rows", "least": 1, "most": 9, "default": 4}
    assert merged(folder, "pocket") == {"name": "Pocket", "options": {"rows": rows}}
    assert merged(folder, "purse") == {"name": "Börse", "options": {"rows": {**rows, "most": 5}}}
    assert merged(folder, "free") == {"name": "Free", "options": {}}


def test_every_data_file_of_the_folder_is_a_box(folder: Path) -> None:
    assert ids(folder)[-5:] == ("pocket", "purse", "torn", "vault", "wallet")


@pytest.mark.parametrize(
    ("id", "problem"),
    [
        ("wallet", "wallet.toml: like = 'purse' must name a box that is not like another itself."),
        ("vault", "vault.toml: like = 'safe' must name a box that is not like another itself."),
        ("torn", "torn.toml: Invalid value"),
    ],
)
def test_a_file_that_cannot_be_merged_is_named(folder: Path, id: str, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        merged(folder, id)
    assert str(refused.value).startswith(problem)

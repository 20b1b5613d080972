"""Build Rules from a box, variants and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from keypeg.boxes.box import OFF, ON, Box, Option
from keypeg.boxes.settings import rules_of
from keypeg.core import Rules
from keypeg.errors import Illegal, Malformed, Unknown, meant


def build(box: Box, variants: Iterable[str] = (), options: Mapping[str, str] | None = None) -> Rules:
    """Return the rules of `box` with these variants and options. A switch has the value "on".

    If the box does not have a choice, or choices do not go together, raise an error that lists the alternatives.
    """
    chosen = _variants(box, variants)
    given = options or {}
    given = {name: box.options[name].named(value) if name in box.options else value for name, value in given.items()}
    values = _values(box, chosen, given)
    settings = dict(box.rules)
    for variant in chosen:
        settings |= box.variants[variant]
    for name, value in values.items():
        settings |= box.options[name].settings(value) or {}
    return rules_of(canonical(box, chosen, values), settings)


def canonical(box: Box, variants: Iterable[str], values: Mapping[str, str]) -> str:
    """Return the shortest rules text: variants and options in the order of the box, without defaults."""
    text = "+".join((box.id, *variants))
    said = [
        name if option.is_switch else f"{name}={values[name]}"
        for name, option in box.options.items()
        if values.get(name, option.default) != option.default
    ]
    return f"{text}:{','.join(said)}" if said else text


def _variants(box: Box, variants: Iterable[str]) -> list[str]:
    given = list(variants)
    for name in given:
        if name not in box.variants:
            known = ", ".join(box.variants)
            if not known:
                raise Unknown("variant-none", variant=name, box=box.id)
            raise Unknown("variant-unknown", variant=name, box=box.id, **meant(name, box.variants), known=known)
        if given.count(name) > 1:
            raise Malformed("variant-twice", variant=name)
    return [name for name in box.variants if name in given]


def _values(box: Box, variants: list[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option that applies."""
    for name, value in given.items():
        option = box.options.get(name)
        if option is None:
            names = box.available(variants, {})
            raise Unknown("option-unknown", option=name, box=box.id, **meant(name, names), known=", ".join(names))
        if option.settings(value) is None:
            _refuse_value(option, value)
        if name not in box.available(variants, given):
            known = ", ".join(box.available(variants, given))
            chosen = _chosen(box, variants, given, name)
            if option.needs:
                needs = ", ".join(option.needs)
                raise Illegal("option-needs", option=name, needs=needs, chosen=chosen, known=known)
            raise Illegal("option-senseless", option=name, chosen=chosen, known=known)
    return {name: given.get(name, box.options[name].default) for name in box.available(variants, given)}


def _refuse_value(option: Option, value: str) -> None:
    if option.is_switch:
        raise Malformed("option-is-switch", option=option.name, value=value)
    if value == ON:
        raise Malformed("option-needs-value", option=option.name, known=option.range)
    raise Unknown("option-value", option=option.name, value=value, known=option.range)


def _chosen(box: Box, variants: list[str], values: Mapping[str, str], but: str) -> str:
    others = {name: value for name, value in values.items() if name != but and name in box.options and value != OFF}
    return canonical(box, variants, others)

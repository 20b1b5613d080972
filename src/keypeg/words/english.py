"""Format ICU patterns in English without ICU: numbers, percentages, plurals and choices."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from keypeg.words.syntax import Argument, Pattern, Text

_MINUS = "\N{MINUS SIGN}"


def format_english(pattern: Pattern, fields: Mapping[str, object], counted: str = "") -> str:
    """Return the text, with `#` replaced by `counted` if it is given. A missing field stays visible as `{name}`."""
    return "".join(
        (part.text.replace("#", counted) if counted else part.text)
        if isinstance(part, Text)
        else _argument(part, fields)
        for part in pattern
    )


def _argument(argument: Argument, fields: Mapping[str, object]) -> str:
    value = fields.get(argument.name, f"{{{argument.name}}}")
    if argument.kind == "select":
        cases = dict(argument.branches)
        return format_english(cases.get(str(value), cases["other"]), fields)
    if argument.kind == "plural":
        number = _number(value, "")
        branches = dict(argument.branches)
        names = (f"={value}", "one" if value == 1 else "other", "other")
        return format_english(next(branches[name] for name in names if name in branches), fields, number)
    return _number(value, argument.style) if argument.kind == "number" else str(value)


def _number(value: object, style: str) -> str:
    """Write a number in a style of the catalogues: `::.00`, `::.0 sign-except-zero`, `::percent .0` or none."""
    if not isinstance(value, int | float):
        return str(value)
    words = style.removeprefix("::").split()
    shift, sign = (2, "%") if "percent" in words else (0, "")
    digits = next((len(word) - 1 for word in words if word.startswith(".")), None)
    if digits is None and "precision-integer" not in words:
        return f"{value:,}{sign}".replace("-", _MINUS)
    exact = Decimal(str(value)).scaleb(shift)
    number = exact.quantize(Decimal(1).scaleb(-(digits or 0)), rounding=ROUND_HALF_EVEN)
    signed = "sign-except-zero" in words
    text = f"{number:+,}" if signed and number else f"{abs(number) if signed else number:,}"
    return f"{text}{sign}".replace("-", _MINUS)

"""The text of `--help`: all commands, or one command with its options, their values and defaults."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from inspect import Parameter, signature
from textwrap import wrap
from typing import Any, get_type_hints

from keypeg import __version__
from keypeg.cli.commands import COMMANDS
from keypeg.cli.output import words
from keypeg.words import messages

WIDEST = 100
NARROWEST = 40
NO_BREAK = "\N{NO-BREAK SPACE}"


def overview() -> Iterator[str]:
    """Yield a line or two for every command."""
    say, wide = words().say, max(map(len, COMMANDS))
    yield say("cli.greeting", version=__version__)
    yield ""
    for name in COMMANDS:
        yield from _wrapped(_summary(name), f"  keypeg {name:{wide}}  ", " " * (wide + 11))
    yield ""
    yield say("cli.more", example="keypeg mark --help")


def command_help(name: str) -> Iterator[str]:
    """Yield the usage of a command, what it does, its options and an example."""
    say, command = words().say, COMMANDS[name]
    together = re.sub(r"\[[^\[\]]*\]", lambda option: option[0].replace(" ", NO_BREAK), command.usage)
    yield from (line.replace(NO_BREAK, " ") for line in _wrapped(f"keypeg {name} {together}", "", "    "))
    yield ""
    for paragraph in say(f"cli.help.{name}").splitlines():
        yield from _wrapped(paragraph)
    options = list(_options(name))
    if options:
        wide = min(max(len(option) for option, _ in options), 32)
        yield from ("", say("cli.options"))
        for option, about in options:
            yield from _wrapped(about, f"  {option:{wide}}  ", " " * (wide + 4))
    yield ""
    yield say("cli.example", example=f"keypeg {name} {command.example}".rstrip())


def _summary(name: str) -> str:
    """Return the first sentence of the help of a command."""
    return words().say(f"cli.help.{name}").partition("\n")[0]


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    width = max(NARROWEST, min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST))
    return wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _options(name: str) -> Iterator[tuple[str, str]]:
    """Yield every option with the name of its value, and its description with values and default."""
    try:
        from keypeg.cli.options import Allowed

        function = getattr(import_module(f"keypeg.cli.commands.{name}"), name)
    except ImportError:  # its extra is not installed, so the usage line has to be enough
        return
    hints = get_type_hints(function, include_extras=True)
    for parameter in signature(function).parameters.values():
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            continue
        metadata = getattr(hints[parameter.name], "__metadata__", ())
        allowed = next((each for each in metadata if isinstance(each, Allowed)), Allowed())
        option = _option_name(parameter.name, metadata)
        default = allowed.default or _default(parameter.default)
        said = [allowed.values] if allowed.values else []
        said += [words().say("cli.default", value=default)] if default else []
        told = f" ({'; '.join(said)})" if said else ""
        yield f"{option}{_value_name(name, option)}", f"{_sentence(name, option)}{told}"


def _sentence(command: str, option: str) -> str:
    """Return the description of an option: the command's own if there is one, else the one for all commands."""
    name = option.removeprefix("--")
    own = f"cli.option.{command}.{name}"
    return words().say(own if own in messages("en") else f"cli.option.{name}")


def _option_name(name: str, metadata: tuple[Any, ...]) -> str:
    """Return the option as it is typed; for a switch that is on by default, the one that turns it off."""
    from cyclopts import Parameter as Option

    named = next((each.negative or each.name for each in metadata if isinstance(each, Option)), None)
    return (named if isinstance(named, str) else next(iter(named))) if named else f"--{name.replace('_', '-')}"


def _value_name(command: str, option: str) -> str:
    """Return the name of the value from the usage, after a space; an empty string for a switch."""
    found = re.search(rf"{re.escape(option)} ([^\]\[\s]+)", COMMANDS[command].usage)
    return f" {found[1]}" if found else ""


def _default(value: object) -> str:
    return (
        "" if value in (None, "", False, Parameter.empty) else f"{value:g}" if isinstance(value, float) else str(value)
    )

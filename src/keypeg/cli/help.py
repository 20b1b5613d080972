"""The text of `--help`: all commands, or one command with its options, their values and defaults."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from inspect import Parameter, signature
from textwrap import wrap
from typing import Any, get_type_hints

from keypeg.cli.output import words
from keypeg.cli.program import Program
from keypeg.words import messages

WIDEST = 100
NARROWEST = 40
NO_BREAK = "\N{NO-BREAK SPACE}"


def overview(program: Program) -> Iterator[str]:
    """Yield a line or two for every command."""
    say, wide = words().say, max(map(len, program.commands))
    name_and_version = f"{program.name} {program.version}"
    yield say(program.greeting, version=program.version) if program.greeting else name_and_version
    yield ""
    for name in program.commands:
        first = f"  {program.name} {name:{wide}}  "
        yield from _wrapped(summary(program, name), first, " " * len(first))
    yield ""
    yield say("cli.more", example=f"{program.name} {program.helped} --help")


def command_help(program: Program, name: str) -> Iterator[str]:
    """Yield the usage of a command, what it does, its options and an example."""
    say, command = words().say, program.commands[name]
    together = re.sub(r"\[[^\[\]]*\]", lambda option: option[0].replace(" ", NO_BREAK), program.usage(name))
    yield from (line.replace(NO_BREAK, " ") for line in _wrapped(together, "", "    "))
    yield ""
    for paragraph in _help(program, name):
        yield from _wrapped(paragraph)
    options = list(_options(program, name))
    if options:
        wide = min(max(len(option) for option, _ in options), 32)
        yield from ("", say("cli.options"))
        for option, about in options:
            yield from _wrapped(about, f"  {option:{wide}}  ", " " * (wide + 4))
    yield ""
    yield say("cli.example", example=f"{program.name} {name} {command.example}".rstrip())


def summary(program: Program, name: str) -> str:
    """Return the first paragraph of the help of a command."""
    return _help(program, name)[0]


def _help(program: Program, name: str) -> list[str]:
    key = _own_or(f"cli.help.{name}", f"cli.help.{program.name}.{name}")
    return words().say(key, program=program.name).splitlines()


def _own_or(shared: str, own: str) -> str:
    """Return the key of a text of its own if there is one, else of the one that it shares."""
    return own if own in messages("en") else shared


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    width = max(NARROWEST, min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST))
    return wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _options(program: Program, name: str) -> Iterator[tuple[str, str]]:
    """Yield every option with the name of its value, and its description with values and default."""
    try:
        from keypeg.cli.options import Allowed

        function = program.function(name)
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
        yield f"{option}{_value_name(program.commands[name].usage, option)}", f"{_sentence(name, option)}{told}"


def _sentence(command: str, option: str) -> str:
    """Return the description of an option: the command's own if there is one, else the one for all commands."""
    name = option.removeprefix("--")
    return words().say(_own_or(f"cli.option.{name}", f"cli.option.{command}.{name}"))


def _option_name(name: str, metadata: tuple[Any, ...]) -> str:
    """Return the option as it is typed; for a switch that is on by default, the one that turns it off."""
    from cyclopts import Parameter as Option

    named = next((each.negative or each.name for each in metadata if isinstance(each, Option)), None)
    return (named if isinstance(named, str) else next(iter(named))) if named else f"--{name.replace('_', '-')}"


def _value_name(usage: str, option: str) -> str:
    """Return the name of the value from the usage, after a space; an empty string for a switch."""
    found = re.search(rf"{re.escape(option)} ([^\]\[\s]+)", usage)
    return f" {found[1]}" if found else ""


def _default(value: object) -> str:
    return (
        "" if value in (None, "", False, Parameter.empty) else f"{value:g}" if isinstance(value, float) else str(value)
    )

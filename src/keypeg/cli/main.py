"""The entry: finds the command, runs it, and turns every error into one sentence and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper

from keypeg import __version__
from keypeg.cli.output import BAD_INPUT, complain, words
from keypeg.errors import KeypegError, Malformed, Unknown
from keypeg.words import UnknownLanguage

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Command:
    """A command: where it lives, so that only the one that is run is imported, and how it is called."""

    function: str
    usage: str
    example: str


COMMANDS = {
    "play": Command(
        "keypeg.cli.play:play",
        "[RULES] [--seats you,PLAYER…] [--coach LEVEL] [--open RECORD] [--join LINK [--name NAME]] [--plain]",
        "togo --seats you,expert",
    ),
    "boxes": Command("keypeg.cli.boxes:boxes", "[--json]", ""),
    "show": Command("keypeg.cli.show:show", "RULES [--json]", "logic24+blanks:rows=12"),
    "rules": Command("keypeg.cli.rules:rules", "BOX [--json]", "togo"),
    "mark": Command("keypeg.cli.mark:mark", "RULES CODE GUESS [--seat N] [--json]", "togo RYGB ROYG"),
    "check": Command("keypeg.cli.check:check", "RULES [ROW…] [--first N] [--seat N] [--json]", "4x6 RROO:1,1 RYRG:0,2"),
    "suggest": Command("keypeg.cli.suggest:suggest", "RULES [ROW…] [--seat N] [--json]", "4x6 RROO:1,1 RYRG:0,2"),
    "doctor": Command(
        "keypeg.cli.doctor:doctor", "RULES ROW… [--seat N] [--json]", "4x6 RROO:1,1 RYRG:0,2 BBPP:0,0 YYGG:0,0"
    ),
    "home": Command(
        "keypeg.cli.home:home",
        "RULES [--as breaker|helper|referee] [--level LEVEL] [--seat N] [--share SHARE] [--said] [--seed SEED] "
        "[--record FILE]",
        "togo --as helper",
    ),
    "strategy": Command(
        "keypeg.cli.strategy:strategy",
        "RULES [--by NAME,…] [--within N] [--checkpoint FILE] [--plot FILE] [--cluster ADDRESS] [--seat N] [--json]",
        "4x6 --by entropy,minimax --plot 4x6.svg",
    ),
    "atlas": Command(
        "keypeg.cli.atlas:atlas",
        "[list|verify|build] [RULES] [--out FILE] [--checkpoint FILE] [--cluster ADDRESS] [--json]",
        "verify logic24",
    ),
    "players": Command("keypeg.cli.players:players", "[--json]", ""),
    "match": Command(
        "keypeg.cli.match:match",
        "RULES --seats PLAYER,… [--matches N] [--seed SEED] [--time SECONDS] [--records FOLDER] [--json]",
        "togo --seats expert,club --matches 1000 --seed 7",
    ),
    "engine": Command("keypeg.cli.engine:engine", "[--player PLAYER] [--seed SEED]", "--player expert"),
    "replay": Command("keypeg.cli.replay:replay", "RECORD [--json]", "match.txt"),
    "review": Command("keypeg.cli.review:review", "RECORD [--html FILE] [--share] [--json]", "match.txt"),
    "verify": Command("keypeg.cli.verify:verify", "RECORD [--json]", "match.txt"),
    "serve": Command(
        "keypeg.cli.serve:serve",
        "[--host HOST] [--port N] [--lan] [--public-url URL] [--database URL] [--workers N] [--data-dir DIR] "
        "[--no-browser]",
        "--lan",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit status: 0 done, or what the command says, 2 bad input, 130 interrupted."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows only ASCII still gets its answer
    try:
        words()  # a language that is not there is refused before anything is answered
        status = _run(tokens)
        print(end="", flush=True)
        return status
    except (KeypegError, UnknownLanguage) as error:
        complain(error, json="--json" in tokens)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence()  # whoever read the answer has seen enough
    except OSError as error:
        _silence()
        complain(Unknown("output-failed", reason=error.strerror or str(error)), json="--json" in tokens)
        return BAD_INPUT
    return 0


def _silence() -> None:
    """Send the rest of the answer nowhere, or Python would complain again when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(tokens: list[str]) -> int:
    name = tokens[0] if tokens else ""
    if name == "--version":
        print(__version__)
    elif not name and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return _call("play", [])
    elif not name or name in ("--help", "-h", "help"):
        print("\n".join(_overview()))
    elif name not in COMMANDS:
        raise Unknown("command-unknown", command=name, known=", ".join(COMMANDS))
    elif "--help" in tokens or "-h" in tokens:
        print("\n".join(_help(name)))
    else:
        return _call(name, tokens[1:])
    return 0


def _call(name: str, tokens: list[str]) -> int:
    """Run a command; those that return nothing are done."""
    # Cyclopts takes a third of the time that a short command has.
    from cyclopts import App, CycloptsError, MissingArgumentError, UnknownOptionError, UnusedCliTokensError

    command = COMMANDS[name]
    app = App(name=f"keypeg {name}", help_flags=(), version_flags=(), result_action="return_value")
    module, _, function = command.function.partition(":")
    app.default(getattr(import_module(module), function))
    usage = f"keypeg {name} {command.usage}"
    try:
        return int(app(tokens, exit_on_error=False, print_error=False) or 0)
    except MissingArgumentError as error:
        argument = error.argument.name.lstrip("-").upper() if error.argument else ""
        raise Malformed("usage-missing", argument=argument, usage=usage) from None
    except UnknownOptionError as error:
        raise Malformed("usage-too-much", extra=error.token.keyword or error.token.value, usage=usage) from None
    except UnusedCliTokensError as error:
        raise Malformed("usage-too-much", extra=" ".join(error.unused_tokens or ()), usage=usage) from None
    except CycloptsError:
        raise Malformed("usage-wrong", usage=usage) from None


def _overview() -> list[str]:
    say = words().say
    width = max(map(len, COMMANDS))
    return [
        say("cli.greeting", version=__version__),
        "",
        *(f"  keypeg {name:{width}}  {say(f'cli.help.{name}').partition(chr(10))[0]}" for name in COMMANDS),
        "",
        say("cli.more", example="keypeg mark --help"),
    ]


def _help(name: str) -> list[str]:
    say, command = words().say, COMMANDS[name]
    example = f"keypeg {name} {command.example}".rstrip()
    return [f"keypeg {name} {command.usage}", "", say(f"cli.help.{name}"), "", say("cli.example", example=example)]

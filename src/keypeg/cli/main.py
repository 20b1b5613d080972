"""The entry point: find the command, run it, and turn every error into one sentence and an exit status."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from keypeg import moved
from keypeg.cli.commands import KEYPEG
from keypeg.cli.exit_status import ExitStatus
from keypeg.cli.extras import missing_extra
from keypeg.cli.help import command_help, overview
from keypeg.cli.output import complain, in_terminal, notice, words
from keypeg.cli.program import Program
from keypeg.deduce import compiling
from keypeg.errors import Conflict, Illegal, KeypegError, Malformed, Unknown, meant
from keypeg.words import UnknownLanguage

TRACE = "KEYPEG_TRACE"
"""Set this environment variable to get a traceback instead of one sentence."""
PLAY = "play"
"""The command that runs without a name, if a program has it."""
OPTION = re.compile(r"--[a-z-]+")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `keypeg`; return its exit status, one of `ExitStatus`."""
    return run(KEYPEG, arguments)


def run(program: Program, arguments: Sequence[str] | None = None) -> int:
    """Run one command of a program; return its exit status, one of `ExitStatus`."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    try:
        words()  # refuses an unknown language before anything is printed
        status = _run(program, tokens)
        print(end="", flush=True)
        return status
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:
        _silence()  # the reader of a pipe has seen enough
        return ExitStatus.DONE
    except Exception as error:
        if _is_interrupted(error):
            return ExitStatus.INTERRUPTED
        if os.environ.get(TRACE):
            raise
        if isinstance(error, ModuleNotFoundError):
            error = missing_extra(program.commands.get(tokens[0] if tokens else PLAY), error) or error
        return _report(error, json="--json" in tokens)


def _open_streams() -> None:
    """Make the standard streams usable, even if some of them are closed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows only ASCII still gets its answer
    # Python has None for streams that were closed when it started. Reading from them must find nothing, and writing
    # must fail, so that a lost answer is noticed.
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY))


def _report(error: Exception, *, json: bool) -> int:
    """Print what went wrong in one sentence; return the exit status."""
    match error:
        case KeypegError() | UnknownLanguage():
            complain(error, json=json)
            return ExitStatus.BAD_INPUT
        case OSError():  # UnsupportedOperation, which a closed output raises, is one
            _silence()
            complain(Unknown("output-failed", reason=error.strerror or str(error)), json=json)
            return ExitStatus.BAD_INPUT
        case RecursionError() | MemoryError():
            complain(Illegal("too-much"), json=json)
            return ExitStatus.BAD_INPUT
        case _:
            complain(Conflict("fault", what=f"{type(error).__name__}: {error}"), json=json)
            return ExitStatus.FAULT


def _is_interrupted(error: BaseException | None) -> bool:
    """Return True if an interrupt caused this error: compilers wrap a KeyboardInterrupt."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _silence() -> None:
    """Redirect stdout to nowhere, or Python would fail again when it flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(program: Program, tokens: list[str]) -> int:
    name, commands = tokens[0] if tokens else "", program.commands
    if tokens and program is KEYPEG:
        moved.check_command(tokens)
    if name == "--version":
        print(program.version)
    elif not name and PLAY in commands and in_terminal():
        return _call(program, PLAY, [])
    elif not name or name in ("--help", "-h", "help"):
        print("\n".join(overview(program)))
    elif name not in commands:
        nearest = meant(name, [*commands, "--version", "--help"])
        raise Unknown("command-unknown", command=name, **nearest, known=", ".join(commands))
    elif "--help" in tokens or "-h" in tokens:
        print("\n".join(command_help(program, name)))
    else:
        return _call(program, name, tokens[1:])
    return ExitStatus.DONE


def _call(program: Program, name: str, tokens: list[str]) -> int:
    """Run a command and return its exit status: 0 if the command returns None."""
    # Imported late: Cyclopts takes a third of the time of a short command.
    from cyclopts import (
        App,
        CoercionError,
        CycloptsError,
        MissingArgumentError,
        UnknownOptionError,
        UnusedCliTokensError,
    )

    command, usage = program.commands[name], program.usage(name)
    if "engine" in command.extra and sys.stderr.isatty():
        compiling.listeners.append(_say_compiling)
    app = App(name=f"{program.name} {name}", help_flags=(), version_flags=(), result_action="return_value")
    app.default(program.function(name))
    try:
        return int(app(tokens, exit_on_error=False, print_error=False) or 0)
    except MissingArgumentError as error:
        argument = error.argument.name.lstrip("-").upper() if error.argument else ""
        raise Malformed("usage-missing", argument=argument, usage=usage) from None
    except UnknownOptionError as error:
        option, known = error.token.keyword or error.token.value, OPTION.findall(command.usage)
        if not known:
            raise Malformed("usage-too-much", extra=option, usage=usage) from None
        raise Malformed("usage-option", option=option, **meant(option, known), usage=usage) from None
    except UnusedCliTokensError as error:
        raise Malformed("usage-too-much", extra=" ".join(error.unused_tokens or ()), usage=usage) from None
    except CoercionError as error:
        if error.token is None:
            raise Malformed("usage-wrong", usage=usage) from None
        option = error.token.keyword or (error.argument.name.upper() if error.argument else "")
        raise Malformed("usage-value", value=error.token.value, option=option, usage=usage) from None
    except CycloptsError:
        raise Malformed("usage-wrong", usage=usage) from None


def _say_compiling() -> None:
    """Say once why nothing happens for a while."""
    compiling.listeners.clear()
    notice(words().say("cli.compiling"))

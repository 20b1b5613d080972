"""`keypeg completion`: the script that lets a shell complete commands, options and boxes, without starting Keypeg."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_type_hints

from cyclopts import App

from keypeg.boxes import boxes
from keypeg.cli.commands import KEYPEG
from keypeg.cli.help import summary
from keypeg.cli.program import Program
from keypeg.players.level import Level

Shell: TypeAlias = Literal["bash", "zsh", "fish"]

TAILS = {
    # Bash ends a word at a colon, but Keypeg does not.
    "bash": """
_IDENT_word() {
  local before="${COMP_WORDS[COMP_CWORD-1]}" word="${COMP_WORDS[COMP_CWORD]}" values=""
  case "$before$word" in *:*) COMPREPLY=(); return ;; esac
  case "$before $word" in
    "--seats "*,*) values="SEATS" ;;
    "--by "*,*) values="BY" ;;
  esac
  if [ -z "$values" ]; then _IDENT; return; fi
  COMPREPLY=($(compgen -P "${word%,*}," -W "$values" -- "${word##*,}"))
}
complete -F _IDENT_word NAME""",
    # In a folder of $fpath the script is named _NAME; it can also be sourced.
    "zsh": """
_IDENT_word() {
  local -a values
  case $words[CURRENT-1] in
    --seats) values=(SEATS) ;;
    --by) values=(BY) ;;
  esac
  if (( $#values )) && compset -P '*,'; then compadd -- $values; else _cyclopts_NAME "$@"; fi
}
if [ "$funcstack[1]" = _NAME ]; then _IDENT_word "$@"; else compdef _IDENT_word NAME; fi""",
    "fish": """
function __IDENT_list
  set -l before (string match -r '^.*,' -- (commandline -ct))
  for value in $argv
    echo "$before$value"
  end
end
complete -c NAME -n '__fish_seen_subcommand_from play match' -l seats -x -a '(__IDENT_list SEATS)'
complete -c NAME -n '__fish_seen_subcommand_from strategy' -l by -x -a '(__IDENT_list BY)'""",
}
"""What to add to the scripts of Cyclopts: the completion of every word in a list with commas.

NAME is the program, IDENT its name as a part of names in a shell.
"""


def completion(shell: Shell, /) -> None:
    """Print the script for a shell."""
    print(script(KEYPEG, shell))


def script(program: Program, shell: Shell) -> str:
    """Return the script that completes the commands of a program in a shell."""
    app = App(name=program.name, help_flags=("--help",), version_flags=())
    for name in program.commands:
        about = summary(program, name)
        app.command(_suggesting(program, name), name=name, help=about, help_flags=("--help",), version_flags=())
    app.command(lambda: None, name="--version")
    filled = {"SEATS": " ".join(TEXTS["seats"]()), "BY": " ".join(TEXTS["by"]())}
    filled |= {"NAME": program.name, "IDENT": program.name.replace("-", "_")}
    tail = re.sub("|".join(filled), lambda name: filled[name[0]], TAILS[shell])
    return app.generate_completion(shell=shell) + tail


def _suggesting(program: Program, name: str) -> Callable[[], None]:
    """Return a function with the parameters of a command, annotated with the values that a shell should suggest."""

    def suggesting() -> None: ...

    try:
        function = program.function(name)
    except ImportError:  # a command whose extra is not installed completes by its name only
        return suggesting
    hints = get_type_hints(function, include_extras=True)
    parameters = [
        each.replace(annotation=_suggested(each, hints[each.name])) for each in signature(function).parameters.values()
    ]
    suggesting.__signature__ = signature(suggesting).replace(parameters=parameters)  # type: ignore[attr-defined]
    suggesting.__annotations__ = {each.name: each.annotation for each in parameters}
    return suggesting


def _suggested(parameter: Parameter, hint: Any) -> Any:
    """Return the type whose values a shell should suggest for this parameter."""
    metadata = getattr(hint, "__metadata__", ())
    kind = hint.__origin__ if metadata else hint
    if parameter.name in TEXTS:
        kind = Literal[tuple(TEXTS[parameter.name]())]
    elif parameter.name == "record":
        kind = Path
    elif kind == bool | None:
        kind = bool
    return Annotated[(kind, *metadata)] if metadata else kind


def _rules() -> Iterable[str]:
    for box in boxes():
        yield box.id
        yield from (f"{box.id}+{variant}" for variant in box.variants)


def _strategies() -> Iterable[str]:
    try:
        from keypeg.solve.named_strategy import NAMES
    except ImportError:  # the engine is not installed
        return ()
    return NAMES


def _coaches() -> Iterable[str]:
    from keypeg.review.advice import CoachLevel

    return CoachLevel


def _roles() -> Iterable[str]:
    from keypeg.cli.commands.home import Role

    return Role


TEXTS: dict[str, Callable[[], Iterable[str]]] = {
    "box": lambda: [box.id for box in boxes()],
    "by": _strategies,
    "coach": _coaches,
    "level": lambda: Level,
    "player": lambda: Level,
    "role": _roles,
    "rules": _rules,
    "seats": lambda: ["you", *Level],
}
"""By parameter name: a function that returns texts to suggest. The parameter takes other texts, too."""

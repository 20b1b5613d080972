"""`keypeg completion`: the script that lets a shell complete commands, options and boxes, without starting Keypeg."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from cyclopts import App

from keypeg.boxes import boxes
from keypeg.cli.commands import COMMANDS
from keypeg.cli.output import words
from keypeg.players.level import Level

TAILS = {
    # Bash ends a word at a colon, but Keypeg does not.
    "bash": """
_keypeg_word() {
  local before="${COMP_WORDS[COMP_CWORD-1]}" word="${COMP_WORDS[COMP_CWORD]}" values=""
  case "$before$word" in *:*) COMPREPLY=(); return ;; esac
  case "$before $word" in
    "--seats "*,*) values="SEATS" ;;
    "--by "*,*) values="BY" ;;
  esac
  if [ -z "$values" ]; then _keypeg; return; fi
  COMPREPLY=($(compgen -P "${word%,*}," -W "$values" -- "${word##*,}"))
}
complete -F _keypeg_word keypeg""",
    # In a folder of $fpath the script is named _keypeg; it can also be sourced.
    "zsh": """
_keypeg_word() {
  local -a values
  case $words[CURRENT-1] in
    --seats) values=(SEATS) ;;
    --by) values=(BY) ;;
  esac
  if (( $#values )) && compset -P '*,'; then compadd -- $values; else _cyclopts_keypeg "$@"; fi
}
if [ "$funcstack[1]" = _keypeg ]; then _keypeg_word "$@"; else compdef _keypeg_word keypeg; fi""",
    "fish": """
function __keypeg_list
  set -l before (string match -r '^.*,' -- (commandline -ct))
  for value in $argv
    echo "$before$value"
  end
end
complete -c keypeg -n '__fish_seen_subcommand_from play match' -l seats -x -a '(__keypeg_list SEATS)'
complete -c keypeg -n '__fish_seen_subcommand_from strategy' -l by -x -a '(__keypeg_list BY)'""",
}
"""What to add to the scripts of Cyclopts: the completion of every word in a list with commas."""


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the script for a shell."""
    app = App(name="keypeg", help_flags=("--help",), version_flags=())
    for name in COMMANDS:
        about = words().say(f"cli.help.{name}").partition("\n")[0]
        app.command(_suggesting(name), name=name, help=about, help_flags=("--help",), version_flags=())
    app.command(lambda: None, name="--version")
    lists = {"SEATS": " ".join(TEXTS["seats"]()), "BY": " ".join(TEXTS["by"]())}
    tail = re.sub("|".join(lists), lambda name: lists[name[0]], TAILS[shell])
    print(app.generate_completion(shell=shell) + tail)


def _suggesting(name: str) -> Callable[[], None]:
    """Return a function with the parameters of a command, annotated with the values that a shell should suggest."""

    def suggesting() -> None: ...

    try:
        function = getattr(import_module(f"keypeg.cli.commands.{name}"), name)
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

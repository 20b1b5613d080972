"""`keypeg completion`: a script by which a shell completes commands, options and boxes, without Keypeg."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from keypeg.boxes import boxes
from keypeg.cli.commands import COMMANDS
from keypeg.cli.output import words
from keypeg.players.level import Level

OPTION = re.compile(r"(--[a-z-]+)(?: ([^\] ]+))?")
HELP = "--help"
FILES, FOLDERS = "FILE", "FOLDER"


class Several(tuple[str, ...]):
    """Words of which several may stand with commas between them."""


@dataclass(frozen=True, slots=True)
class Completed:
    """What can follow a command: words, options with the words that they take, and files."""

    name: str
    about: str
    words: tuple[str, ...]
    files: bool
    options: dict[str, tuple[str, ...] | str | None]
    """By option: the words that it takes, FILES or FOLDERS, or None where nothing can be guessed."""


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the script for a shell."""
    known = [_completed(name, command.usage) for name, command in COMMANDS.items()]
    print("\n".join({"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known)))


def _completed(name: str, usage: str) -> Completed:
    """What a usage text says can follow."""
    options = {option: _values(value) if value else () for option, value in OPTION.findall(usage)}
    rest = OPTION.sub("", usage).replace("[", " ").replace("]", " ").split()
    positional = [_values(each) for each in rest]
    found = tuple(word for each in positional if isinstance(each, tuple) for word in each)
    about = words().say(f"cli.help.{name}").partition("\n")[0]
    return Completed(name, about, found, FILES in positional, {**options, HELP: ()})


def _values(name: str) -> tuple[str, ...] | str | None:
    """What can stand for a name in a usage text."""
    if "," in name:
        return _several(name)
    name = name.rstrip("…")
    if name in ("RULES", "BOX"):
        plain = [(box.id, *(f"{box.id}+{variant}" for variant in box.variants)) for box in boxes()]
        return tuple(word for each in plain for word in (each if name == "RULES" else each[:1]))
    if name == "STRATEGY":
        from keypeg.solve.named_strategy import NAMES

        return tuple(NAMES)
    if name == "COACH":
        from keypeg.review.advice import CoachLevel

        return tuple(CoachLevel)
    if name.endswith("PLAYER") or name == "LEVEL":
        return tuple(Level)
    if name in ("FILE", "RECORD"):
        return FILES
    if name in ("FOLDER", "DIR"):
        return FOLDERS
    return tuple(name.split("|")) if "|" in name and name.islower() else None


def _several(names: str) -> Several | None:
    """What can stand for `you,PLAYER…` or `NAME,…`."""
    found: list[str] = []
    for name in filter(None, names.rstrip("…").split(",")):
        values = (name,) if name.islower() else _values(name)
        found += values if isinstance(values, tuple) else ()
    return Several(found) if found else None


def _bash(known: Sequence[Completed]) -> Iterator[str]:
    names = " ".join(each.name for each in known)
    yield "# keypeg completion bash > ~/.local/share/bash-completion/completions/keypeg"
    yield "_keypeg() {"
    yield "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= files= list="
    yield "    COMPREPLY=()"
    yield '    if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'        COMPREPLY=($(compgen -W "{names} {HELP} --version" -- "$cur"))'
    yield "        return"
    yield "    fi"
    yield '    case "$prev$cur" in *:*) return ;; esac'
    yield '    case "${COMP_WORDS[1]} $prev" in'
    for each in known:
        for option, values in each.options.items():
            if values != ():
                yield f'        "{each.name} {option}") {_bash_values(values)} ;;'
    yield '        *) case "${COMP_WORDS[1]}" in'
    for each in known:
        more = " files=-f" if each.files else ""
        yield f'            {each.name}) words="{" ".join((*each.words, *each.options))}"{more} ;;'
    yield "        esac ;;"
    yield "    esac"
    yield '    if [ -n "$list" ]; then case "$cur" in'
    yield '        *,*) COMPREPLY=($(compgen -P "${cur%,*}," -W "$words" -- "${cur##*,}")); return ;;'
    yield "    esac; fi"
    yield '    COMPREPLY=($(compgen $files -W "$words" -- "$cur"))'
    yield '    if [ -n "$files" ]; then compopt -o filenames 2>/dev/null; fi'
    yield "}"
    yield "complete -F _keypeg keypeg"


def _bash_values(values: tuple[str, ...] | str | None) -> str:
    if isinstance(values, tuple):
        return f'words="{" ".join(values)}"' + (" list=1" if isinstance(values, Several) else "")
    return {FILES: "files=-f", FOLDERS: "files=-d", None: "return"}[values]


def _zsh(known: Sequence[Completed]) -> Iterator[str]:
    yield "#compdef keypeg"
    yield "# keypeg completion zsh > a folder of $fpath, as _keypeg"
    yield "_keypeg() {"
    yield "    local -a commands"
    yield "    commands=("
    yield from (f"        {_quoted(f'{each.name}:{each.about}')}" for each in known)
    yield "    )"
    yield "    if (( CURRENT == 2 )); then"
    yield "        _describe command commands"
    yield f"        [[ $PREFIX == -* ]] && compadd -- {HELP} --version"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words"
    yield "    (( CURRENT-- ))"
    yield "    case $command in"
    for each in known:
        specs = [f"'{option}{_zsh_values(option, values)}'" for option, values in each.options.items()]
        if each.words and each.files:
            # There can be but one such spec.
            specs.append(f'\'*: :_alternative "words:word:({" ".join(each.words)})" "files:file:_files"\'')
        elif each.words:
            specs.append(f"'*: :({' '.join(each.words)})'")
        elif each.files:
            specs.append("'*: :_files'")
        yield f"        {each.name}) _arguments {' '.join(specs)} ;;"
    yield "    esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = _keypeg ]; then _keypeg "$@"; else compdef _keypeg keypeg; fi'


def _zsh_values(option: str, values: tuple[str, ...] | str | None) -> str:
    if values == ():
        return ""
    if isinstance(values, Several):
        return f":{option[2:]}:_sequence -d compadd - {' '.join(values)}"
    if isinstance(values, tuple):
        return f":{option[2:]}:({' '.join(values)})"
    return f":{option[2:]}:" + {FILES: "_files", FOLDERS: "_files -/", None: " "}[values]


def _fish(known: Sequence[Completed]) -> Iterator[str]:
    yield "# keypeg completion fish > ~/.config/fish/completions/keypeg.fish"
    yield "function __keypeg_is"
    yield "    set -l typed (commandline -opc)"
    yield '    test "$typed[2]" = "$argv[1]"'
    yield "end"
    yield "complete -c keypeg -f"
    yield "complete -c keypeg -n __fish_is_first_arg -l version"
    yield "complete -c keypeg -n __fish_is_first_arg -l help"
    for each in known:
        yield f"complete -c keypeg -n __fish_is_first_arg -a {each.name} -d {_quoted(each.about)}"
        here = f"complete -c keypeg -n '__keypeg_is {each.name}'"
        if each.words:
            yield f"{here} -a '{' '.join(each.words)}'"
        if each.files:
            yield f"{here} -F"
        for option, values in each.options.items():
            yield f"{here} -l {option[2:]}{_fish_values(values)}"


def _fish_values(values: tuple[str, ...] | str | None) -> str:
    if values == ():
        return ""
    if isinstance(values, Several):
        return f" -x -a '(__fish_append , {' '.join(values)})'"
    if isinstance(values, tuple):
        return f" -x -a '{' '.join(values)}'"
    return {FILES: " -r -F", FOLDERS: " -x -a '(__fish_complete_directories)'", None: " -x"}[values]


def _quoted(text: str) -> str:
    """A text in single quotes, in which these three shells take everything as it is but the quote."""
    return "'" + text.replace("'", "’") + "'"

"""Completion, tried in the shells themselves."""

from __future__ import annotations

import io
import shutil
import subprocess
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from keypeg.boxes import boxes
from keypeg.cli.commands import COMMANDS
from keypeg.cli.main import main

FILE = "show-of-hands.txt"
COMPLETED = {
    "": COMMANDS,
    "-": ["--help", "--version"],
    "sug": ["suggest"],
    "suggest togo --t": ["--top"],
    "worth togo --ef": ["--effort"],
    "rules ": [box.id for box in boxes()],
    "show logic24+t": ["logic24+two-boards"],
    "show togo --": ["--json", "--help"],
    "strategy togo --pl": ["--plot"],
    "strategy togo --by mini": ["minimax", "minimax-sorted"],
    "match togo --seats ex": ["expert"],
    "play togo --seats yo": ["you"],
    "play togo --seats you,ex": ["you,expert"],
    "match mm44 --seats club,novice,per": ["club,novice,perfect"],
    "strategy togo --by entropy,mini": ["entropy,minimax", "entropy,minimax-sorted"],
    "play --coach ": ["off", "check", "explain", "hint"],
    "play --name ": [],
    "home togo --as re": ["referee"],
    "completion f": ["fish"],
    "check 4x6 --first ": [],
    "review sho": [FILE],
    "db backup sho": [FILE],
    "db ba": ["backup"],
}
"""By what is typed after `keypeg`: what is offered."""


def script_for(shell: str, folder: Path) -> Path:
    """The script for a shell, in a folder with one file to complete."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main(["completion", shell]) == 0
    (folder / FILE).touch()
    script = folder / f".keypeg.{shell}"
    script.write_text(printed.getvalue(), encoding="utf-8")
    return script


def run(command: list[str], folder: Path) -> list[str]:
    """What a shell says that knows neither Keypeg nor anybody’s settings."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def offers(said: list[str]) -> dict[str, set[str]]:
    """By what was typed: what was offered, without what every shell says in its own way."""
    found: dict[str, set[str]] = {}
    typed = ""
    for line in said:
        if line.startswith("== keypeg "):
            typed = line.removeprefix("== keypeg ")
            found[typed] = set()
        elif line:
            found[typed].add(line.partition("\t")[0])
    return found


WANTED = {typed: set(offered) for typed, offered in COMPLETED.items()}


def test_bash_completes_without_starting_keypeg(tmp_path: Path) -> None:
    script = script_for("bash", tmp_path)
    lines = [f"source {script}"]
    for typed in COMPLETED:
        words = ["keypeg", *typed.split(" ")]
        lines += [
            f"echo '== keypeg {typed}'",
            f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _keypeg_word",
            'printf "%s\\n" "${COMPREPLY[@]}"',
        ]
    found = offers(run(["bash", "--norc", "-c", "\n".join(lines)], script.parent))
    for typed, offered in found.items():
        # bash offers options where nothing says that something else is wanted, too.
        assert {word for word in offered if not word.startswith("-") or "-" in typed} == WANTED[typed], typed
    assert found.keys() == WANTED.keys()


def test_bash_offers_nothing_behind_a_colon_which_it_takes_for_the_end_of_a_word(tmp_path: Path) -> None:
    script = script_for("bash", tmp_path)
    words = "COMP_WORDS=(keypeg show togo : ''); COMP_CWORD=4; COMPREPLY=(); _keypeg_word"
    assert run(["bash", "--norc", "-c", f"source {script}; {words}; echo ${{#COMPREPLY[@]}}"], script.parent) == ["0"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_without_starting_keypeg(tmp_path: Path) -> None:
    script = script_for("fish", tmp_path)
    lines = [f"source {script}"]
    for typed in COMPLETED:
        lines += [f"echo '== keypeg {typed}'", f"complete -C 'keypeg {typed}'"]
    found = offers(run(["fish", "--no-config", "-c", "\n".join(lines)], script.parent))
    for typed, offered in found.items():
        # fish offers files where nothing says that something else is wanted, too.
        assert WANTED[typed] <= offered <= WANTED[typed] | {FILE}, typed
    assert found.keys() == WANTED.keys()


ZSH = """
PROMPT=
autoload -Uz compinit && compinit -u -D
source $SCRIPT
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
    typeset -a hits
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >> $SAID
    builtin compadd "$@"
}
complete-and-tell() {
    print -r -- "== $BUFFER" >> $SAID
    zle complete-word
    BUFFER= CURSOR=0
}
zle -N complete-and-tell && bindkey '^I' complete-and-tell
: > $SAID
"""
"""Makes a shell at a terminal write down what it offers."""

DRIVER = """
zmodload zsh/zpty
export SCRIPT=$1 SAID=$2; shift 2
zpty shell 'zsh -f -i'
zpty -w shell "source $SCRIPT.tell"
until [[ -e $SAID ]]; do sleep 0.05; done
for typed; do zpty -w -n shell "keypeg $typed"$'\t'; done
zpty -w shell exit
while zpty -r shell told; do :; done
cat $SAID
"""
"""Types at such a shell; zsh completes at terminals only."""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_completes_without_starting_keypeg(tmp_path: Path) -> None:
    script = script_for("zsh", tmp_path)
    Path(f"{script}.tell").write_text(ZSH, encoding="utf-8")
    said = script.with_name(".said")
    found = offers(run(["zsh", "-f", "-c", DRIVER, "zsh", str(script), str(said), *COMPLETED], script.parent))
    # Of a list zsh offers the last word alone.
    assert found == {typed: {word.rpartition(",")[2] for word in offered} for typed, offered in WANTED.items()}

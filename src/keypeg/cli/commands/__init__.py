"""The commands, one per file, and how to call them."""

from __future__ import annotations

from keypeg import __version__
from keypeg.cli.program import Command, Program

COMMANDS = {
    "play": Command(
        "[RULES] [--seats you,PLAYER…] [--coach COACH] [--call-window SECONDS] [--open RECORD] [--resume] "
        "[--join LINK [--name NAME]] [--plain]",
        "togo --seats you,expert",
        extra="terminal",
    ),
    "boxes": Command("[--json]", ""),
    "show": Command("RULES [--json]", "logic24+blanks:rows=12"),
    "rules": Command("BOX [--language LANGUAGE] [--json]", "togo"),
    "mark": Command("RULES CODE GUESS [--seat N] [--json]", "togo RYGB ROYG"),
    "check": Command("RULES [ROW…] [--first N] [--seat N] [--json]", "4x6 RROO:1,1 RYRG:0,2"),
    "suggest": Command(
        "RULES [ROW…] [--top N] [--effort N] [--share SHARE] [--seat N] [--json]",
        "4x6 RROO:1,1 RYRG:0,2 --top 5",
        extra="cli,engine",
    ),
    "worth": Command("RULES GUESS [ROW…] [--effort N] [--seat N] [--json]", "4x6 YGYG RROO:1,1", extra="cli,engine"),
    "doctor": Command("RULES ROW… [--seat N] [--json]", "4x6 RROO:1,1 RYRG:0,2 BBPP:0,0 YYGG:0,0"),
    "puzzle": Command(
        "[RULES] [--kind code|fits|wrong|next] [--level easy|medium|hard] [--seed SEED] [--json]",
        "--kind wrong --level hard",
        extra="cli,engine",
    ),
    "home": Command(
        "RULES [--as breaker|helper|referee] [--level LEVEL] [--seat N] [--share SHARE] [--said] [--seed SEED] "
        "[--names NAME,…] [--record FILE]",
        "togo --as helper",
        extra="cli,engine",
    ),
    "strategy": Command(
        "RULES [--by STRATEGY,…] [--plot FILE] [--seat N] [--json]",
        "4x6 --by entropy,minimax --plot 4x6.svg",
        extra="cli,engine",
    ),
    "atlas": Command(
        "[list|verify] [RULES] [--json]",
        "verify logic24",
        extra="cli,engine",
    ),
    "players": Command("[--json]", ""),
    "match": Command(
        "RULES --seats PLAYER,… [--matches N] [--seed SEED] [--time SECONDS] [--records FOLDER] [--json]",
        "togo --seats expert,club --matches 100 --seed 7",
    ),
    "engine": Command("[--player PLAYER] [--seed SEED]", "--player expert"),
    "completion": Command("bash|zsh|fish", "bash"),
    "db": Command(
        "upgrade|backup|restore [FILE] [--database URL] [--data-dir FOLDER] [--json]",
        "backup keypeg-today.sqlite",
        extra="server",
    ),
    "replay": Command("RECORD [--json]", "match.txt"),
    "review": Command("RECORD [--html FILE] [--share] [--effort N] [--json]", "match.txt", extra="cli,engine"),
    "verify": Command("RECORD [--json]", "match.txt"),
    "serve": Command(
        "[--host HOST] [--port N] [--lan] [--public-url URL] [--database URL] [--workers N] [--data-dir DIR] "
        "[--no-browser]",
        "--lan",
        extra="server",
    ),
}

KEYPEG = Program("keypeg", __version__, COMMANDS, "keypeg.cli.commands", "mark", "cli.greeting")

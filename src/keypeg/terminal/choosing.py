"""Choosing a match, as data: a line for everything that can be agreed on, and what its values are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from keypeg.boxes import OFF, ON, UNLIMITED, Box, Option, box, boxes, build
from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.notation import read_choice
from keypeg.tell import box_name
from keypeg.terminal.setup import COACH, OPPONENT, PERSON, Chair, read_chair
from keypeg.words import Words, messages

FREE = "free"
PLAYERS = (PERSON, "novice", "club", "expert", "perfect", "expert+tricky", "perfect+tricky")
ENGINE = "engine:"
SWITCH = (OFF, ON)
COACHES = ("off", "check", "explain", "hint")


@dataclass(frozen=True)
class Line:
    """One thing to choose: its kind and name, its values, and which of them is chosen."""

    kind: str
    name: str
    values: Sequence[str]
    value: str


@dataclass
class Choosing:
    """What has been chosen so far. Whatever is chosen, the rules can be played."""

    box: str = "logic24"
    variants: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=lambda: [PERSON, *[OPPONENT] * 3])
    typed: dict[str, str] = field(default_factory=dict)
    """By seat: a player that was typed, and stays among those that can be chosen."""
    coach: str = COACH
    size: dict[str, str] = field(default_factory=lambda: {"holes": "4", "colours": "6", "distinct": OFF, "blanks": OFF})
    """Of a free form."""

    @classmethod
    def of(cls, text: str) -> Choosing:
        """What these rules choose."""
        choice, chosen = read_choice(text), cls()
        build(box(choice.box), choice.variants, choice.options)
        chosen.variants, chosen.options = set(choice.variants), dict(choice.options)
        if box(choice.box) in boxes():
            chosen.box = choice.box
        else:
            chosen.box = FREE
            frame = box(choice.box).rules
            chosen.size = {
                "holes": str(frame["holes"]),
                "colours": str(len(str(frame["pegs"]))),
                "distinct": ON if frame["distinct"] else OFF,
                "blanks": ON if frame["blanks"] else OFF,
            }
        return chosen

    @property
    def edition(self) -> Box:
        if self.box != FREE:
            return box(self.box)
        distinct, blanks = (self.size[name] == ON for name in ("distinct", "blanks"))
        return box(f"{self.size['holes']}x{self.size['colours']}{'d' * distinct}{'b' * blanks}")

    @property
    def rules(self) -> Rules:
        return build(self.edition, self.variants, self.options)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        chosen = self.players[: self.rules.seats]
        return tuple(map(read_chair, chosen))

    def lines(self) -> list[Line]:
        """Everything to choose now, in order."""
        edition = self.edition
        lines = [Line("box", "box", [*(each.id for each in boxes()), FREE], self.box)]
        if self.box == FREE:
            lines += [
                Line("size", "holes", [str(number) for number in range(1, 9)], self.size["holes"]),
                Line("size", "colours", [str(number) for number in range(1, 16)], self.size["colours"]),
                Line("size", "distinct", SWITCH, self.size["distinct"]),
                Line("size", "blanks", SWITCH, self.size["blanks"]),
            ]
        lines += [Line("variant", name, SWITCH, ON if name in self.variants else OFF) for name in edition.variants]
        lines += [self._player(seat) for seat in range(1, self.rules.seats + 1)]
        lines.append(Line("coach", "coach", COACHES, self.coach))
        for name in edition.available(self.variants, self.options):
            option = edition.options[name]
            lines.append(Line("option", name, _values(option), self.options.get(name, option.default)))
        return lines

    def _player(self, seat: int) -> Line:
        typed = self.typed.get(str(seat))
        return Line("player", str(seat), (*PLAYERS, typed) if typed else PLAYERS, self.players[seat - 1])

    def seat(self, line: Line, text: str) -> None:
        """Let somebody sit at the seat of this line: a person with a name, a computer, or an engine by its command."""
        chair = read_chair(text.strip())
        player = chair.player or (f"{PERSON}={chair.name}" if chair.name else PERSON)
        self.players[int(line.name) - 1] = player
        if player not in PLAYERS:
            self.typed[line.name] = player

    def change(self, line: Line, by: int) -> None:
        """Go on to the next value with which the rules can be played."""
        at = line.values.index(line.value)
        for step in range(1, len(line.values)):
            if self._set(line, line.values[(at + by * step) % len(line.values)]):
                return

    def _set(self, line: Line, value: str) -> bool:
        """Choose this value, if that makes rules; options that make no sense any more are forgotten."""
        before = self.box, set(self.variants), dict(self.options), dict(self.size)
        match line.kind:
            case "box":
                self.box, self.variants, self.options = value, set(), {}
            case "size":
                self.size[line.name] = value
            case "variant":
                self.variants ^= {line.name}
            case "coach":
                self.coach = value
            case "player":
                self.players[int(line.name) - 1] = value
            case _:
                self.options[line.name] = value
        try:
            available = self.edition.available(self.variants, self.options)
            self.options = {name: chosen for name, chosen in self.options.items() if name in available}
            build(self.edition, self.variants, self.options)
        except KeypegError:
            self.box, self.variants, self.options, self.size = before
            return False
        return True


def _values(option: Option) -> list[str]:
    if not option.number:
        return list(option.values)
    numbers = [str(number) for number in range(option.least, option.most + 1)]
    return [*numbers, UNLIMITED] if option.unlimited else numbers


def label(words: Words, line: Line) -> str:
    """What is being chosen, in words."""
    match line.kind:
        case "option":
            return words.say(f"option.{line.name}")
        case "variant":
            return words.say(f"variant.{line.name}")
        case "player":
            return words.say("tell.seat", seat=line.name)
        case _:
            return words.say(f"choose.{line.name}")


def _player_words(words: Words, value: str) -> str:
    if value in PLAYERS:
        return words.say(f"choose.player.{value.replace('+', '-')}")
    if value.startswith(ENGINE):
        return words.say("choose.player.engine", command=value.removeprefix(ENGINE))
    if value.startswith(f"{PERSON}="):
        return words.say("choose.player.named", name=value.removeprefix(f"{PERSON}="))
    return value


def value_words(words: Words, line: Line) -> str:
    """The chosen value, in words; numbers stand for themselves."""
    value = line.value
    if line.kind == "box":
        return words.say("box.free") if value == FREE else box_name(words, box(value))
    if line.kind == "coach":
        return words.say(f"choose.coach.{value}")
    if line.kind == "player":
        return _player_words(words, value)
    if tuple(line.values) == SWITCH:
        return words.say(f"choose.{value}")
    if value.isdigit() and f"option.{line.name}.{value}" not in messages("en"):
        return value
    return words.say(f"option.{line.name}.{value}")

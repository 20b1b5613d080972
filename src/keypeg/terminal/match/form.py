"""The form for a new match: a field for every setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from keypeg.boxes import OFF, ON, UNLIMITED, Box, Option, box, boxes, build, is_free_form
from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.notation import read_choice
from keypeg.tell import box_name
from keypeg.terminal.match.setup import CALL_WINDOW, COACH, PERSON, Occupant, read_occupant, usual
from keypeg.words import Words, messages

FREE = "free"
PLAYERS = (PERSON, "novice", "club", "expert", "perfect")
TRICKY = ("expert+tricky", "perfect+tricky")
ENGINE = "engine:"
SWITCH = (OFF, ON)
COACHES = ("off", "check", "explain", "hint")
NO_LIMIT = "none"
WINDOWS = ("3", "6", "15", "30", "60", NO_LIMIT)
"""Seconds of a call window."""


@dataclass(frozen=True)
class Field:
    """One setting, with its possible values and the chosen one."""

    kind: str
    name: str
    values: Sequence[str]
    value: str


@dataclass(frozen=True)
class MatchForm:
    """The choices made so far, which always make playable rules. Changes return a new form."""

    box: str = "logic24"
    variants: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=dict)
    seated: Mapping[int, str] = field(default_factory=dict)
    """By seat: the player that was chosen; other seats have the usual player."""
    typed: Mapping[int, str] = field(default_factory=dict)
    """By seat: a player that was typed, which stays among the choices."""
    coach: str = COACH
    window: str = f"{CALL_WINDOW:g}"
    size: Mapping[str, str] = field(
        default_factory=lambda: {"holes": "4", "colours": "6", "distinct": OFF, "blanks": OFF}
    )
    """The size of a free form."""

    @classmethod
    def of(cls, text: str) -> MatchForm:
        """Return a form filled in with these rules."""
        choice = read_choice(text)
        build(box(choice.box), choice.variants, choice.options)
        form = cls(choice.box, frozenset(choice.variants), dict(choice.options))
        if not is_free_form(box(choice.box)):
            return form
        frame = box(choice.box).rules
        size = {
            "holes": str(frame["holes"]),
            "colours": str(len(str(frame["pegs"]))),
            "distinct": ON if frame["distinct"] else OFF,
            "blanks": ON if frame["blanks"] else OFF,
        }
        return replace(form, box=FREE, size=size)

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
    def occupants(self) -> tuple[Occupant, ...]:
        return tuple(map(read_occupant, self.players))

    @property
    def players(self) -> list[str]:
        """The players at all seats, as text, without "+tricky" for listed players if it makes no difference here."""
        rules = self.rules
        chosen = [self.seated.get(seat, player) for seat, player in enumerate(usual(rules), start=1)]
        return [
            player.removesuffix("+tricky") if player in TRICKY and not _tricky(rules) else player for player in chosen
        ]

    @property
    def call_window(self) -> float | None:
        """The seconds of a call window; None for no limit."""
        return None if self.window == NO_LIMIT else float(self.window)

    def fields(self) -> list[Field]:
        """Return all fields, in order."""
        edition = self.edition
        found = [Field("box", "box", [*(each.id for each in boxes()), FREE], self.box)]
        if self.box == FREE:
            found += [
                Field("size", "holes", [str(number) for number in range(1, 9)], self.size["holes"]),
                Field("size", "colours", [str(number) for number in range(1, 16)], self.size["colours"]),
                Field("size", "distinct", SWITCH, self.size["distinct"]),
                Field("size", "blanks", SWITCH, self.size["blanks"]),
            ]
        found += [Field("variant", name, SWITCH, ON if name in self.variants else OFF) for name in edition.variants]
        found += [self._player(seat) for seat in range(1, self.rules.seats + 1)]
        found.append(Field("coach", "coach", COACHES, self.coach))
        if self.rules.split and len({occupant.player is None for occupant in self.occupants}) == 2:
            windows = WINDOWS if self.window in WINDOWS else (self.window, *WINDOWS)
            found.append(Field("window", "call-window", windows, self.window))
        for name in edition.available(self.variants, self.options):
            option = edition.options[name]
            if not option.former:
                found.append(Field("option", name, _values(option), self.options.get(name, option.default)))
        return found

    def _player(self, seat: int) -> Field:
        typed = self.typed.get(seat)
        listed = (*PLAYERS, *TRICKY) if _tricky(self.rules) else PLAYERS
        values = (*listed, typed) if typed and typed not in listed else listed
        return Field("player", str(seat), values, self.players[seat - 1])

    def seat(self, field: Field, text: str) -> MatchForm:
        """Seat a person with a name, a computer, or an engine by its command."""
        occupant = read_occupant(text.strip(), self.rules)
        player = occupant.player or (f"{PERSON}={occupant.name}" if occupant.name else PERSON)
        seat = int(field.name)
        typed = self.typed if player in (*PLAYERS, *TRICKY) else {**self.typed, seat: player}
        return replace(self, seated={**self.seated, seat: player}, typed=typed)

    def change(self, field: Field, by: int) -> MatchForm:
        """Switch to the next value that makes playable rules; return this form if there is none."""
        at = field.values.index(field.value)
        for step in range(1, len(field.values)):
            form = self._with(field, field.values[(at + by * step) % len(field.values)])
            try:
                available = form.edition.available(form.variants, form.options)
                options = {name: chosen for name, chosen in form.options.items() if name in available}
                build(form.edition, form.variants, options)
            except KeypegError:
                continue
            return replace(form, options=options)
        return self

    def _with(self, field: Field, value: str) -> MatchForm:
        """Return the form with a field changed; the result may not make playable rules."""
        match field.kind:
            case "box":
                return replace(self, box=value, variants=frozenset(), options={})
            case "size":
                return replace(self, size={**self.size, field.name: value})
            case "variant":
                return replace(self, variants=self.variants ^ {field.name})
            case "coach":
                return replace(self, coach=value)
            case "window":
                return replace(self, window=value)
            case "player":
                return replace(self, seated={**self.seated, int(field.name): value})
            case _:
                return replace(self, options={**self.options, field.name: value})


def _tricky(rules: Rules) -> bool:
    # Imported late: the first screen does not need players.
    from keypeg.players import Hiding, hidings

    return Hiding.TRICKY in hidings(rules)


def _values(option: Option) -> list[str]:
    if not option.number:
        return list(option.values)
    numbers = [str(number) for number in range(option.least, option.most + 1)]
    return [*numbers, UNLIMITED] if option.unlimited is not None else numbers


def label(words: Words, field: Field) -> str:
    """Return the name of a field, in words."""
    match field.kind:
        case "option":
            return words.name(f"option.{field.name}", field.name)
        case "variant":
            return words.name(f"variant.{field.name}", field.name)
        case "player":
            return words.say("tell.seat", seat=field.name)
        case _:
            return words.say(f"choose.{field.name}")


def _player_words(words: Words, value: str) -> str:
    if value in (*PLAYERS, *TRICKY):
        return words.say(f"choose.player.{value.replace('+', '-')}")
    if value.startswith(ENGINE):
        return words.say("choose.player.engine", command=value.removeprefix(ENGINE))
    if value.startswith(f"{PERSON}="):
        return words.say("choose.player.named", name=value.removeprefix(f"{PERSON}="))
    return value


def value_words(words: Words, field: Field) -> str:
    """Return the chosen value in words: numbers unchanged, letters as colours."""
    value = field.value
    if field.kind == "box":
        return words.say("box.free") if value == FREE else words.render(box_name(box(value)))
    if field.kind == "coach":
        return words.say(f"choose.coach.{value}")
    if field.kind == "window":
        timed = value != NO_LIMIT
        return words.say("tell.seconds", seconds=float(value)) if timed else words.say("tell.call-window.none")
    if field.kind == "player":
        return _player_words(words, value)
    if tuple(field.values) == SWITCH:
        return words.say(f"choose.{value}")
    if f"option.{field.name}.{value}" in messages("en"):
        return words.say(f"option.{field.name}.{value}")
    colours = [f"colour.{peg}" for peg in value.upper()]
    return ", ".join(map(words.say, colours)) if all(each in messages("en") for each in colours) else value

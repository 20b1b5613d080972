"""A game: its box, variants, holes, colours and marking, but not the length of a match or who begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from keypeg.boxes import box as find_box
from keypeg.boxes import boxes
from keypeg.core import Marking, Rules
from keypeg.message import Item, Message, Text, message
from keypeg.notation import read_choice
from keypeg.notation import rules as read_rules
from keypeg.tell.boxes import box_name


@dataclass(frozen=True, slots=True, order=True)
class Game:
    """Everything that decides how hard codes are for a seat, so that two matches of the same game can be compared."""

    box: str
    variants: tuple[str, ...]
    holes: int
    colours: int
    marking: Marking

    @property
    def id(self) -> str:
        """A short text that identifies the game."""
        by_hand = "" if self.marking is Marking.TABLE else f":{self.marking}"
        return f"{'+'.join((self.box, *self.variants))}:{self.holes}x{self.colours}{by_hand}"


@lru_cache(maxsize=512)
def game_of(rules: Rules, seat: int) -> Game:
    """Return the game that this seat plays: with a handicap each side breaks codes of its own."""
    choice, space = read_choice(str(rules)), rules.codes[seat - 1]
    return Game(choice.box, choice.variants, space.holes, len(space.palette), rules.marking)


def game_message(game: Game) -> str | Message:
    """Name a game: its box, and how it differs from the box as printed."""
    box = find_box(game.box)
    differs: list[Item] = [message(f"variant.{variant}") for variant in game.variants]
    if box in boxes():
        name: Text = box_name(box)
        printed = read_rules("+".join((box.id, *game.variants))).codes[0]
        if (game.holes, game.colours) != (printed.holes, len(printed.palette)):
            differs.append(message("tell.game.size", holes=game.holes, colours=game.colours))
    else:
        name = message("tell.game.free", form=box.id)
    if game.marking is not Marking.TABLE:
        differs.append(message(f"option.marking.{game.marking}"))
    assert not isinstance(name, tuple), "a box has one name"
    return message("tell.game.differs", game=name, how=tuple(differs)) if differs else name

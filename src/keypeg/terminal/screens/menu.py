"""A menu over the screen, for people who do not know the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from keypeg.terminal.screens.page import Dialog


@dataclass(frozen=True)
class Item:
    """An entry: its action, its text, and its key if it has one."""

    action: str
    text: str
    key: str = ""


class Menu(Dialog[str]):
    """A menu of items. Returns the chosen action, or None."""

    def __init__(self, title: str, items: Sequence[Item]) -> None:
        super().__init__()
        self._heading = title
        self.items = list(items)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="title")
            yield OptionList(*(Option(self._line(item), id=item.action) for item in self.items))

    def _line(self, item: Item) -> Content:
        key = Content.styled(f"{item.key:>3} ", "$accent bold")
        return key + Content(f" {item.text}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.dismiss(None)
            return
        chosen = next(
            (item for item in self.items if item.key and item.key.lower() in (event.key, event.character)), None
        )
        if chosen:
            event.stop()
            self.dismiss(chosen.action)

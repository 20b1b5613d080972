"""Saved records: resume one, or review it."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from keypeg.errors import KeypegError
from keypeg.terminal import store
from keypeg.terminal.match.saved_matches import SavedMatch, saved_matches
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.setup import go_on
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.text_dialog import TextDialog


class RecordsScreen(Page[Session]):
    """Returns the session of a match to resume, or None. A match that is over is reviewed."""

    def __init__(self, *, unfinished: bool = False) -> None:
        """List all saved matches, or only those that are not over."""
        super().__init__()
        self._unfinished = unfinished
        self._files: list[Path] = []

    def compose(self) -> ComposeResult:
        found = list(saved_matches(unfinished=self._unfinished))
        self._files = [file for file, _ in found]
        title = "terminal.resume.title" if self._unfinished else "terminal.records.title"
        yield Static(self.say(title), classes="bar")
        with Vertical(classes="page"):
            if not found and self._unfinished:
                yield Static(self.say("terminal.resume.none"))
            elif not found:
                yield Static(self.say("terminal.records.none", folder=str(store.folder())))
            yield OptionList(*(Option(self._line(*each), id=str(at)) for at, each in enumerate(found)))
        yield Static(id="about", classes="prompt")
        yield Keys(
            [
                ("⏎", self.say("terminal.key.go-on"), ""),
                ("v", self.say("terminal.key.review"), "review"),
                ("o", self.say("terminal.key.path"), "path"),
                ("esc", self.say("terminal.key.back"), "back"),
            ]
        )

    def _line(self, file: Path, match: SavedMatch | None) -> Content:
        about = f"\n  {self.keypeg.words.render(match.about)}" if match else ""
        return Content(file.stem) + Content.styled(about, "$quiet")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(str(self._files[int(event.option.id or 0)]), look_back=False)

    def on_key(self, event: events.Key) -> None:
        action = {"escape": "back", "q": "back", "v": "review", "o": "path"}.get(event.key)
        if action:
            event.stop()
            self.act(action)

    def on_click(self, event: events.Click) -> None:
        action = action_at(event)
        if action:
            self.act(action)

    def act(self, action: str) -> None:
        match action:
            case "back":
                self.dismiss(None)
            case "path":
                self.app.push_screen(TextDialog(self.say("terminal.records.path")), self._typed)
            case _:
                at = self.query_one(OptionList).highlighted
                if at is not None and self._files:
                    self._take(str(self._files[at]), look_back=True)

    def _typed(self, name: str | None) -> None:
        if name:
            self._take(name, look_back=False)

    def _take(self, name: str, *, look_back: bool) -> None:
        """Resume a match, or review one that is over."""
        try:
            text = store.read(name)
            session = go_on(self.keypeg.words, name)
        except KeypegError as error:
            sentence = self.keypeg.words.render(error.message)
            self.query_one("#about", Static).update(Content.styled(f"⚠ {sentence}", "$error bold"))
            return
        if look_back or session.view(None).outcome:
            session.close()
            self.app.push_screen(ReviewScreen(lambda: text, Path(name).stem))
        else:
            self.dismiss(session)

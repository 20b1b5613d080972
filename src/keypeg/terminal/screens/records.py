"""The list of saved matches: unfinished ones to resume, and finished ones, grouped by game, to review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from keypeg.errors import KeypegError
from keypeg.terminal import store
from keypeg.terminal.match.measures import known_measure, measure, measure_message
from keypeg.terminal.match.saved_matches import SavedMatch, saved_matches
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.setup import go_on
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.text_dialog import TextDialog


class RecordsScreen(Page[Session]):
    """The list of saved matches. Returns the session of a match to resume, or None; reviews a match that is over."""

    def __init__(self, *, unfinished: bool = False) -> None:
        """List all saved matches, or only those that are unfinished."""
        super().__init__()
        self._unfinished = unfinished
        self._found: list[tuple[Path, SavedMatch | None]] = []

    class Measured(Message):
        """Posted when the match with this index has been measured."""

        def __init__(self, at: int, text: str) -> None:
            super().__init__()
            self.at = at
            self.text = text

    def compose(self) -> ComposeResult:
        found = self._found = list(saved_matches(unfinished=self._unfinished))
        title = "terminal.resume.title" if self._unfinished else "terminal.records.title"
        yield Static(self.say(title), classes="bar")
        with Vertical(classes="page"):
            if not found and self._unfinished:
                yield Static(self.say("terminal.resume.none"))
            elif not found:
                yield Static(self.say("terminal.records.none", folder=str(store.folder())))
            yield OptionList(*self._options())
        yield Static(id="about", classes="prompt")
        yield Keys(
            [
                ("⏎", self.say("terminal.key.go-on"), ""),
                ("v", self.say("terminal.key.review"), "review"),
                ("o", self.say("terminal.key.path"), "path"),
                ("esc", self.say("terminal.key.back"), "back"),
            ]
        )

    def _options(self) -> Iterator[Option]:
        """Yield the unfinished matches, then the finished ones grouped by game, each group under its heading."""
        games: dict[str, list[int]] = {}
        for at, (_, match) in enumerate(self._found):
            over = match is not None and match.over
            heading = self.keypeg.words.render(match.game) if match and over else self.say("saved.heading.running")
            games.setdefault(heading, []).append(at)
        running = games.pop(self.say("saved.heading.running"), [])
        if games and running:
            yield _heading(self.say("saved.heading.running"))
        yield from map(self._option, running)
        for heading, own in games.items():
            yield _heading(heading)
            yield from map(self._option, own)

    def _option(self, at: int) -> Option:
        _, match = self._found[at]
        return Option(self._line(at, known_measure(match) if match and match.over else None), id=str(at))

    def _line(self, at: int, measured: str | None) -> Content:
        (file, match), render = self._found[at], self.keypeg.words.render
        if match is None:
            return Content(file.stem)
        told = measure_message(match, measured) if measured else None
        about = f"\n  {render(match.about)}" + (f"\n  {render(told)}" if told else "")
        return Content(file.stem) + Content.styled(about, "$quiet")

    def on_mount(self) -> None:
        over = [(at, match) for at, (_, match) in enumerate(self._found) if match and match.over]
        new = [(at, match) for at, match in over if known_measure(match) is None]
        if new:
            Thread(target=self._measure, args=(new,), daemon=True).start()

    def _measure(self, matches: list[tuple[int, SavedMatch]]) -> None:
        """Review matches one after another, while the list is shown."""
        for at, match in matches:
            if not self.is_attached:
                return
            self.post_message(self.Measured(at, measure(match)))

    def on_records_screen_measured(self, event: Measured) -> None:
        self.query_one(OptionList).replace_option_prompt(str(event.at), self._line(event.at, event.text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(self._file(event.option), look_back=False)

    def _file(self, option: Option) -> str:
        return str(self._found[int(option.id or 0)][0])

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
                options = self.query_one(OptionList)
                if options.highlighted is not None:
                    self._take(self._file(options.get_option_at_index(options.highlighted)), look_back=True)

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


def _heading(text: str) -> Option:
    return Option(Content.styled(text, "bold"), disabled=True)

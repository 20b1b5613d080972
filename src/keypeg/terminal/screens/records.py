"""The list of saved matches: unfinished ones to resume, finished ones by game to review, and unreadable files."""

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
from keypeg.tell.games import Game, game_message
from keypeg.terminal import store
from keypeg.terminal.match.measures import known_measure, measure, measure_message
from keypeg.terminal.match.saved_matches import SavedMatch, UnreadableFile, saved_matches, unfinished_matches
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.setup import resume
from keypeg.terminal.screens.page import Keys, Page, action_at
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.text_dialog import TextDialog


class RecordsScreen(Page[Session]):
    """The list of saved matches. Returns the session of a match to resume, or None; reviews a match that is over."""

    def __init__(self, *, unfinished: bool = False) -> None:
        """List all saved matches, or only those that are unfinished."""
        super().__init__()
        self._unfinished = unfinished
        self._found: list[SavedMatch | UnreadableFile] = []

    class Measured(Message):
        """Posted when the match with this index has been measured."""

        def __init__(self, at: int, text: str) -> None:
            super().__init__()
            self.at = at
            self.text = text

    def compose(self) -> ComposeResult:
        found = self._found = list(unfinished_matches() if self._unfinished else saved_matches())
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

    def _options(self) -> Iterator[Option | None]:
        """Yield the unfinished matches, the finished ones under the name of their game, and the unreadable files."""
        running: list[int] = []
        games: dict[Game, list[int]] = {}
        unreadable: list[int] = []
        for at, found in enumerate(self._found):
            if isinstance(found, UnreadableFile):
                unreadable.append(at)
            elif found.over:
                games.setdefault(found.game, []).append(at)
            else:
                running.append(at)
        if games and running:
            yield _heading(self.say("saved.heading.running"))
        yield from map(self._option, running)
        for game, own in games.items():
            yield _heading(self.keypeg.words.render(game_message(game)))
            yield from map(self._option, own)
        if unreadable and (running or games):
            yield None  # a line between them
        yield from map(self._option, unreadable)

    def _option(self, at: int) -> Option:
        found = self._found[at]
        measured = known_measure(found) if isinstance(found, SavedMatch) and found.over else None
        return Option(self._line(found, measured), id=str(at))

    def _line(self, found: SavedMatch | UnreadableFile, measured: str | None) -> Content:
        """Return the name of a file with a summary of its match, or with the reason why it cannot be read."""
        if isinstance(found, UnreadableFile):
            about = [found.error.message]
        else:
            told = measure_message(found, measured) if measured else None
            about = [found.about, told] if told else [found.about]
        quiet = "".join(f"\n  {self.keypeg.words.render(each)}" for each in about)
        return Content(found.file.stem) + Content.styled(quiet, "$quiet")

    def on_mount(self) -> None:
        matches = [(at, found) for at, found in enumerate(self._found) if isinstance(found, SavedMatch)]
        over = [(at, match) for at, match in matches if match.over]
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
        self.query_one(OptionList).replace_option_prompt(str(event.at), self._line(self._found[event.at], event.text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(self._file(event.option), look_back=False)

    def _file(self, option: Option) -> str:
        return str(self._found[int(option.id or 0)].file)

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
            session = resume(self.keypeg.words, name)
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

"""Examples of requests and responses for the API description; the tests send them."""

from __future__ import annotations

from msgspec import Struct

from keypeg import __version__
from keypeg.api.coach import NewQuestion
from keypeg.api.errors import Error
from keypeg.api.identity import Adopt, Identity, MoveLink, Named, Token
from keypeg.api.moves import Done, InWindow, NewClaim, NewMove, NewSay, NewUndo
from keypeg.api.open_tables import NewRefusal
from keypeg.api.operation import Health
from keypeg.api.puzzles import PuzzleAnswer
from keypeg.api.records import NewRecord
from keypeg.api.seats import NewInvite, Taken, TakeSeat
from keypeg.api.tables import Clock, Computer, Invite, Made, Me, NewRematch, NewTable
from keypeg.api.tools import AskCheck, AskMark, AskSuggest, Fitting, GuessOption, Marked, Suggested
from keypeg.api.view import Bell

TABLE = "q2VxWvNcTz-3fB0rJmXk8A"
INVITE = "Zk9mJH3sQeWv1cYp7LxN0w"
LINK = f"https://keypeg.example/t/{TABLE}"

EXAMPLES: dict[type[Struct], Struct] = {
    example.__class__: example
    for example in (
        NewTable("togo:colours=6", [Me("Ann"), Computer("expert")], "explain", Clock(600, 5)),
        Made(TABLE, 1, [1], [Invite(2, INVITE, f"{LINK}#{INVITE}")], LINK),
        TakeSeat(INVITE, "Bob"),
        Taken(TABLE, 2, 2),
        NewMove("guess RYBG", 12, "9f31"),
        NewUndo(12, "9f32"),
        NewClaim(2, 12, "9f33"),
        NewRefusal(2, 12),
        NewInvite(2, "9f37"),
        InWindow("go-on", 12, "9f36"),
        NewSay("well-played", "9f34"),
        NewRematch(rules="togo:colours=8"),
        NewQuestion("explain", "9f35", "guess RYBG"),
        Done(TABLE, 13),
        Bell(TABLE, 13, [1, 2]),
        Named("Ann"),
        Identity(True, "Ann"),
        Token(INVITE),
        Adopt(INVITE),
        MoveLink(INVITE, f"https://keypeg.example/me#{INVITE}"),
        NewRecord("Keypeg-Record: 2\nRules: togo:first=1\n\n1 hide RYGB\n2 guess ROYG:1,2\n"),
        PuzzleAnswer("RYGB"),
        AskMark(rules="togo", code="RYGB", guess="ROYG"),
        Marked(1, 2),
        AskCheck("4x6", ["RROO:1,1", "RYRG:0,2"], first=2),
        Fitting(23, ["ORYY", "ORYB"], None),
        AskSuggest("togo", ["ROYG:1,2"], top=2),
        Suggested(
            "ROBP",
            False,
            3.451,
            5,
            "proved",
            candidates=144,
            partition={"0,1": 24, "1,0": 12, "0,2": 32, "1,1": 36, "2,0": 4, "0,3": 10, "1,2": 18, "2,1": 8},
            top=[
                GuessOption("ROBP", False, 3.451, 5, "proved"),
                GuessOption("RYBP", False, 3.465, 5, "proved"),
            ],
            complete=True,
        ),
        Error("not-your-turn", "Seat 2 cannot guess now; the match waits for 1."),
        Health("ok", __version__),
    )
}

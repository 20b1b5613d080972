"""Examples of requests and responses for the API description; the tests send them."""

from __future__ import annotations

from msgspec import Struct

from keypeg import __version__, wire

TABLE = "q2VxWvNcTz-3fB0rJmXk8A"
INVITE = "Zk9mJH3sQeWv1cYp7LxN0w"
LINK = f"https://keypeg.example/t/{TABLE}"

EXAMPLES: dict[type[Struct], Struct] = {
    example.__class__: example
    for example in (
        wire.NewTable("togo:colours=6", [wire.Me("Ann"), wire.Computer("expert")], "explain", wire.Clock(600, 5)),
        wire.Made(TABLE, 1, [1], [wire.Invite(2, INVITE, f"{LINK}#{INVITE}")], LINK),
        wire.TakeSeat(INVITE, "Bob"),
        wire.Taken(TABLE, 2, 2),
        wire.NewMove("guess RYBG", 12, "9f31"),
        wire.NewUndo(12, "9f32"),
        wire.NewClaim(2, 12, "9f33"),
        wire.NewRefusal(2, 12),
        wire.NewInvite(2, "9f37"),
        wire.InWindow("go-on", 12, "9f36"),
        wire.NewSay("well-played", "9f34"),
        wire.NewRematch(rules="togo:colours=8"),
        wire.NewQuestion("explain", "9f35", "guess RYBG"),
        wire.Done(TABLE, 13),
        wire.Bell(TABLE, 13, [1, 2]),
        wire.Named("Ann"),
        wire.Identity(True, "Ann"),
        wire.Token(INVITE),
        wire.Adopt(INVITE),
        wire.MoveLink(INVITE, f"https://keypeg.example/me#{INVITE}"),
        wire.NewRecord("Keypeg-Record: 2\nRules: togo:first=1\n\n1 hide RYGB\n2 guess ROYG:1,2\n"),
        wire.PuzzleAnswer("RYGB"),
        wire.AskMark(rules="togo", code="RYGB", guess="ROYG"),
        wire.Marked(1, 2),
        wire.AskCheck("4x6", ["RROO:1,1", "RYRG:0,2"], first=2),
        wire.Fitting(23, ["ORYY", "ORYB"], None),
        wire.AskSuggest("togo", ["ROYG:1,2"], top=2),
        wire.Suggested(
            "ROBP",
            False,
            3.451,
            5,
            "proved",
            candidates=144,
            partition={"0,1": 24, "1,0": 12, "0,2": 32, "1,1": 36, "2,0": 4, "0,3": 10, "1,2": 18, "2,1": 8},
            top=[
                wire.GuessOption("ROBP", False, 3.451, 5, "proved"),
                wire.GuessOption("RYBP", False, 3.465, 5, "proved"),
            ],
            complete=True,
        ),
        wire.Error("not-your-turn", "Seat 2 cannot guess now; the match waits for 1."),
        wire.Health("ok", __version__),
    )
}

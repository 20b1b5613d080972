"""Everything that goes over the wire, as values. A field that is at its default may be left out of what is sent.

Nothing here is built from a State: what is secret to a seat cannot get into what that seat is sent.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

Name: TypeAlias = Annotated[str, Meta(max_length=40, description="What a person wants to be called; may be empty.")]
TableId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$", description="128 bits of chance.")]
Key: TypeAlias = Annotated[
    str,
    Meta(min_length=1, max_length=64, description="Chosen by the client, new for every move. Sent again: same answer."),
]
RulesText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=200, description="BOX[+variant…][:option=value,…].", examples=["togo:colours=6"])
]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=31_536_000)]
Pair: TypeAlias = tuple[int, int]
Time: TypeAlias = Annotated[float, Meta(description="Seconds since 1970, UTC.")]


# ---- rules


class Space(Struct, frozen=True):
    """Codes of so many holes over these pegs; a blank that counts as a colour stands among them as "."."""

    holes: int
    pegs: str
    distinct: bool


class Rules(Struct, frozen=True):
    """The facts of the rules that a client needs in order to draw and to tell what is played."""

    text: str
    box: str
    name: str
    variants: list[str]
    options: dict[str, str]
    """Every option that makes sense here, with its value."""
    seats: int
    palette: str
    codes: list[Space]
    """By seat: what it may have to break."""
    guesses: list[Space]
    """By seat: what it may place."""
    size: list[int]
    """By seat: how many codes there are for it to break."""
    blanks: bool
    """An empty hole counts as one more colour."""
    rounds: int
    codes_a_round: int
    rows: int | None
    all_break: bool
    together: bool
    equal_turns: bool
    split: bool
    boards: int
    supply: int | None
    fresh_guesses: bool
    full_rows: bool
    marking: Literal["table", "hand", "hand-checked", "home"]
    counts_only: bool
    secret_calls: bool
    last_one_wins: bool
    fewest_win: bool
    rounds_won: bool
    key: Literal["pegs", "pins", "arms"]
    """How marks look in this box: black and white pegs, red and white pins, or a red and a white sliding arm."""


class Option(Struct, frozen=True):
    """One thing that can be agreed on: a number from `least` to `most`, or one of `values`, of a switch off and on."""

    name: str
    default: str
    values: list[str]
    """Empty for a number."""
    least: int
    most: int
    unlimited: bool
    """A number that may also be "unlimited"."""
    needs: list[str]
    """Only together with all of these: "+variant" or "option=value"."""
    excludes: list[str]
    """With none of these."""


class Box(Struct, frozen=True):
    """A box on the shelf; the free forms, such as `4x6`, as one."""

    id: str
    name: str
    free: bool
    variants: list[str]
    options: list[Option]
    rules: Rules
    """As printed."""


# ---- a table


class Clock(Struct, frozen=True):
    """So many seconds for each person, and so many more for every move."""

    seconds: Seconds
    more: Annotated[float, Meta(ge=0, le=86_400)] = 0.0


class Computer(Struct, frozen=True, tag="computer", tag_field="kind"):
    """A computer: `novice`, `club`, `expert`, `perfect`; `club+tricky`; `novice:errs=0.1` where marks are by hand."""

    player: Annotated[str, Meta(max_length=40)] = "club"


class Me(Struct, frozen=True, tag="me", tag_field="kind"):
    """Whoever makes the table; several seats for people who share a device."""

    name: Name | UnsetType = UNSET


class Open(Struct, frozen=True, tag="open", tag_field="kind"):
    """Free until somebody takes it by its invite link."""


Sitter: TypeAlias = Me | Open | Computer
Coach: TypeAlias = Literal["off", "check", "explain", "hint"]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed on before play. Seats that are not named are: the maker, then open ones."""

    rules: RulesText
    seats: Annotated[list[Sitter], Meta(max_length=4)] = []
    coach: Coach = "off"
    clock: Clock | None = None
    grace: Seconds | None = 180.0
    """Seconds that somebody may be away while the match waits, before others may claim; null: as long as they like."""
    watch: bool = True
    """Whether those who know the table’s id may watch."""
    name: Name | UnsetType = UNSET


class Invite(Struct, frozen=True):
    """How somebody takes this seat: the token, and the link that holds it behind the #."""

    seat: int
    invite: str
    link: str


class Made(Struct, frozen=True):
    """A new table."""

    table: str
    version: int
    seats: list[int]
    """Those that are yours."""
    invites: list[Invite]
    link: str
    """Where the table is; who opens it without an invite watches."""


class NewQr(Struct, frozen=True, forbid_unknown_fields=True):
    """A link that is to be scanned."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seat of this invite."""

    invite: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    name: Name | UnsetType = UNSET


class Taken(Struct, frozen=True):
    """The seat that is yours now."""

    table: str
    seat: int
    version: int


class NewMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as text. `version` is that of the View it answers; `seat` is needed only by who holds several."""

    move: Annotated[str, Meta(min_length=1, max_length=120, examples=["guess RYBG"])]
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Take one’s last move back, as long as nobody has seen what came of it."""

    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """Claim the round from a seat that is away past its time."""

    absent: SeatNumber
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewSay(Struct, frozen=True, forbid_unknown_fields=True):
    """Say one of the phrases."""

    phrase: Annotated[str, Meta(max_length=24)]
    key: Key
    seat: SeatNumber | None = None


class NewRematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people: the other one begins; settings kept, or changed where they are given."""

    rules: RulesText | UnsetType = UNSET
    coach: Coach | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    grace: Seconds | UnsetType | None = UNSET
    seat: SeatNumber | None = None


class NewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: about a planned guess or call (`move`), or for a hint (the next grade, unless said)."""

    ask: Literal["check", "explain", "hint"]
    key: Key
    move: Annotated[str, Meta(max_length=120, examples=["guess RYBG"])] | None = None
    grade: Literal["nudge", "good", "best"] | None = None
    seat: SeatNumber | None = None


class Done(Struct, frozen=True):
    """It is written down, and this is the version that shows it."""

    table: str
    version: int


# ---- identities


class Identity(Struct, frozen=True):
    """Who you are here; somebody new is not known until they make a table, take a seat or give a name."""

    known: bool
    name: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called."""

    name: Name


class Token(Struct, frozen=True):
    """A bearer token; it is shown once."""

    token: str


class MoveLink(Struct, frozen=True):
    """Opened on another device within ten minutes, once, it makes that device yours as well."""

    code: str
    link: str


class Adopt(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a one-time link."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


# ---- own tables and own data


class OwnTable(Struct, frozen=True):
    """A table of yours, in short."""

    table: str
    rules: str
    box: str
    created: Time
    touched: Time
    version: int
    over: bool
    seats: list[OwnSeat]
    yours: list[int]
    your_turn: bool
    winner: int | None
    points: list[int]
    daily: str | None


class OwnSeat(Struct, frozen=True):
    """Who sits at a table of yours."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    player: str | None


class OwnTables(Struct, frozen=True):
    """The newest first; `before` of the next page is `next`, null on the last one."""

    tables: list[OwnTable]
    next: float | None


class Result(Struct, frozen=True):
    """What a guest came to in the puzzle of a day."""

    day: str
    table: str
    rows: int | None
    solved: bool | None


class BoxStats(Struct, frozen=True):
    """How you broke codes of one box; in attempts that count, at tables where you held one seat."""

    box: str
    rounds: int
    """Boards that you placed rows on."""
    broken: int
    rows: float | None
    """The mean of those that were broken."""
    distribution: dict[str, int]
    """How many were broken in so many rows, "-" for not at all."""
    measured: int
    """How many of them the means of loss, luck and skill are over."""
    loss: float | None
    """Guesses lost against best play, the mean of a round."""
    luck: float | None
    """Guesses gained by better marks than expected, the mean of a round."""
    skill: float | None
    proved: bool
    """Whether loss and luck are proved in all of them; otherwise some are estimates."""


class Stats(Struct, frozen=True):
    """Your own play, box by box."""

    boxes: list[BoxStats]
    pending: int
    """Finished tables that are not counted yet; ask again."""


class OwnData(Struct, frozen=True):
    """Everything that is stored about you."""

    name: str
    created: Time
    seen: Time
    tokens: list[OwnToken]
    tables: list[str]
    daily: list[Result]


class OwnToken(Struct, frozen=True):
    """A device, a bot or a link of yours; the token itself is not stored."""

    kind: str
    created: Time
    expires: Time | None


class Deleted(Struct, frozen=True):
    """What is gone."""

    tables: int


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text; it becomes a table all of whose seats are yours."""

    record: Annotated[str, Meta(min_length=1, max_length=200_000)]


# ---- the puzzle of the day


class Daily(Struct, frozen=True):
    """The puzzle of a day, the same code for everybody, and what you and the others came to."""

    day: str
    rules: str
    ends: Time
    table: str | None
    """Your table, if you have begun."""
    rows: int | None
    solved: bool | None
    """null until you are done."""
    streak: int
    """Days in a row that you have solved, up to today or yesterday."""
    best_streak: int
    played: int
    """How many have finished it."""
    distribution: dict[str, int]
    """How many broke it in so many rows, "-" for not at all; empty until you are done."""


# ---- questions without a table


class AskMark(Struct, frozen=True, forbid_unknown_fields=True):
    """What does this guess earn against this code?"""

    rules: RulesText
    code: Annotated[str, Meta(max_length=20)]
    guess: Annotated[str, Meta(max_length=20)]
    seat: SeatNumber = 1


class AskRows(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about rows, such as `RYBG:2,1`."""

    rules: RulesText
    rows: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    seat: SeatNumber = 1


class AskCheck(AskRows, frozen=True, forbid_unknown_fields=True):
    """Which codes fit these rows? The first of them are listed."""

    first: Annotated[int, Meta(ge=0, le=1000)] = 10


class AskHome(AskRows, frozen=True, forbid_unknown_fields=True):
    """A question beside a real board, whose rows the client keeps: all of them are sent each time.

    `look` only counts what is left; `propose` is what Keypeg would place as the breaker at this level, and with the
    same `seed` it stays the same; `check` and `explain` are about `move`, `hint` is of the `grade`.
    """

    ask: Literal["look", "propose", "check", "explain", "hint"] = "look"
    own: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=2)] = []
    """The shares of a split code that the breaker holds."""
    move: Annotated[str, Meta(max_length=120)] | None = None
    grade: Literal["nudge", "good", "best"] = "best"
    level: Literal["novice", "club", "expert", "perfect"] = "perfect"
    seed: Annotated[str, Meta(max_length=40)] = ""
    first: Annotated[int, Meta(ge=0, le=100)] = 10


class Marked(Struct, frozen=True, omit_defaults=True):
    """What a guess earns; of a split code hole by hole."""

    exact: int | None = None
    near: int | None = None
    by_hole: list[Literal["black", "white", "none"] | None] | None = None


class Fitting(Struct, frozen=True):
    """How many codes fit (null: more than can be counted), the first of them; of a split code also the deals."""

    codes: int | None
    candidates: list[str]
    deals: int | None


class Suggested(Struct, frozen=True):
    """What to guess next, how it is known to be good, and the guesses still expected, this one included."""

    candidates: int | None
    guess: str
    is_candidate: bool
    expected: float | None
    worst: int | None
    basis: Literal["proved", "evaluated", "heuristic", "sampled"]


class Change(Struct, frozen=True):
    """Other marks for a row, which counts from 1."""

    row: int
    said: str
    marks: str
    slip: str


class Correction(Struct, frozen=True):
    """Changed marks that make so many codes possible; `share` is how likely it is these."""

    changes: list[Change]
    codes: int
    share: float


class Diagnosis(Struct, frozen=True):
    """What the doctor says of marks that contradict each other."""

    fits: bool | None
    codes: int | None
    conflicts: list[list[int]]
    wrong: int
    corrections: list[Correction]
    others: int
    exact: bool
    said: list[str]
    """The same in sentences."""


class Advice(Struct, frozen=True):
    """What the coach says: in sentences, and what a page needs to show it at its place."""

    version: int
    kind: str
    said: list[str]
    possible: bool | None
    """Of a check: whether it can still be right."""
    rows: list[Against]
    """The rows that speak against it."""
    move: str | None
    """Of a hint: what to do."""


class HomeAdvice(Struct, frozen=True):
    """What Keypeg says beside a real board."""

    broken: bool
    full: bool
    diagnosis: Diagnosis
    candidates: list[str]
    """The first codes that are left; of a split code the likeliest."""
    said: list[str]
    possible: bool | None
    rows: list[Against]
    move: str | None


class Against(Struct, frozen=True):
    """A row that would have earned other marks if the planned guess were the code."""

    seat: int
    board: int
    row: int
    guess: str
    would: Pair | None
    earned: Pair


class Level(Struct, frozen=True):
    """How well a computer plays."""

    player: str
    about: str


class Computers(Struct, frozen=True):
    """The levels of computers, and how they hide codes: `club`, `club+tricky`."""

    levels: list[Level]
    hiding: list[Level]


class Health(Struct, frozen=True):
    """Whether the server works."""

    status: Literal["ok"]
    version: str


# ---- a View


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    """Of a person; empty where none was given."""
    player: str | None
    """Of a computer: its level and manner, such as `club+tricky`."""
    you: bool
    here: bool
    away_since: Time | None
    """Since when a person is away."""
    claim_from: Time | None
    """From when on the match need not wait for this seat any longer; null where it does not wait, or has to."""
    points: int
    out: bool
    left: float | None
    """Seconds on its clock at the time `clock_at`; it runs on where the match waits for this seat."""


class Share(Struct, frozen=True):
    """What a seat holds of the secret: null while there is nothing, "?" for every peg that you may not know."""

    holder: int
    code: str | None


class Row(Struct, frozen=True):
    """A guess and its marks, a pair (exact, near) for each share that answers; null until given, or while sealed."""

    guess: str
    marks: list[Pair | None]
    total: Pair | None
    text: str
    """The whole row as text, such as `RYBG:2,1` or `RYBGO:_/b/w/-`."""


class Board(Struct, frozen=True):
    """The rows of one breaker."""

    breaker: int
    number: int
    answered_by: list[int]
    """The holder of the share that gives each of a row’s marks, in that order; empty where only sums are shown."""
    rows: list[Row]
    turn: bool = False
    """Its breaker may place a row now."""
    marking: bool = False
    """Its newest row is being marked."""


class Called(Struct, frozen=True):
    """A call of a split code; `right` is null while seats at a real board judge it."""

    seat: int
    code: str
    right: bool | None
    judged: list[tuple[int, bool]]


class Verdict(Struct, frozen=True):
    """What an attempt came to."""

    void: bool
    adds: list[int]
    erred: list[int]
    broke: list[Pair]
    """(seat, row) of every break that counts."""
    unbroken: list[int]
    winners: list[int]
    text: str


class Seal(Struct, frozen=True):
    """What binds a hidden code; its salt is shown when the attempt is over."""

    holder: int
    seal: str
    salt: str | None


class Attempt(Struct, frozen=True):
    """An attempt that is over; it lies open."""

    round: int
    code: int
    starter: int
    shares: list[Share]
    boards: list[Board]
    calls: list[Called]
    out: list[int]
    gave_up: list[int]
    absent: list[int]
    verdict: Verdict
    seals: list[Seal]


class Outcome(Struct, frozen=True):
    """How the match ended; no winner: a draw, or nobody broke the code."""

    points: list[int]
    winner: int | None


class May(Struct, frozen=True, omit_defaults=True):
    """A kind of move that is yours to make now, and what it needs. `move` is the first word of its text.

    - hide, guess, call: `holes` pegs out of `pegs`; `distinct`: none twice; `empty`: the holes that may stay empty
      (`.`), at most `most_empty` of them (where the blank is a colour it stands among the pegs); `left`: pegs that the
      box has left; `earlier`: rows that may not be placed again; `fill`: pegs that must stand where they are (`.`
      elsewhere); `filled`: exactly so many holes are filled.
    - mark: marks for `guess` on the board, `shares` answers: `mark 2,1` for one, `mark b-` of a split code.
    - reveal: `shares` codes of `holes`, joined by +; of a split code each with one filled hole.
    - judge: `judge yes` or `judge no`. The others stand alone: pass, claim, accept, give-up.
    """

    move: Literal["hide", "guess", "mark", "call", "judge", "pass", "reveal", "claim", "accept", "give-up"]
    board: int | None = None
    """Which of the View’s boards, from 0."""
    holes: int = 0
    pegs: str = ""
    distinct: bool = False
    empty: list[int] = []
    most_empty: int = 0
    left: dict[str, int] | None = None
    earlier: list[str] = []
    fill: str = ""
    filled: int = 0
    guess: str = ""
    shares: int = 0


class Said(Struct, frozen=True):
    """A phrase that was said."""

    version: int
    seat: int
    phrase: str
    at: Time


class Coaching(Struct, frozen=True):
    """What help was agreed on, and how often each seat has used it."""

    level: Coach
    used: list[dict[str, int]]
    """By seat: how often each kind of help was asked for."""
    may_ask: bool
    """Whether you may ask now."""
    next_grade: Literal["nudge", "good", "best"] | None
    """What the next hint would be, where hints were agreed on."""


class Rematch(Struct, frozen=True):
    """Somebody at this table wants to play again; the table for it is there, and your seat at it is kept."""

    table: str
    by: int


class View(Struct, frozen=True):
    """A table as you may see it."""

    table: str
    version: int
    rules: Rules
    seats: list[Seat]
    you: int | None
    """The seat that this View is for; null for a watcher."""
    yours: list[int]
    """All seats that you hold."""
    phase: Literal["draw", "deal", "hide", "guess", "mark", "judge", "call", "reveal", "decide", "over"]
    to_act: list[int]
    first: int | None
    round: int
    code: int
    again: int
    starter: int
    shares: list[Share]
    boards: list[Board]
    placed: list[str]
    """Your own guesses that are sealed until the others are in."""
    out: list[int]
    gave_up: list[int]
    unfit: list[int]
    """Holders whose marks no code fits."""
    calls: list[Called]
    seals: list[Seal]
    past: list[Attempt]
    points: list[int]
    outcome: Outcome | None
    last: Last | None
    """The newest move of the running attempt, as you may know it."""
    may: list[May]
    may_undo: bool
    may_claim: list[int]
    """Seats that could be claimed to be absent, as soon as `claim_from` of the seat is past."""
    coach: Coaching
    clock: Clock | None
    clock_at: Time | None
    grace: float | None
    watch: bool
    daily: str | None
    """The day whose puzzle this is."""
    says: list[Said]
    phrases: list[str]
    rematch: Rematch | None
    rematch_of: str | None
    invites: list[Invite]
    """The links of the open seats; for those who sit at the table."""


class Last(Struct, frozen=True):
    """A move and who made it; 0 is the table."""

    seat: int
    move: str


class Bell(Struct, frozen=True):
    """What the doorbell says, at once, whenever something has changed, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


class Error(Struct, frozen=True):
    """What is wrong: a slug that stays, a sentence in your language; and fields of its own besides."""

    error: str
    message: str

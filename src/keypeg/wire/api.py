"""The API: every endpoint, with its parameters, body and response. The API description is generated from this."""

from __future__ import annotations

from types import NoneType
from typing import Any

from keypeg import wire
from keypeg.wire.endpoint import Endpoint
from keypeg.wire.parameters import (
    AfterVersion,
    AtSeat,
    AtTable,
    BeforeDay,
    InLanguage,
    OfBox,
    OfPuzzle,
    OfRules,
    OfShare,
    OnDay,
    OwnTablesPage,
    WhichDevice,
)

PREFIX = "/api/v1"
TEXT = "text/plain; charset=utf-8"
SVG = "image/svg+xml"
PNG = "image/png"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

MAKE_TABLE = Endpoint(
    "make_table", "POST", "/tables", NoneType, wire.NewTable, wire.Made, "Make a table", "tables", status=201
)
TAKE_SEAT = Endpoint(
    "take_seat", "POST", "/tables/{id}/seats", AtTable, wire.TakeSeat, wire.Taken, "Take a seat", "tables", status=201
)
VIEW = Endpoint(
    "view",
    "GET",
    "/tables/{id}/view",
    AfterVersion,
    NoneType,
    wire.View,
    "See a table as you may, at once or when it changes",
    "tables",
)
MOVE = Endpoint("move", "POST", "/tables/{id}/moves", AtTable, wire.NewMove, wire.Done, "Make a move", "tables")
UNDO = Endpoint(
    "undo", "POST", "/tables/{id}/undo", AtTable, wire.NewUndo, wire.Done, "Take your last move back", "tables"
)
CLAIM = Endpoint(
    "claim",
    "POST",
    "/tables/{id}/claims",
    AtTable,
    wire.NewClaim,
    wire.Done,
    "Claim the round from somebody who stays away",
    "tables",
)
CALL_WINDOW = Endpoint(
    "call_window",
    "POST",
    "/tables/{id}/window",
    AtTable,
    wire.InWindow,
    wire.Done,
    "Go on without a call, or take a minute to enter one",
    "tables",
)
REFUSE = Endpoint(
    "refuse",
    "POST",
    "/tables/{id}/refusals",
    AtTable,
    wire.NewRefusal,
    wire.Done,
    "Refuse somebody who came from the list of open tables",
    "tables",
)
OPEN_TABLES = Endpoint(
    "open_tables",
    "GET",
    "/open-tables",
    NoneType,
    NoneType,
    wire.OpenTables,
    "The tables that are open to everybody on this server",
    "tables",
)
LIST_TABLE = Endpoint(
    "list_table",
    "POST",
    "/tables/{id}/listing",
    AtTable,
    NoneType,
    wire.Done,
    "Open a table of yours to everybody on this server",
    "tables",
)
UNLIST_TABLE = Endpoint(
    "unlist_table",
    "DELETE",
    "/tables/{id}/listing",
    AtTable,
    NoneType,
    wire.Done,
    "Take a table off the list of open tables",
    "tables",
)
SAY = Endpoint("say", "POST", "/tables/{id}/says", AtTable, wire.NewSay, wire.Done, "Say a phrase", "tables")
REMATCH = Endpoint(
    "rematch",
    "POST",
    "/tables/{id}/rematch",
    AtTable,
    wire.NewRematch,
    wire.Made,
    "Play again with the same people; another begins",
    "tables",
)
IMPORT_RECORD = Endpoint(
    "import_record",
    "POST",
    "/records",
    NoneType,
    wire.NewRecord,
    wire.Made,
    "A record becomes a table of your own",
    "tables",
    status=201,
)
COACH = Endpoint(
    "coach",
    "POST",
    "/tables/{id}/coach",
    AtTable,
    wire.NewQuestion,
    wire.Advice,
    "Ask the coach, as far as was agreed",
    "study",
)
RECORD = Endpoint(
    "record",
    "GET",
    "/tables/{id}/record",
    AtSeat,
    NoneType,
    str,
    "The record, as far as you may know it",
    "study",
    media_type=TEXT,
)
REVIEW: Endpoint[AtTable, None, wire.Review | wire.SplitReview] = Endpoint(
    "review",
    "GET",
    "/tables/{id}/review",
    AtTable,
    NoneType,
    wire.Review | wire.SplitReview,  # type: ignore[arg-type] # mypy does not take a union for a type
    "Loss and luck of every row; of a table that is over, or that you play alone",
    "study",
)
RESULT = Endpoint(
    "result",
    "GET",
    "/tables/{id}/result",
    AtSeat,
    NoneType,
    wire.Shared,
    "Your result as text to be shared, which does not tell the code",
    "study",
)
SHARE = Endpoint(
    "share",
    "POST",
    "/tables/{id}/shares",
    AtSeat,
    NoneType,
    wire.SharedLink,
    "Share your result of a match that is over, by a link that does not tell the code",
    "study",
)
SHARED = Endpoint(
    "shared", "GET", "/results/{share}", OfShare, NoneType, wire.SharedResult, "A result that was shared", "study"
)
SHARED_PICTURE = Endpoint(
    "shared_picture",
    "GET",
    "/results/{share}/picture.png",
    OfShare,
    NoneType,
    bytes,
    "Its picture, 1200 by 630",
    "study",
    media_type=PNG,
)
SAME_CODE = Endpoint(
    "same_code",
    "POST",
    "/results/{share}/tables",
    OfShare,
    NoneType,
    wire.Made,
    "Try the same code, outside statistics",
    "study",
    status=201,
)
TABLE_DOCTOR = Endpoint(
    "table_doctor",
    "GET",
    "/tables/{id}/doctor",
    AtSeat,
    NoneType,
    wire.Diagnosis,
    "Which marks are wrong, at a table that you play alone",
    "study",
)
SUGGESTION = Endpoint(
    "suggestion",
    "GET",
    "/tables/{id}/suggestion",
    AtSeat,
    NoneType,
    wire.Advice,
    "What to do next, at a table that you play alone",
    "study",
)
BOXES = Endpoint(
    "boxes",
    "GET",
    "/boxes",
    NoneType,
    NoneType,
    list[wire.Box],
    "The boxes, and what can be agreed on in each",
    "boxes",
)
RULES = Endpoint("rules", "GET", "/rules", OfRules, NoneType, wire.Rules, "What a rules text stands for", "boxes")
BOX_RULES = Endpoint(
    "box_rules",
    "GET",
    "/boxes/{box_id}/rules",
    OfBox,
    NoneType,
    wire.RulesPage,
    "The rules of a box for people",
    "boxes",
)
PLAYERS = Endpoint(
    "players", "GET", "/players", NoneType, NoneType, wire.Computers, "The levels of computers", "questions"
)
WORDS = Endpoint(
    "words",
    "GET",
    "/words/{language}",
    InLanguage,
    NoneType,
    dict[str, str],
    "All sentences in a language, as ICU messages",
    "questions",
)
MARK = Endpoint("mark", "POST", "/tools/mark", NoneType, wire.AskMark, wire.Marked, "What a guess earns", "questions")
CHECK = Endpoint("check", "POST", "/tools/check", NoneType, wire.AskCheck, wire.Fitting, "Which codes fit", "questions")
SUGGEST = Endpoint(
    "suggest", "POST", "/tools/suggest", NoneType, wire.AskSuggest, wire.Suggested, "What to guess next", "questions"
)
DOCTOR = Endpoint(
    "doctor", "POST", "/tools/doctor", NoneType, wire.AskRows, wire.Diagnosis, "Which marks are wrong", "questions"
)
HOME = Endpoint(
    "home",
    "POST",
    "/tools/home",
    NoneType,
    wire.AskHome,
    wire.HomeAdvice,
    "Beside a real board: what is left, what to place, what is wrong",
    "questions",
)
PUZZLE = Endpoint(
    "puzzle", "GET", "/puzzles/{kind}", OfPuzzle, NoneType, wire.Puzzle, "A puzzle to practise with", "questions"
)
ANSWER_PUZZLE = Endpoint(
    "answer_puzzle",
    "POST",
    "/puzzles/{kind}",
    OfPuzzle,
    wire.PuzzleAnswer,
    wire.PuzzleVerdict,
    "Whether the answer to a puzzle is right, and why",
    "questions",
)
QR = Endpoint(
    "qr", "POST", "/qr", NoneType, wire.NewQr, str, "A link as a QR code, in SVG", "questions", media_type=SVG
)
DAILY = Endpoint(
    "daily",
    "GET",
    "/daily",
    OnDay,
    NoneType,
    wire.Daily,
    "The puzzle of the day: yours, your streak, and how others did",
    "daily",
)
START_DAILY = Endpoint(
    "start_daily",
    "POST",
    "/daily",
    OnDay,
    NoneType,
    wire.Made,
    "Begin the puzzle of a day, or go on with it; after its day it counts for nothing but itself",
    "daily",
)
DAILY_ARCHIVE = Endpoint(
    "daily_archive",
    "GET",
    "/daily/archive",
    BeforeDay,
    NoneType,
    wire.DailyArchive,
    "Earlier puzzles, the latest first",
    "daily",
)
ME = Endpoint("me", "GET", "/me", NoneType, NoneType, wire.Identity, "Who you are here", "identity")
RENAME = Endpoint("rename", "PATCH", "/me", NoneType, wire.Named, wire.Identity, "Change your name", "identity")
FORGET_ME = Endpoint(
    "forget_me",
    "DELETE",
    "/me",
    NoneType,
    NoneType,
    wire.Deleted,
    "Forget you: your name, your devices, and the tables that only you sat at",
    "identity",
)
TOKEN = Endpoint(
    "token", "POST", "/tokens", NoneType, wire.Named, wire.Token, "A bearer token, for a bot", "identity", status=201
)
LINK = Endpoint(
    "link",
    "POST",
    "/me/links",
    NoneType,
    NoneType,
    wire.MoveLink,
    "A one-time link that takes your identity to another device",
    "identity",
    status=201,
)
ADOPT = Endpoint(
    "adopt", "POST", "/me/adopt", NoneType, wire.Adopt, wire.Identity, "Become who made this one-time link", "identity"
)
DEVICES = Endpoint(
    "devices",
    "GET",
    "/me/devices",
    NoneType,
    NoneType,
    list[wire.Device],
    "Your devices, bots and links, the one that was used last first",
    "identity",
)
REVOKE = Endpoint(
    "revoke_device",
    "DELETE",
    "/me/devices/{device}",
    WhichDevice,
    NoneType,
    list[wire.Device],
    "Sign a device out; the others are left",
    "identity",
)
OWN_TABLES = Endpoint(
    "own_tables",
    "GET",
    "/me/tables",
    OwnTablesPage,
    NoneType,
    wire.OwnTables,
    "Your tables, the newest first",
    "identity",
)
DISMISS = Endpoint(
    "dismiss",
    "POST",
    "/tables/{id}/dismiss",
    AtTable,
    NoneType,
    wire.Done,
    "Take a table off your list; it goes on without a change",
    "identity",
)
PEOPLE = Endpoint(
    "people", "GET", "/me/people", NoneType, NoneType, list[wire.Companion], "Whom you have played with", "identity"
)
STATS = Endpoint(
    "stats", "GET", "/me/stats", NoneType, NoneType, wire.Stats, "How you have played, game by game", "identity"
)
OWN_DATA = Endpoint(
    "own_data", "GET", "/me/data", NoneType, NoneType, wire.OwnData, "Everything that is stored about you", "identity"
)
HEALTH = Endpoint(
    "health",
    "GET",
    "/health",
    NoneType,
    NoneType,
    wire.Health,
    "Whether the server can play: 503 while its database fails",
    "operation",
)
LIVE = Endpoint(
    "live", "GET", "/health/live", NoneType, NoneType, wire.Health, "Whether the process answers at all", "operation"
)
READY = Endpoint("ready", "GET", "/health/ready", NoneType, NoneType, wire.Health, "The same as /health", "operation")
METRICS = Endpoint(
    "metrics",
    "GET",
    "/metrics",
    NoneType,
    NoneType,
    str,
    "Counts of this process, for Prometheus; for this machine, or with the operator’s token",
    "operation",
    media_type=PROMETHEUS,
)

API: tuple[Endpoint[Any, Any, Any], ...] = tuple(each for each in list(vars().values()) if isinstance(each, Endpoint))
"""All endpoints, in this order."""

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
    "make_table", "POST", "/tables", NoneType, wire.NewTable, wire.Made, "Create a table", "tables", status=201
)
TAKE_SEAT = Endpoint(
    "take_seat",
    "POST",
    "/tables/{id}/seats",
    AtTable,
    wire.TakeSeat,
    wire.Taken,
    "Take the open seat of an invite",
    "tables",
    status=201,
)
VIEW = Endpoint(
    "view",
    "GET",
    "/tables/{id}/view",
    AfterVersion,
    NoneType,
    wire.View,
    "Get your View of a table, at once or when it changes",
    "tables",
)
MOVE = Endpoint("move", "POST", "/tables/{id}/moves", AtTable, wire.NewMove, wire.Done, "Make a move", "tables")
UNDO = Endpoint(
    "undo", "POST", "/tables/{id}/undo", AtTable, wire.NewUndo, wire.Done, "Take back your last move", "tables"
)
CLAIM = Endpoint(
    "claim",
    "POST",
    "/tables/{id}/claims",
    AtTable,
    wire.NewClaim,
    wire.Done,
    "Claim the round from a player who has been away for too long",
    "tables",
)
CALL_WINDOW = Endpoint(
    "call_window",
    "POST",
    "/tables/{id}/window",
    AtTable,
    wire.InWindow,
    wire.Done,
    "Decline to call in a call window, or extend it by a minute",
    "tables",
)
REFUSE = Endpoint(
    "refuse",
    "POST",
    "/tables/{id}/refusals",
    AtTable,
    wire.NewRefusal,
    wire.Done,
    "Turn away a player who has joined your table",
    "tables",
)
RENEW_INVITE = Endpoint(
    "renew_invite",
    "POST",
    "/tables/{id}/invites",
    AtTable,
    wire.NewInvite,
    wire.Done,
    "Renew the invite to an open seat, so that the old link is void",
    "tables",
)
OPEN_TABLES = Endpoint(
    "open_tables",
    "GET",
    "/open-tables",
    NoneType,
    NoneType,
    wire.OpenTables,
    "List the tables that anyone on this server may join",
    "tables",
)
LIST_TABLE = Endpoint(
    "list_table",
    "POST",
    "/tables/{id}/listing",
    AtTable,
    NoneType,
    wire.Done,
    "Add your table to the list of open tables",
    "tables",
)
UNLIST_TABLE = Endpoint(
    "unlist_table",
    "DELETE",
    "/tables/{id}/listing",
    AtTable,
    NoneType,
    wire.Done,
    "Remove your table from the list of open tables",
    "tables",
)
SAY = Endpoint(
    "say", "POST", "/tables/{id}/says", AtTable, wire.NewSay, wire.Done, "Say one of the preset phrases", "tables"
)
REMATCH = Endpoint(
    "rematch",
    "POST",
    "/tables/{id}/rematch",
    AtTable,
    wire.NewRematch,
    wire.Made,
    "Open a rematch with the same people and the next starter",
    "tables",
)
IMPORT_RECORD = Endpoint(
    "import_record",
    "POST",
    "/records",
    NoneType,
    wire.NewRecord,
    wire.Made,
    "Create a table of your own from a record",
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
    "Ask the coach for help, within the limits agreed on",
    "study",
)
RECORD = Endpoint(
    "record",
    "GET",
    "/tables/{id}/record",
    AtSeat,
    NoneType,
    str,
    "Get the record, limited to what you may know",
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
    "Get the review of a match that is over, or in which no other person plays",
    "study",
)
RESULT = Endpoint(
    "result",
    "GET",
    "/tables/{id}/result",
    AtSeat,
    NoneType,
    wire.Shared,
    "Get your result as text to share, without the code",
    "study",
)
SHARE = Endpoint(
    "share",
    "POST",
    "/tables/{id}/shares",
    AtSeat,
    NoneType,
    wire.SharedLink,
    "Create a link that shares your result of a finished match, without the code",
    "study",
)
SHARED = Endpoint(
    "shared", "GET", "/results/{share}", OfShare, NoneType, wire.SharedResult, "Get a shared result", "study"
)
SHARED_PICTURE = Endpoint(
    "shared_picture",
    "GET",
    "/results/{share}/picture.png",
    OfShare,
    NoneType,
    bytes,
    "Get the picture of a shared result, 1200 by 630 pixels",
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
    "Create a table to try the code of a shared result, outside your statistics",
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
    "Find wrong marks at a table where no other person plays",
    "study",
)
SUGGESTION = Endpoint(
    "suggestion",
    "GET",
    "/tables/{id}/suggestion",
    AtSeat,
    NoneType,
    wire.Advice,
    "Suggest your next move at a table where no other person plays",
    "study",
)
BOXES = Endpoint(
    "boxes",
    "GET",
    "/boxes",
    NoneType,
    NoneType,
    list[wire.Box],
    "List the boxes and their options",
    "boxes",
)
RULES = Endpoint("rules", "GET", "/rules", OfRules, NoneType, wire.Rules, "Parse a rules text", "boxes")
BOX_RULES = Endpoint(
    "box_rules",
    "GET",
    "/boxes/{box_id}/rules",
    OfBox,
    NoneType,
    wire.RulesPage,
    "Get the rules of a box, written for people",
    "boxes",
)
PLAYERS = Endpoint(
    "players", "GET", "/players", NoneType, NoneType, wire.Computers, "List the levels of computer players", "questions"
)
WORDS = Endpoint(
    "words",
    "GET",
    "/words/{language}",
    InLanguage,
    NoneType,
    dict[str, str],
    "Get every sentence in a language, as ICU messages",
    "questions",
)
MARK = Endpoint("mark", "POST", "/tools/mark", NoneType, wire.AskMark, wire.Marked, "Mark a guess", "questions")
CHECK = Endpoint(
    "check",
    "POST",
    "/tools/check",
    NoneType,
    wire.AskCheck,
    wire.Fitting,
    "Count and list the codes that fit the rows",
    "questions",
)
SUGGEST = Endpoint(
    "suggest",
    "POST",
    "/tools/suggest",
    NoneType,
    wire.AskSuggest,
    wire.Suggested,
    "Suggest the next guess",
    "questions",
)
DOCTOR = Endpoint(
    "doctor",
    "POST",
    "/tools/doctor",
    NoneType,
    wire.AskRows,
    wire.Diagnosis,
    "Find wrong marks in rows that contradict each other",
    "questions",
)
HOME = Endpoint(
    "home",
    "POST",
    "/tools/home",
    NoneType,
    wire.AskHome,
    wire.HomeAdvice,
    "Get help beside a real board: what is left, what to place, what is wrong",
    "questions",
)
PUZZLE = Endpoint(
    "puzzle", "GET", "/puzzles/{kind}", OfPuzzle, NoneType, wire.Puzzle, "Get a practice puzzle", "questions"
)
ANSWER_PUZZLE = Endpoint(
    "answer_puzzle",
    "POST",
    "/puzzles/{kind}",
    OfPuzzle,
    wire.PuzzleAnswer,
    wire.PuzzleVerdict,
    "Check the answer to a practice puzzle",
    "questions",
)
QR = Endpoint(
    "qr", "POST", "/qr", NoneType, wire.NewQr, str, "Draw a link as a QR code, in SVG", "questions", media_type=SVG
)
DAILY = Endpoint(
    "daily",
    "GET",
    "/daily",
    OnDay,
    NoneType,
    wire.Daily,
    "Get the puzzle of a day: your result, your streak and the results of others",
    "daily",
)
START_DAILY = Endpoint(
    "start_daily",
    "POST",
    "/daily",
    OnDay,
    NoneType,
    wire.Made,
    "Start or resume the puzzle of a day; if started after that day, it does not count",
    "daily",
)
DAILY_ARCHIVE = Endpoint(
    "daily_archive",
    "GET",
    "/daily/archive",
    BeforeDay,
    NoneType,
    wire.DailyArchive,
    "List earlier daily puzzles, latest first",
    "daily",
)
ME = Endpoint("me", "GET", "/me", NoneType, NoneType, wire.Identity, "Get your identity", "identity")
RENAME = Endpoint("rename", "PATCH", "/me", NoneType, wire.Named, wire.Identity, "Change your name", "identity")
FORGET_ME = Endpoint(
    "forget_me",
    "DELETE",
    "/me",
    NoneType,
    NoneType,
    wire.Deleted,
    "Delete your name, your devices, and the tables where no other person sat",
    "identity",
)
TOKEN = Endpoint(
    "token",
    "POST",
    "/tokens",
    NoneType,
    wire.Named,
    wire.Token,
    "Create a bearer token for a bot",
    "identity",
    status=201,
)
LINK = Endpoint(
    "link",
    "POST",
    "/me/links",
    NoneType,
    NoneType,
    wire.MoveLink,
    "Create a one-time link that signs another device in as you",
    "identity",
    status=201,
)
ADOPT = Endpoint(
    "adopt",
    "POST",
    "/me/adopt",
    NoneType,
    wire.Adopt,
    wire.Identity,
    "Redeem a one-time link and sign in as the guest who created it",
    "identity",
)
DEVICES = Endpoint(
    "devices",
    "GET",
    "/me/devices",
    NoneType,
    NoneType,
    list[wire.Device],
    "List your devices, bots and links, most recently used first",
    "identity",
)
REVOKE = Endpoint(
    "revoke_device",
    "DELETE",
    "/me/devices/{device}",
    WhichDevice,
    NoneType,
    list[wire.Device],
    "Sign out one device, bot or link",
    "identity",
)
OWN_TABLES = Endpoint(
    "own_tables",
    "GET",
    "/me/tables",
    OwnTablesPage,
    NoneType,
    wire.OwnTables,
    "List your tables, newest first",
    "identity",
)
DISMISS = Endpoint(
    "dismiss",
    "POST",
    "/tables/{id}/dismiss",
    AtTable,
    NoneType,
    wire.Done,
    "Remove a table from your list, without leaving it",
    "identity",
)
PEOPLE = Endpoint(
    "people",
    "GET",
    "/me/people",
    NoneType,
    NoneType,
    list[wire.Companion],
    "List the people you have played with, latest first",
    "identity",
)
STATS = Endpoint(
    "stats", "GET", "/me/stats", NoneType, NoneType, wire.Stats, "Get your statistics, game by game", "identity"
)
OWN_DATA = Endpoint(
    "own_data", "GET", "/me/data", NoneType, NoneType, wire.OwnData, "Export everything stored about you", "identity"
)
HEALTH = Endpoint(
    "health",
    "GET",
    "/health",
    NoneType,
    NoneType,
    wire.Health,
    "Check whether the server can play; 503 while its database is failing",
    "operation",
)
LIVE = Endpoint(
    "live", "GET", "/health/live", NoneType, NoneType, wire.Health, "Check whether the process responds", "operation"
)
READY = Endpoint(
    "ready",
    "GET",
    "/health/ready",
    NoneType,
    NoneType,
    wire.Health,
    "Check whether the server can play, like /health",
    "operation",
)
METRICS = Endpoint(
    "metrics",
    "GET",
    "/metrics",
    NoneType,
    NoneType,
    str,
    "Get metrics for Prometheus; only from this machine, or with the operator’s token if one is set",
    "operation",
    media_type=PROMETHEUS,
)

API: tuple[Endpoint[Any, Any, Any], ...] = tuple(each for each in list(vars().values()) if isinstance(each, Endpoint))
"""All endpoints, in this order."""

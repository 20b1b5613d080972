"""Render boards, records, evaluations and reviews as text and as SVG, in English.

`keypeg.shown` calls this for `print`, for notebooks and for `keypeg.draw`.
"""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.argument_types import wrong_type
from keypeg.core import State, View, view
from keypeg.deduce.evaluation import Evaluation
from keypeg.drawing.histogram import histogram_svg
from keypeg.drawing.pictures import board_review_svg, review_svg, scene_svg
from keypeg.drawing.scene import record_scene, state_scene, view_scene
from keypeg.drawing.text import evaluation_text, scene_text
from keypeg.errors import Malformed
from keypeg.message import message
from keypeg.notation import Record, Seen, write_record
from keypeg.notation.views import status_text
from keypeg.review import BoardReview, Review
from keypeg.tell.layout import text_lines
from keypeg.tell.review import board_parts, review_messages
from keypeg.words import plain


def brief(x: State | View | Record) -> str:
    """Return a one-line summary: the rules, the round, the points, and the seats that the match waits for."""
    seen = x if isinstance(x, View) else view(x.state if isinstance(x, Record) else x, None)
    return f"{seen.rules}: {status_text(seen)}"


def text(x: object) -> str:
    """Return the text that `print` shows; for a running match, only what a watcher may know."""
    match x:
        case View():
            return scene_text(view_scene(x))
        case State():
            return scene_text(state_scene(x, None, all=False))
        case Record():
            return write_record(Seen(view(x.state, None), x.headers, x.seals)).rstrip("\n")
        case Evaluation():
            return evaluation_text(x)
        case Review():
            return "\n".join(text_lines(plain, review_messages({}, x)))
        case BoardReview():
            return "\n".join(text_lines(plain, board_parts({}, x)))
        case _:
            raise _cannot(x)


def svg(x: object, *, seat: int | None = None, all: bool = False) -> str:
    """Return a standalone picture; see `keypeg.draw`."""
    match x:
        case State():
            scene = state_scene(x, seat, all=all)
            return scene_svg(scene, scene_text(scene))
        case Record():
            scene = record_scene(x, seat, all=all)
            return scene_svg(scene, scene_text(scene))
        case _ if seat is not None or all:
            # a View already holds just what one seat may know
            raise wrong_type("draw", "all" if all else "seat", "False" if all else "None", all or seat)
        case View():
            scene = view_scene(x)
            return scene_svg(scene, scene_text(scene))
        case Evaluation():
            return _histogram([x])
        case [Evaluation(), *_]:
            return _histogram([each for each in x if isinstance(each, Evaluation)])
        case Review():
            return review_svg(x, text(x))
        case BoardReview():
            return board_review_svg(x, text(x))
        case _:
            raise _cannot(x)


def _histogram(found: Sequence[Evaluation]) -> str:
    return histogram_svg(found, ", ".join(each.by for each in found), plain(message("cli.strategy.guesses")))


def _cannot(x: object) -> Malformed:
    known = "State | View | Record | Review | BoardReview | Evaluation | list[Evaluation]"
    return wrong_type("draw", "x", known, x)

"""The name of `keypeg.api` in versions up to 0.2: all structs, and what converts them, in one module."""

from __future__ import annotations

from typing import Any

from keypeg.api import endpoint, errors, features, fields, match, sentences


def __getattr__(name: str) -> Any:
    for feature in (*features.FEATURES, match, sentences, errors, fields, endpoint):
        if name in vars(feature):
            return vars(feature)[name]
    raise AttributeError(f"keypeg.wire has no {name}; see keypeg.api")

"""Render the description of the API as one HTML page that loads nothing from other sites."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from keypeg.words import Words

STYLE = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid; }
details { margin: .3rem 0; border: 1px solid #8885; border-radius: .4rem; padding: .3rem .7rem }
summary { cursor: pointer }
code, pre { font: .9em ui-monospace, monospace }
pre { overflow-x: auto; background: #8882; padding: .6rem; border-radius: .4rem }
table { border-collapse: collapse; width: 100% } td { padding: .15rem .8rem .15rem 0; vertical-align: top }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
"""


def page(description: Mapping[str, Any], words: Words) -> str:
    """Return the page for an OpenAPI description."""
    return "".join(_page(description, words))


def _page(description: Mapping[str, Any], words: Words) -> Iterator[str]:
    title = escape(words.say("server.docs.title", version=description["info"]["version"]))
    yield f"<!doctype html><html lang={words.language}><meta charset=utf-8><title>{title}</title>"
    yield '<meta name=viewport content="width=device-width"><link rel=stylesheet href="docs.css">'
    yield f"<h1>{title}</h1><p>{escape(words.say('server.docs.about'))} <a href=openapi.json>openapi.json</a></p>"
    by_tag: dict[str, list[str]] = {}
    errors = description["components"]["responses"]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", [""])[0]
            heading = f"<span class=method>{method.upper()}</span> {escape(path)}"
            by_tag.setdefault(tag, []).append("".join(_operation(words, heading, operation, errors)))
    for tag, entries in by_tag.items():
        yield f"<h2>{escape(tag)}</h2>{''.join(entries)}"
    yield f"<h2>{escape(words.say('server.docs.values'))}</h2>"
    for name, schema in sorted(description["components"]["schemas"].items()):
        yield f"<details id={escape(name)}><summary><code>{escape(name)}</code></summary>{_value(schema)}</details>"


def _operation(
    words: Words, heading: str, operation: Mapping[str, Any], errors: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    yield f"<details><summary><code>{heading}</code> {escape(operation['summary'])}</summary>"
    for parameter in operation.get("parameters", ()):
        about = escape(parameter.get("description", ""))
        yield f"<p><code>{escape(parameter['name'])}</code> {_kind(parameter['schema'])} {about}</p>"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        yield f"<p>{escape(words.say('server.docs.takes'))} {_kind(body)}</p>"
    for status, each in operation["responses"].items():
        response = errors.get(each.get("$ref", "").rpartition("/")[2], each)
        shown = " ".join(_kind(content.get("schema", {})) for content in response.get("content", {}).values())
        yield f"<p><code>{status}</code> {shown} {escape(response.get('description', ''))}</p>"
    yield "</details>"


def _value(schema: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code><td>{_kind(each)}<td>{escape(each.get('description', ''))}"
        for name, each in schema.get("properties", {}).items()
    )
    examples = "".join(
        f"<pre>{escape(json.dumps(each, indent=2, ensure_ascii=False))}</pre>" for each in schema.get("examples", ())
    )
    return f"<p>{escape(schema.get('description', ''))}</p><table>{rows}</table>{examples}"


def _kind(schema: Mapping[str, Any]) -> str:
    """Return a short form of a type, with a link if it has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href=#{name}><code>{name}</code></a>"
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items') or {})}]"
    if "enum" in schema:
        return " | ".join(f"<code>{escape(json.dumps(each))}</code>" for each in schema["enum"])
    return f"<code>{escape(schema.get('type', 'any'))}</code>"

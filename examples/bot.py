"""A bot in forty lines: it takes the seat of an invite link and guesses whatever still fits.

python examples/bot.py 'http://localhost:5397/t/TABLE#INVITE'
"""

from __future__ import annotations

import random
import sys
import uuid

import httpx

from keypeg import Marks, rules
from keypeg.core import fitting


def main(link: str) -> None:
    place, _, invite = link.partition("#")
    server, _, table = place.rpartition("/t/")
    http = httpx.Client(base_url=f"{server}/api/v1/", timeout=70)
    token = http.post("tokens", json={"name": "Bot"}).raise_for_status().json()["token"]
    http.headers["authorization"] = f"Bearer {token}"
    http.post(f"tables/{table}/seats", json={"invite": invite}).raise_for_status()
    view = http.get(f"tables/{table}/view").raise_for_status().json()
    while view["phase"] != "over":
        if view["you"] in view["to_act"]:
            body = {"move": choose(view), "version": view["version"], "key": uuid.uuid4().hex}
            http.post(f"tables/{table}/moves", json=body)
        after = {"after": view["version"], "wait": 50}
        view = http.get(f"tables/{table}/view", params=after).raise_for_status().json()
    print(view["outcome"])


def choose(view: dict) -> str:
    """Hide anything; guess the first code that fits all rows; where neither is asked for, give up."""
    played, seat = rules(view["rules"]["text"]), view["you"]
    if view["may"][0]["move"] == "hide":
        return f"hide {random.choice(list(played.code_hidden_by(seat)))}"
    if view["may"][0]["move"] != "guess" or played.split:
        return "give-up"
    rows = view["boards"][view["may"][0]["board"]]["rows"]
    marked = [(row["guess"], Marks(*row["total"])) for row in rows]
    return f"guess {next(fitting(played.codes[seat - 1], marked))}"


if __name__ == "__main__":
    main(sys.argv[1])

"""People play each other: by link, on one device, by hand, and over lines that break."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from keypeg.server.settings import Settings
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.running import serving

ME = {"kind": "me"}
OPEN = {"kind": "open"}
COMPUTER = {"kind": "computer", "player": "club"}


def sit_down(host: Visitor, others: list[Visitor]) -> None:
    """Everybody else comes by the links that the host's page shows."""
    expect(host.page.get_by_label(re.compile("Link for seat")).first).to_be_visible()
    links = [field.input_value() for field in host.page.get_by_label(re.compile("Link for seat")).all()]
    assert len(links) == len(others)
    for number, (guest, link) in enumerate(zip(others, links, strict=True), start=2):
        guest.page.goto(link)
        guest.page.get_by_label("What’s your name?").fill(f"Guest {number}")
        guest.button("Take a seat").click()
        expect(guest.page.get_by_role("heading", name="You’re invited")).to_be_hidden()


def play_together(people: list[Visitor], most: int = 300) -> None:
    """Everybody plays whenever their own page says that it is their turn."""
    for _ in range(most):
        if all(each.page.locator("[data-end]").count() for each in people):
            return
        for each in people:
            if each.page.locator("[data-next]").count():
                each.go_on()
            elif each.page.locator("[data-turn]").count():
                each.play_once()
            else:
                each.page.wait_for_timeout(50)
    raise AssertionError("the match does not end")


@pytest.mark.long
@pytest.mark.parametrize("rules", ["challenge:rounds=1", "logic24+two-boards", "togo"])
def test_two_people_play_each_other_live(visitor: Callable[..., Visitor], rules: str) -> None:
    host, guest = visitor(size=DESKTOP), visitor(size=PHONE)
    host.make(rules, ME, OPEN)
    sit_down(host, [guest])
    play_together([host, guest])
    assert host.view()["outcome"] == guest.view()["outcome"] is not None


@pytest.mark.long
@pytest.mark.parametrize("rules", ["mm44", "mm44:seats=3", "mm44:seats=2,boards=2"])
def test_people_around_a_table(visitor: Callable[..., Visitor], rules: str) -> None:
    seats = 4 if rules == "mm44" else int(rules[11])
    people = [visitor(size=DESKTOP if at % 2 else PHONE) for at in range(seats)]
    people[0].make(rules, ME, *[OPEN] * (seats - 1))
    sit_down(people[0], people[1:])
    play_together(people)
    assert people[-1].view()["outcome"] is not None


@pytest.mark.long
@pytest.mark.parametrize("rules", ["togo", "challenge:rounds=1", "mm44:seats=3"])
def test_one_device_goes_from_hand_to_hand_behind_a_curtain(visitor: Callable[..., Visitor], rules: str) -> None:
    host = visitor()
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Bo", "Cy")]
    host.make(rules, *seats[: 3 if "mm44" in rules else 2])
    expect(host.page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    expect(host.page.locator(".entry")).to_have_count(0)
    host.play_out()
    assert host.view()["outcome"] is not None


@pytest.mark.long
@pytest.mark.parametrize(("rules", "penalty"), [("togo", [0, 3]), ("challenge:rounds=1", [-1, 0])])
def test_a_wrong_mark_by_hand_is_found_and_paid_for(
    visitor: Callable[..., Visitor], rules: str, penalty: list[int]
) -> None:
    host, guest = visitor(size=DESKTOP), visitor(size=DESKTOP)
    options = "," if ":" in rules else ":"
    host.make(f"{rules}{options}marking=hand,first=1", ME, OPEN)
    sit_down(host, [guest])
    erred = False
    for _ in range(200):
        view = host.view()
        if view["past"]:
            break
        for each in (host, guest):
            turn = each.page.locator("[data-turn]")
            if not turn.count():
                continue
            own = each.view()
            wanted = next((may for may in own["may"] if may["move"] == "mark"), None)
            if each is host and wanted and not erred:
                each.mark(own, wanted, wrong=True)
                erred = True
                expect(each.page.locator("main")).not_to_have_attribute("data-version", str(own["version"]))
            elif each is guest and erred and any(may["move"] == "give-up" for may in own["may"]):
                each.button("Give up").click()
                each.button("Give up this code?").click()
                expect(each.page.locator("main")).not_to_have_attribute("data-version", str(own["version"]))
            else:
                each.play_once()
    verdict = host.view()["past"][0]["verdict"]
    assert verdict["void"]
    assert verdict["erred"] == [1]
    assert verdict["adds"] == penalty
    told = host.page.locator("#verdict")
    expect(told).to_contain_text(re.compile("You marked .*row 1 "))
    expect(told).to_contain_text("void and will be played again")


@pytest.mark.long
def test_a_half_filled_row_survives_a_reload_and_a_broken_line(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    player.make("logic24:first=2", ME, COMPUTER)
    expect(player.page.locator(".entry")).to_be_visible()
    player.page.keyboard.type("YR")
    player.page.reload()
    expect(player.page.get_by_label("Hole 2: red")).to_be_visible()
    player.context.set_offline(True)
    player.page.keyboard.type("OB")
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("banner").get_by_text("Offline")).to_be_visible()
    expect(player.page.get_by_label("Hole 2: red")).to_be_visible()
    player.context.set_offline(False)
    expect(player.page.get_by_text("Your turn: row 2 of 9", exact=True)).to_be_visible()
    expect(player.page.get_by_role("banner").get_by_text("Offline")).to_be_hidden()
    assert [row["guess"] for row in player.view()["boards"][0]["rows"]] == ["YROB"]
    player.complaints[:] = [said for said in player.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


@pytest.mark.long
def test_the_page_comes_back_by_itself_after_the_server_was_away(browser: Browser, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = Settings(port=port, data_dir=tmp_path, limits=False, thinkers=1)
    with serving(settings) as address:
        player = Visitor(browser, address)
        player.make("logic24:first=2", ME, COMPUTER)
        player.type_row("YROB")
        expect(player.page.get_by_text("Your turn: row 2 of 9", exact=True)).to_be_visible()
    player.page.keyboard.type("GG")
    expect(player.page.get_by_role("banner").get_by_text("Offline")).to_be_visible()
    with serving(settings):
        expect(player.page.get_by_role("banner").get_by_text("Offline")).to_be_hidden()
        expect(player.page.get_by_label("Hole 2: green")).to_be_visible()
        player.play_out()
        assert player.view()["outcome"] is not None
    player.context.close()

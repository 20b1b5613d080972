"""Play without a server: agree to the download, cut the line, play, close the browser and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect

from keypeg import boxes, rules
from keypeg.notation import read_record
from tests.browser.test_access import violations
from tests.browser.traveller import PYTHON, Traveller, download
from tests.browser.visitor import Visitor
from tests.programs import chromium

Somebody = Callable[..., Visitor]
ME = {"kind": "me"}
CLUB = {"kind": "computer", "player": "club"}
ASKED_FOR = """const persist = StorageManager.prototype.persist
window.persisted = 0
StorageManager.prototype.persist = function () {
  window.persisted += 1
  return persist.call(this)
}"""
WORKERS_FAIL = """window.broken = true
const Real = Worker
window.Worker = class extends Real {
  constructor(address, how) {
    super(window.broken ? '/assets/nothing.js' : address, how)
  }
}"""
RULES_KEPT = """async () => {
  const kept = async (name) => !!(await caches.match(`/api/v1/${name}`, { ignoreVary: true }))
  for (const name of ['boxes/mm44/rules', 'rules?text=mm44'])
    while (!(await kept(name))) await new Promise((done) => setTimeout(done, 50))
}"""
AS_OF_VERSION_1 = """([table, rules]) => new Promise((done, fail) => {
  const opened = indexedDB.open('keypeg')
  opened.onsuccess = () => {
    const change = opened.result.transaction('tables', 'readwrite')
    const tables = change.objectStore('tables')
    tables.get(table).onsuccess = ({ target: { result: row } }) => {
      delete row.agreed.version
      tables.put({ ...row, rules })
    }
    change.oncomplete = () => { opened.result.close(); done() }
    change.onabort = () => fail(change.error)
  }
})"""
VERSION = "caches.match('/offline/files.json').then((list) => list.json()).then(({ version }) => version)"
HOLD_LOCK = """(name) => new Promise((held) => {
  navigator.locks.request(name, () => new Promise((done) => { window.release = done; held() }))
})"""
TABS_WAIT = "async () => (await navigator.locks.query()).pending.length === 2"
EVERY = [box.id for box in boxes()] + [f"{box.id}+{variant}" for box in boxes() for variant in box.variants]
LANGUAGES = pytest.mark.parametrize("language", ["en-GB", "de-DE"])


@pytest.fixture
def traveller(browser: Browser, site: str) -> Iterator[Callable[..., Traveller]]:
    people: list[Traveller] = []

    def somebody(**how: str) -> Traveller:
        people.append(Traveller(browser, site, **how))  # type: ignore[arg-type]
        return people[-1]

    yield somebody
    complaints = [complaint for each in people for complaint in each.complaints]
    for each in people:
        each.context.close()
    assert complaints == []


def test_nothing_is_fetched_before_and_a_match_goes_on_without_a_line(visitor: Somebody) -> None:
    person = visitor()
    page, asked = person.page, list[str]()
    page.add_init_script(ASKED_FOR)
    page.on("request", lambda request: asked.append(request.url))
    person.open("/offline")
    expect(page.get_by_role("button", name="Download")).to_contain_text("MB")
    assert not any("/offline/" in url and not url.endswith("files.json") for url in asked)
    download(page)
    assert page.evaluate("window.persisted") == 1
    page.evaluate(RULES_KEPT)
    person.cut_the_line()
    page.goto(person.site + "/rules/mm44")
    expect(page.locator("main h2").first).to_be_visible()
    assert page.workers == [], "rules need no Python"
    page.goto(person.site + "/new?on=device&rules=challenge")
    ready = page.locator("button[type=submit][aria-disabled=false]")
    ready.wait_for(timeout=PYTHON)
    options = page.locator("select.field").nth(1).locator("option")
    # A friend by link needs the server, and at some boxes so do an expert and perfect.
    needing = [option.inner_text().endswith("(needs the server)") for option in options.all()]
    assert needing == [option.is_disabled() for option in options.all()]
    assert needing[2:] == [True, False, False, True, True]
    page.locator("label.box:has(input[value='togo'])").click()
    expect(options.nth(6)).to_be_enabled()
    assert [option.is_disabled() for option in options.all()][2:] == [True, False, False, False, False]
    ready.wait_for()
    ready.click()
    expect(page.locator("header .about", has_text="On this device")).to_be_visible(timeout=PYTHON)
    table = page.url
    person.type_row("RYBG")
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2")
    page.goto(table)
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2", timeout=PYTHON)
    page.goto(person.site + "/games")
    here = page.locator("li", has_text="On this device")
    expect(here).to_have_count(2)
    # What could not come back is not removed; once it is, the matches stay, also while there is no line.
    page.goto(person.site + "/offline")
    expect(page.get_by_role("link", name="New game on this device")).to_be_visible()
    remove = person.button("Remove the download")
    expect(remove).to_have_count(0)
    person.context.set_offline(False)
    remove.click()
    expect(person.button("Download")).to_contain_text("MB")
    person.context.set_offline(True)
    page.goto(person.site + "/games")
    expect(here).to_have_count(2)
    person.context.set_offline(False)
    here.first.get_by_role("link").click()
    expect(page.get_by_text("This game is on this device. Download Keypeg again to open it.")).to_be_visible()
    expect(person.button("Download")).to_contain_text("MB")


@pytest.mark.long
def test_a_match_goes_on_after_the_download_was_removed_and_came_again(traveller: Callable[..., Traveller]) -> None:
    person = traveller()
    page = person.page
    person.set_out()
    playing = page.url
    person.make("togo:rounds=1,parity=any,first=2", ME, CLUB)
    person.play_out()
    finished = page.url
    person.context.set_offline(False)
    page.goto(f"{person.site}/offline")
    person.button("Remove the download").click()
    expect(page.get_by_role("button", name="Download")).to_be_visible()
    page.goto(f"{person.site}/games")
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    expect(page.get_by_role("link", name="Save match")).to_have_count(0)
    expect(person.button("Upload")).to_have_count(0)
    page.goto(finished)
    page.get_by_role("button", name="Download").click()
    expect(page.locator("[data-end]")).to_be_visible(timeout=PYTHON)
    assert page.url == finished
    person.context.set_offline(True)
    person.open(playing.removeprefix(person.site))
    expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)


@pytest.mark.long
def test_a_match_that_a_newer_version_cannot_play_on_is_offered_as_a_record(
    traveller: Callable[..., Traveller],
) -> None:
    person = traveller(language="de-DE")
    person.set_out()
    page = person.page
    table = person.make("mm44:seats=2,blanks=any,first=1", {**ME, "name": "Ada"}, {**ME, "name": "Bea"})
    version = person.view()["version"]
    person.api("POST", f"/tables/{table}/moves", {"move": "guess .....", "version": version, "key": "1", "seat": 1})
    page.evaluate(AS_OF_VERSION_1, [table, "mm44:seats=2,first=1"])
    page.goto(f"{person.site}/t/{table}")  # another process: it knows only what is stored
    why = "Nur das Loch des eigenen Anteils darf leer bleiben"
    expect(page.get_by_text(why)).to_be_visible(timeout=PYTHON)
    assert violations(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Partie speichern").click()
    record = read_record(saved.value.path().read_text("utf-8"))
    assert record.state.rules == rules("mm44:seats=2,first=1")
    person.open("/games")
    over = page.get_by_role("region", name="Beendet")
    expect(over).to_contain_text(why)
    expect(over.get_by_role("link", name="Partie speichern")).to_be_visible()


@pytest.mark.long
@LANGUAGES
def test_every_box_and_every_variant_is_played_to_its_end_without_a_line(
    traveller: Callable[..., Traveller], language: str
) -> None:
    person = traveller(language=language)
    person.set_out()
    for text in EVERY:
        person.make(text, ME, *[CLUB] * (rules(text).seats - 1))
        person.play_out()


@pytest.mark.long
@LANGUAGES
def test_people_pass_the_device_and_mark_by_hand(traveller: Callable[..., Traveller], language: str) -> None:
    person = traveller(language=language)
    person.set_out()
    person.make("togo:rounds=1,parity=any,marking=hand", {**ME, "name": "Ada"}, {**ME, "name": "Bea"})
    person.play_out()


@pytest.mark.long
@LANGUAGES
def test_the_home_board_finds_a_planted_error(traveller: Callable[..., Traveller], language: str) -> None:
    person = traveller(language=language)
    person.set_out()
    page = person.open("/board")
    page.locator("label.box:has(input[value='togo'])").click(timeout=PYTHON)
    page.locator("input[name='role'][value='help']").check()
    page.locator("form button.main").click()
    for guess, (exact, near) in {"ROYG": (1, 2), "RYPW": (2, 0), "RYOG": (0, 4)}.items():  # the last earned 2,1
        person.type_row(guess)
        expect(page.locator("[data-enter-marks]")).to_be_visible()
        person.set_marks(exact, near)
    doctor = page.locator("[data-doctor]")
    doctor.get_by_role("button").first.click()
    expect(doctor).to_have_count(0)
    expect(page.locator("[data-left]")).not_to_have_attribute("data-left", "0")


@pytest.mark.long
@LANGUAGES
def test_ten_puzzles_are_answered(traveller: Callable[..., Traveller], language: str) -> None:
    person = traveller(language=language)
    person.set_out()
    page = person.open("/practice")
    for number in range(10):
        kind = ("code", "fits", "wrong", "next")[number % 4]
        page.locator("select[name=kind]").select_option(kind, timeout=PYTHON)
        expect(page.locator(".board")).to_be_visible()
        if kind in ("code", "next"):
            page.keyboard.type("RYGB")
            page.keyboard.press("Enter")
        else:
            page.locator(".puzzle input").first.check()
            page.locator(".puzzle button.main").click()
        expect(page.locator("[data-verdict]")).to_be_visible()


@pytest.mark.long
def test_a_match_is_reviewed_here_and_uploaded_once_there_is_a_line(traveller: Callable[..., Traveller]) -> None:
    person = traveller()
    person.set_out()
    page = person.page
    there = person.make("togo:rounds=1,parity=any,first=2", ME, CLUB)
    person.play_out()
    record = person.api("GET", f"/tables/{there}/record")
    split = person.make("mm44", ME, CLUB, CLUB, CLUB)
    person.play_out()
    # What a device cannot measure is said, and the way to who can is at hand.
    person.open(f"/review/{split}")
    expect(page.get_by_text("A review needs the server.")).to_be_visible()
    expect(person.button("Upload")).to_be_visible()
    person.open(f"/review/{there}")
    expect(page.locator("[data-row]").first).to_be_visible(timeout=PYTHON)  # a second one starts for it
    expect(person.button("Forward one row")).to_be_visible()
    expect(person.button("Link to this row")).to_have_count(0)  # nobody else could open it
    away = "Keypeg cannot reach the server. Try again in a moment."
    person.open("/daily")
    expect(page.get_by_text(away)).to_be_visible()
    person.open("/games")
    over = page.get_by_role("link", name="Review")
    expect(over).to_have_count(2)
    person.button("Upload").last.click()
    expect(page.get_by_role("alert")).to_have_text(away)
    person.open("/")
    person.open("/games")
    expect(over).to_have_count(2)
    person.context.set_offline(False)
    person.open("/games")
    person.button("Upload").last.click()
    page.wait_for_url(lambda url: "/t/" in url and "/t/device-" not in url)
    uploaded = page.url.rpartition("/")[2]
    answer = page.request.get(f"{person.site}/api/v1/tables/{uploaded}/record").text()
    assert moves(answer) == moves(record)
    page.goto(f"{person.site}/games")
    expect(page.locator(f"a[href='/review/{uploaded}']")).to_be_visible()


def moves(record: str) -> str:
    """Return a record without what is said about it."""
    return record.partition("\n\n")[2]


@pytest.mark.long
def test_a_device_that_is_full_says_so_and_goes_on_when_there_is_room(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/offline")
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site, "quotaSize": 1_000_000})
    button = page.locator("main button.main")
    button.click()
    full = page.get_by_text("Your browser could not save this.")
    expect(full).to_be_visible(timeout=PYTHON)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site})
    download(page)
    context.close()


@pytest.mark.long
def test_python_that_could_not_be_started_is_started_again(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/offline")
    download(page)
    page.add_init_script(WORKERS_FAIL)
    page.reload()
    expect(page.get_by_text("Keypeg could not start on this device.")).to_be_visible()
    page.evaluate("window.broken = false")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)
    context.close()


@pytest.mark.long
def test_a_match_whose_log_was_deleted_is_not_played_on_with_a_gap(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/offline")
    download(page)
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "indexeddb"})
    page.keyboard.type("RYBG")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no such table")).to_be_visible(timeout=PYTHON)
    context.close()


@pytest.mark.long
def test_who_deletes_their_data_deletes_the_matches_of_the_device(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page, playing = context.new_page(), context.new_page()
    playing.goto(f"{site}/offline")
    download(playing)
    page.goto(f"{site}/settings")
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Delete all your data?").click()
    expect(page.get_by_text("Your data has been deleted.").first).to_be_visible()
    page.goto(f"{site}/games")
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    playing.keyboard.type("RYBG")
    playing.keyboard.press("Enter")
    expect(playing.get_by_text("There is no such table")).to_be_visible(timeout=PYTHON)
    context.close()


@pytest.mark.long
def test_a_match_taken_off_the_list_stays_off_it_when_it_is_played_on(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page, playing = context.new_page(), context.new_page()
    playing.goto(f"{site}/offline")
    download(playing)
    page.goto(f"{site}/games")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    playing.keyboard.type("RYBG")
    playing.keyboard.press("Enter")
    expect(playing.locator("[data-row='2'], [data-next]").first).to_be_visible(timeout=PYTHON)
    page.reload()
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    context.close()


def test_a_browser_that_keeps_nothing_is_told_before_the_download(visitor: Somebody) -> None:
    person = visitor()
    person.page.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('private', 'SecurityError') }"
    )
    page = person.open("/offline")
    expect(page.get_by_text("Your browser could not save this.")).to_be_visible()
    expect(page.locator("main button.main")).to_have_count(0)


@pytest.mark.long
def test_a_match_is_there_after_the_browser_was_killed(browser: Browser, site: str, tmp_path: Path) -> None:
    kind = browser.browser_type
    context = kind.launch_persistent_context(tmp_path, executable_path=chromium(), args=["--no-sandbox"])
    page = context.new_page()
    page.goto(f"{site}/offline")
    download(page)
    context.set_offline(True)
    page.goto(f"{site}/new?on=device&rules=togo:first=1")
    ready = page.locator("button[type=submit][aria-disabled=false]")
    ready.wait_for(timeout=PYTHON)
    ready.click()
    expect(page.locator(".entry")).to_be_visible(timeout=PYTHON)
    page.keyboard.type("RYBG")
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2")
    table = page.url
    page.evaluate("localStorage.removeItem('keypeg.offline')")  # as a crash may, shortly after it was put there
    with pytest.raises(Error, match="closed"):
        context.new_cdp_session(page).send("Browser.crash")
    again = kind.launch_persistent_context(tmp_path, executable_path=chromium(), args=["--no-sandbox"])
    again.set_offline(True)
    page = again.new_page()
    page.goto(table)
    page.wait_for_function("() => Number(document.querySelector('main')?.dataset.version) >= 2", timeout=PYTHON)
    again.close()


@pytest.mark.long
def test_two_tabs_share_one_worker_and_the_second_goes_on_alone(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    first = context.new_page()
    first.goto(f"{site}/offline")
    download(first)
    context.set_offline(True)
    second = context.new_page()
    second.goto(first.url)
    expect(second.locator(".entry")).to_be_visible(timeout=PYTHON)
    first.keyboard.type("YROB")
    first.keyboard.press("Enter")
    expect(second.locator("[data-row='2']")).to_be_visible(timeout=PYTHON)
    first.close()
    second.keyboard.type("BGYR")
    second.keyboard.press("Enter")
    expect(second.locator("[data-row='3']").or_(second.locator("[data-next]")).first).to_be_visible(timeout=PYTHON)
    context.close()


@pytest.mark.long
def test_tabs_that_asked_before_one_of_them_had_a_worker_are_answered_too(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    other = context.new_page()
    other.goto(f"{site}/offline")
    download(other)
    table = other.url
    other.goto(f"{site}/settings")
    # As a tab that is about to be closed: it has the lock, and answers nobody.
    other.evaluate(HOLD_LOCK, f"keypeg-device-{other.evaluate(VERSION)}")
    tabs = [context.new_page(), context.new_page()]
    for tab in tabs:
        tab.goto(table)
    other.wait_for_function(TABS_WAIT)
    other.evaluate("window.release()")
    for tab in tabs:
        expect(tab.locator(".entry")).to_be_visible(timeout=PYTHON)
    assert sorted(len(tab.workers) for tab in tabs) == [0, 1]
    context.close()

"""What a device is given: sounds only when asked for, a page without a line, and something to install."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from keypeg.words import Words
from tests.browser.visitor import Visitor

Somebody = Callable[..., Visitor]
LISTEN = """window.heard = []
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (...when) {
  window.heard.push(this.context.constructor.name)
  return start.apply(this, when)
}"""
KEPT = """async () => {
  await navigator.serviceWorker.ready
  const used = performance.getEntriesByType('resource').map(each => each.name).filter(name => name.includes('/assets/'))
  for (const name of ['/', ...used]) {
    while (!(await caches.match(name))) await new Promise(done => setTimeout(done, 50))
  }
}"""

NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })"""


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.heard")
    return found


def test_a_peg_is_heard_only_where_sounds_are_on(visitor: Somebody) -> None:
    person = visitor()
    person.page.add_init_script(LISTEN)
    person.make("togo:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    table, page = person.page.url, person.page
    page.locator("[data-peg='R']").tap()
    expect(page.get_by_label("Hole 1: red", exact=True)).to_be_visible()
    assert heard(page) == []
    person.open("/settings").get_by_label("Sounds").check()
    page.goto(table)
    page.locator("[data-peg='Y']").tap()
    expect(page.get_by_label("Hole 2: yellow", exact=True)).to_be_visible()
    assert heard(page) == ["AudioContext"]


def test_a_page_that_may_store_nothing_is_played_all_the_same(visitor: Somebody) -> None:
    person = visitor()
    person.page.add_init_script(NO_STORAGE)
    person.make("togo:first=2", {"kind": "me"}, {"kind": "computer", "player": "club"})
    person.type_row("RYBG")
    expect(person.page.locator("[data-row='2'], [data-next]").first).to_be_visible()


def test_without_a_line_the_page_opens_and_says_what_is_missing(visitor: Somebody) -> None:
    person = visitor()
    page = person.open()
    expect(person.button("Play now")).to_be_visible()
    page.evaluate(KEPT)
    person.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You’re offline. Tables, the daily puzzle")).to_be_visible()
    expect(person.button("Play now")).to_be_visible()
    person.context.set_offline(False)
    expect(page.get_by_text("You’re offline.")).to_be_hidden()
    person.complaints[:] = [said for said in person.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


def test_rules_that_nobody_has_read_open_without_a_line(visitor: Somebody) -> None:
    person = visitor(language="de-DE")
    page = person.open()
    expect(page.locator("main .button.main").first).to_be_visible()
    # The rules come when the first screen is long there.
    page.evaluate(
        """async () => {
          const kept = async (name) => !!(await caches.match(name, { ignoreVary: true }))
          const rules = ['logic24', 'logic12', 'togo', 'challenge', 'mm44', '4x6']
            .flatMap((box) => [`/api/v1/boxes/${box}/rules`, `/api/v1/rules?text=${box}`])
          for (const name of rules) while (!(await kept(name))) await new Promise((done) => setTimeout(done, 50))
        }"""
    )
    page.evaluate(KEPT)
    person.cut_the_line()
    aim = Words("de").say("rules.section.aim")
    for box in ("togo", "mm44"):
        page.goto(f"{person.site}/rules/{box}")
        expect(page.get_by_role("heading", name=aim)).to_be_visible()
    person.open("/rules")
    expect(page.locator("a[href='/rules/challenge']")).to_be_visible()


def test_a_new_page_lets_go_of_what_the_old_one_used(visitor: Somebody) -> None:
    page = visitor().open()
    page.evaluate(KEPT)
    page.evaluate("""async () => {
      const shelf = await caches.open('keypeg-page')
      await shelf.put('/', new Response('an older page'))
      await shelf.put('/assets/older.js', new Response(''))
    }""")
    page.reload()
    page.evaluate(KEPT)
    assert page.evaluate("async () => !(await caches.match('/assets/older.js'))")


def test_a_picture_that_was_opened_is_not_kept_as_the_page(visitor: Somebody) -> None:
    person = visitor()
    page = person.open()
    page.evaluate(KEPT)
    page.goto(f"{person.site}/icon.svg")
    assert "<title>" in page.evaluate("caches.match('/').then(found => found.text())")
    person.complaints.clear()  # without a page, browsers look for a favicon.ico


def test_it_can_be_installed(visitor: Somebody) -> None:
    person = visitor()
    page = person.open()
    page.evaluate(KEPT)
    session = person.context.new_cdp_session(page)
    manifest: Any = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{person.site}/manifest.webmanifest"
    assert manifest["errors"] == []
    found: Any = session.send("Page.getInstallabilityErrors")
    # The browser of a test is a private window, which installs nothing.
    assert {each["errorId"] for each in found["installabilityErrors"]} <= {"in-incognito"}


def test_another_device_is_signed_out(visitor: Somebody) -> None:
    person, phone = visitor(), visitor()
    page = person.open("/settings")
    person.button("Use another device").click()
    link = page.get_by_label("Open this link on the other device").input_value()
    phone.page.goto(link)
    phone.button("Yes, that’s me").click()
    expect(phone.page.get_by_text("This device is yours now.")).to_be_visible()
    person.button("My devices").click()
    devices = page.get_by_role("list", name="My devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="This device").get_by_role("button")).to_have_count(0)
    devices.filter(has_text="Another device").get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Signed out.").first).to_be_visible()
    expect(devices).to_have_count(1)
    assert phone.context.request.get(f"{phone.page.url.partition('/me')[0]}/api/v1/me").json()["known"] is False

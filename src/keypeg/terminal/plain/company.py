"""Line mode for the other people at a server's table: phrases, claims and rematches."""

from __future__ import annotations

from collections.abc import Callable

from keypeg.errors import Illegal, KeypegError, Malformed
from keypeg.tell import seat_name
from keypeg.terminal.match.session import Company, Session
from keypeg.terminal.plain.console import Console


def company_commands(company: Company | None, seat: int | None) -> dict[str, Callable[[str], None]]:
    """Return the commands that concern the other people; none without company or a seat."""
    if company is None or seat is None:
        return {}

    def say(phrase: str) -> None:
        if phrase not in company.phrases:
            raise Malformed("phrase-unknown", phrase=phrase, known=", ".join(company.phrases))
        company.say(seat, phrase)

    def claim(_: str) -> None:
        absent = company.absent()
        if not absent:
            raise Illegal("plain-nobody-absent")
        company.claim(seat, absent[0])

    return {"absent": claim, **({"say": say} if company.phrases else {})}


def ask_again(console: Console, session: Session) -> Session | None:
    """Ask the person whether to play again; return the session of the rematch, if any."""
    company = session.company
    if company is None:
        return None
    by = company.offered()
    if by:
        console.say("tell.rematch-offered", who=seat_name(session.names, by))
    while True:
        console.say("plain.ask.again")
        if console.hear() != "again":
            return None
        try:
            return company.again()
        except KeypegError as error:
            console.complain(error)

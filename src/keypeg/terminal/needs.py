"""Who may look at a screen that several people share."""

from __future__ import annotations

from keypeg.core import HIDDEN, Phase
from keypeg.terminal.session import Session


def needs_curtain(session: Session, seat: int) -> bool:
    """Whether this seat is about to see, or to enter, what others at the screen may not."""
    if len(session.here) < 2:
        return False
    view = session.view(seat)
    holds = any(share.code and HIDDEN not in share.code for share in view.own_shares) or bool(view.placed)
    enters = view.phase in (Phase.HIDE, Phase.REVEAL)
    sealed = view.rules.together and not session.open and view.phase is not Phase.DECIDE
    return holds or enters or sealed

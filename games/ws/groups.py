"""Names of groups in the channel layer; there is one, for what crosses processes."""

NUDGE = "nudge"


def nudges() -> str:
    """The group that every server process listens to.

    Each process gathers which games and races it has changed and says so here, at most every
    NUDGE_PAUSE; the others read the rows of those that somebody is looking at. A message that
    is lost, doubled or late costs freshness alone.
    """
    return "nudges"

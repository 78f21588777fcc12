"""robots.txt: may we ask for an address, and how long must we wait between two requests (RFC 9309). Pure.

What the lines mean is read by protego; here stands what follows where there is no such file.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from protego import Protego

TOKEN = "Parallax"  # the name that a robots.txt calls us by
MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Robots:
    """What a host asks of robots.

    Attributes:
        rules: of its file; None where there is none.
        closed: why nothing may be asked for, whatever the address; None where the rules decide.
    """

    rules: Protego | None
    closed: str | None = None

    def refusal(self, address: str) -> str | None:
        """Why an address may not be asked for; None where it may."""
        if self.closed is not None:
            return self.closed
        if self.rules is None or self.rules.can_fetch(address, TOKEN):
            return None
        return "robots.txt of its host disallows it; ask the owner of the site, or take the address out of the feed"

    @property
    def crawl_delay(self) -> float:
        """Seconds between two requests that the host asks for; 0 where it does not."""
        delay = self.rules.crawl_delay(TOKEN) if self.rules is not None else None
        return float(delay) if delay is not None and math.isfinite(delay) and delay > 0 else 0.0


def robots_of(status: int, body: bytes) -> Robots:
    """What an answer to `/robots.txt` means.

    A file is read; one that is not there (404, 410 and the like) allows everything. Where the host forbids the file itself
    (401, 403), is overcharged (429) or in trouble (5xx), nothing is asked for: the RFC would allow the first.

    Args:
        status: HTTP status, after redirects.
        body: of a 200.
    """
    if status == 200:
        return Robots(Protego.parse(body.decode("utf-8-sig", "replace")))
    if 400 <= status < 500 and status not in (401, 403, 429):
        return Robots(None)
    return unreachable(f"status {status}")


def unreachable(why: str) -> Robots:
    """A host whose robots.txt could not be had: nothing is asked for (RFC 9309, 2.3.1.4)."""
    return Robots(None, f"robots.txt of its host could not be read ({why}), so nothing is asked for")

"""Addresses in the site: file names and anchors, relative to the site's root.

Belongs here: names that are safe in every file system and stay the same from release to release. Nothing is written.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from release.site.kept import Reads, Watched

LONGEST = 80
DIGITS = 16  # of a hash in hex: among a million ids the chance that two share them is below 1 in 10 million
_PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
# Names that Windows keeps for devices, whatever the ending.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
NO_MARKET = "no-market"


def stem(identifier: str | None) -> str:
    """A file name without ending for an id: the id itself where it is plain, else its plain letters and a hash of it.

    "heat-pump" gives "heat-pump"; an id of other signs, a device's name or a very long one gets an underscore and sixteen
    hex digits, so that no two ids share a file: no plain id has an underscore.
    """
    if identifier is None:
        return NO_MARKET
    if _PLAIN.fullmatch(identifier) and len(identifier) <= LONGEST and identifier not in {*_DEVICES, NO_MARKET}:
        return identifier
    plain = "-".join(re.findall(r"[a-z0-9]+", identifier.lower()))[: LONGEST - 1 - DIGITS].strip("-")
    return f"{plain}_{hashlib.sha256(identifier.encode('utf-8', 'surrogatepass')).hexdigest()[:DIGITS]}"


def numbered(name: str, number: int) -> str:
    """The file name of a list's page: "conflicts.html", "conflicts.2.html", ...

    Numbers stand behind a dot, which no `stem` has: "heat-pump-2" may be a market beside "heat-pump".
    """
    return f"{name}.html" if number == 1 else f"{name}.{number}.html"


def market_page(market_id: str) -> str:
    """The page of a market."""
    return f"markets/{stem(market_id)}.html"


def publisher_page(publisher_id: str) -> str:
    """The page of a publisher."""
    return f"publishers/{stem(publisher_id)}.html"


@dataclass(frozen=True)
class Addresses:
    """Address by id, filled while pages are laid out; a page that links to another is made after it.

    Attributes:
        claims: claim_id → its place among the evidence.
        mentions: evidence_id → the quote.
        statements: id of a statement that is no figure → its quote.
        conflicts: conflict_id → its place in the explorer.
        estimates: estimate_id → its row on a market page.
        texts: document_id → the first page of its whole text, where its licence lets it stand in the site.
        in_texts: evidence_id → the quote within the whole text.
    """

    claims: dict[str, str] = field(default_factory=dict)
    mentions: dict[str, str] = field(default_factory=dict)
    statements: dict[str, str] = field(default_factory=dict)
    conflicts: dict[str, str] = field(default_factory=dict)
    estimates: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    in_texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def watched(cls, reads: Reads) -> Addresses:
        """Empty addresses; what a part of the site asks for and enters is noted."""
        return cls(**{one.name: Watched(one.name, reads) for one in fields(cls)})

    def market(self, market_id: str | None) -> str | None:
        """The page of a market; None for none."""
        return None if market_id is None else market_page(market_id)

    def publisher(self, publisher_id: str | None) -> str | None:
        """The page of a publisher; None for none."""
        return None if publisher_id is None else publisher_page(publisher_id)

    def evidence(self, market_id: str | None) -> str:
        """The first page of a market's evidence."""
        return f"evidence/{stem(market_id)}.html"

    def first(self, claim_ids: Mapping[str, object] | list[str]) -> str | None:
        """The place of the first of these claims that has one."""
        return next((self.claims[one] for one in claim_ids if one in self.claims), None)

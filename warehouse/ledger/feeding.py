"""Feeds into the ledger: each feed is fetched in turn and becomes one batch.

The one loop over feeds. Belongs here: that one feed never costs the others, and that documents and visits are written
together. What is asked for is decided in `sources/ingest/feeds`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sources.profiles import PublisherProfile, load_profiles, profile_of
from warehouse.ledger.intake import Intake
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

if TYPE_CHECKING:
    from sources.ingest.arrival import Arrival
    from sources.ingest.feeds.feed_file import Feed
    from sources.ingest.feeds.visiting import Visitor
    from sources.records import Visit


@dataclass(frozen=True, slots=True)
class Fed:
    """What became of one feed.

    Attributes:
        feed: its name.
        intake: what became of the documents that came.
        visits: one per address asked for.
        warnings: what people should look at, each once.
    """

    feed: str
    intake: Intake
    visits: tuple[Visit, ...]
    warnings: tuple[str, ...]


def take_in_feeds(
    ledger: Ledger, feeds: Iterable[Feed], visitor: Visitor, *, everything: bool = False
) -> Iterator[Fed]:
    """Fetches feeds and takes in what they give.

    Args:
        ledger: receives; the caller holds its lock.
        feeds: those to fetch, in a total order.
        visitor: asks; its `now` is the run's clock.
        everything: also addresses that are not due, and whole.

    Yields:
        One outcome per feed, once its batch is written. A kill costs at most the feed under way, which is then fetched anew.

    Raises:
        LedgerError: stored bytes are damaged.
        LedgerLocked: another process writes.
    """
    profiles = load_profiles()
    for feed in feeds:
        visits: list[Visit] = []
        warnings: list[str] = []
        named = feed.model_copy(update={"publisher": _name(feed.publisher, profiles)})
        arrivals = _arrivals(ledger, named, visitor, visits, warnings, everything=everything)
        intake = ledger.take_in(arrivals, now=visitor.now, visits=visits)
        yield Fed(feed.name, intake, tuple(visits), tuple(dict.fromkeys(warnings)))


def _name(publisher: str | None, profiles: tuple[PublisherProfile, ...]) -> str | None:
    """The publisher as it is written: a profile's name, else the name as the file gives it."""
    if publisher is None:
        return None
    by_id = {profile.publisher_id: profile for profile in profiles}
    profile = by_id.get(publisher) or profile_of(publisher, profiles)
    return profile.name if profile else publisher


def _arrivals(
    ledger: Ledger, feed: Feed, visitor: Visitor, visits: list[Visit], warnings: list[str], *, everything: bool
) -> Iterator[Arrival]:
    """Documents that came; visits and warnings are noted on the way, and a fault of ours ends this feed alone."""
    from sources.ingest.feeds.fetching import fetch

    try:
        for visit, arrival in fetch(feed, ledger.visits(), visitor, everything=everything):
            visits.append(visit)
            if visit.problem is not None:
                warnings.append(f"{feed.name}: {visit.url}: {visit.problem}")
            if arrival is not None:
                yield arrival
    except LedgerError:
        raise  # damage, not a fault of this feed
    except Exception as error:
        logging.getLogger("parallax").exception("feed %s failed", feed.name)
        warnings.append(
            f"{feed.name}: fetching stopped at a fault of the program ({type(error).__name__}: {error}); "
            "what came before is kept; please report it with the log"
        )

"""Feeds into the ledger: each feed is fetched in turn and becomes one batch.

The one loop over feeds. Belongs here: that one feed never costs the others, and that documents and visits are written
together. What is asked for is decided in `sources/ingest/feeds`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sources.profiles import load_profiles
from warehouse.ledger.intake import Intake
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

if TYPE_CHECKING:
    from sources.ingest.arrival import Arrival
    from sources.ingest.feeds.feed_file import Feed
    from sources.ingest.feeds.fetching import FeedOutcome
    from sources.ingest.feeds.visit import Visit
    from sources.ingest.feeds.visiting import Visitor
    from sources.records import Metadata


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
        everything: also addresses that are not due.

    Yields:
        One outcome per feed, once its batch is written. A kill costs at most the feed under way, which is then fetched anew.

    Raises:
        LedgerError: stored bytes are damaged.
        LedgerLocked: another process writes.
    """
    from sources.ingest.feeds.fetching import fetch

    profiles = load_profiles()
    for feed in feeds:
        visits: list[Visit] = []
        warnings: list[str] = []
        outcomes = fetch(feed, ledger.visits(), visitor, publisher=feed.publisher_name(profiles), everything=everything)
        arrivals = _arrivals(ledger, feed, outcomes, visits, warnings)
        intake = ledger.take_in(arrivals, now=visitor.now, visits=visits)
        yield Fed(feed.name, intake, tuple(visits), tuple(dict.fromkeys(warnings)))


def _arrivals(
    ledger: Ledger, feed: Feed, outcomes: Iterable[FeedOutcome], visits: list[Visit], warnings: list[str]
) -> Iterator[Arrival]:
    """Documents that came; visits and warnings are noted on the way, and a fault of ours ends this feed alone."""
    charsets: dict[tuple[str, str], str] | None = None
    try:
        for one in outcomes:
            visits.append(one.visit)
            if one.warning is not None:
                warnings.append(one.warning)
            if one.arrival is not None:
                yield one.arrival
            elif one.said is not None:
                charsets = _charsets(ledger) if charsets is None else charsets
                yield _same_again(ledger, one.said, charsets)
    except LedgerError:
        raise  # damage, not a fault of this feed
    except Exception as error:
        logging.getLogger("parallax").exception("feed %s failed", feed.name)
        warnings.append(
            f"{feed.name}: fetching stopped at a fault of the program ({type(error).__name__}: {error}); "
            "what came before is kept; please report it with the log"
        )


def _charsets(ledger: Ledger) -> dict[tuple[str, str], str]:
    known = ledger.metadata().drop_nulls("charset").select("document_id", "origin", "charset")
    return {(document_id, origin): charset for document_id, origin, charset in known.iter_rows()}


def _same_again(ledger: Ledger, said: Metadata, charsets: Mapping[tuple[str, str], str]) -> Arrival:
    """A document whose server sent no bytes because they are the same: those of the ledger, with what is said of it now.

    Such an answer seldom names the charset: the one of the answer that brought the bytes holds on.
    """
    from sources.ingest.arrival import Arrival
    from sources.ingest.feeds.addresses import address_of
    from sources.ingest.feeds.fetching import name_of

    now = replace(said, charset=said.charset or charsets.get((said.document_id, said.origin)))
    name = name_of(address_of(said.origin))
    return Arrival(said.origin, name, said.document_id, ledger.content(said.document_id), now, None)

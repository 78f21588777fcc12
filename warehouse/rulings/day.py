"""The day for the expiry of decisions: an input of the build, never the clock of the machine."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import polars as pl

from warehouse.decisions import Decision
from warehouse.resolve.documents.document_metadata import document_metadata, rows_by_document


def judged_on(decisions: Iterable[Decision], given: date | None, document_days: Iterable[date] = ()) -> date | None:
    """The day by which `expires` is judged.

    Args:
        decisions: all decisions.
        given: the day that whoever starts the build names; None names none.
        document_days: days on which documents say that they were published; used where no day is given.

    Returns:
        The given day, else the latest day that decisions and documents name; never before the latest decision's own
        day, since nothing is judged by a day on which it was not yet said. None where nobody names a day.
    """
    taken = [decision.date for decision in decisions]
    known = [*taken, *([given] if given is not None else document_days)]
    return max(known, default=None)


def document_days(metadata: pl.DataFrame, facts: pl.DataFrame) -> list[date]:
    """Days of publication, one per document that states one; of a vague date the first day that it can be.

    Args:
        metadata: raw.metadata.
        facts: raw.facts.
    """
    sidecars = rows_by_document(metadata.iter_rows(named=True))
    stated = rows_by_document(facts.filter(pl.col("name") == "published_on").iter_rows(named=True))
    known_documents = (
        document_metadata(sidecars.get(one, ()), stated.get(one, ())) for one in sorted({*sidecars, *stated})
    )
    return [known.published.first for known in known_documents if known.published is not None]

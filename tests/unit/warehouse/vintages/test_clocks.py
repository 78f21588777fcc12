"""The clocks of one document, dates worked through one by one."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.resolve.documents.vague_dates import VagueDate, vague_date
from warehouse.vintages.clocks import Asked, Clocks, Seen, Vintage, seen, sets_aside_by

ORDER = (Vintage.absent, Vintage.unknown, Vintage.possible, Vintage.known)  # as days go by, rightwards only


def clocks(published: str | None, data_as_of: str | None, last_updated: str | None) -> Clocks:
    return Clocks(vague_date(published), vague_date(data_as_of), vague_date(last_updated))


@pytest.mark.parametrize(
    ("published", "data_as_of", "last_updated", "day", "figures", "text"),
    [
        # a day of publication: there from that day on
        ("2026-02-10", None, None, "2026-02-09", "absent", "absent"),
        ("2026-02-10", None, None, "2026-02-10", "known", "known"),
        # figures are dated before they are published: the text was not there yet
        ("2026-03-03", "2025-12-31", None, "2026-02-01", "absent", "absent"),
        ("2026-03-03", "2025-12-31", None, "2026-03-03", "known", "known"),
        # figures of a day that is still to come cannot have stood in the first version of the text
        ("2026-01-05", "2026-03-31", None, "2026-02-01", "absent", "absent"),
        # only the figures are dated: they count from the end of their month; of the words nothing is known
        (None, "2026-01", None, "2026-02-01", "known", "unknown"),
        (None, "2026-01", None, "2026-01-31", "known", "unknown"),
        (None, "2026-01", None, "2026-01-30", "possible", "unknown"),
        (None, "2026-01", None, "2025-12-31", "absent", "absent"),
        # a quarter: 1 January to 31 March
        (None, "2026-Q1", None, "2025-12-31", "absent", "absent"),
        (None, "2026-Q1", None, "2026-01-01", "possible", "unknown"),
        (None, "2026-Q1", None, "2026-03-30", "possible", "unknown"),
        (None, "2026-Q1", None, "2026-03-31", "known", "unknown"),
        ("May 2026", None, None, "2026-05-06", "possible", "possible"),
        # the last change of a page tells by when its words stood, not since when
        (None, None, "June 2026", "2026-02-01", "unknown", "unknown"),
        (None, None, "June 2026", "2026-06-15", "possible", "possible"),
        (None, None, "June 2026", "2026-06-30", "known", "known"),
        # published, and changed later: another figure may have stood there, unless the figures carry a date
        ("2026-01-15", None, "2026-06-10", "2026-02-01", "possible", "possible"),
        ("2026-01-15", "2025-12", "2026-06-10", "2026-02-01", "known", "possible"),
        ("2026-01-15", None, "2026-06-10", "2026-06-10", "known", "known"),
        (None, "2026-01", "2026-06-10", "2026-02-01", "known", "unknown"),
        # no date at all
        (None, None, None, "2026-02-01", "unknown", "unknown"),
        (None, None, None, "2100-01-01", "unknown", "unknown"),
    ],
)
def test_a_document_was_there_as_its_dates_say(
    published: str | None, data_as_of: str | None, last_updated: str | None, day: str, figures: str, text: str
) -> None:
    found = seen(clocks(published, data_as_of, last_updated), Asked(date.fromisoformat(day)))
    assert (found.figures, found.text) == (figures, text)


@pytest.mark.parametrize(
    ("received", "known_by", "figures"),
    [
        ("2026-11-20T23:59:59", "2026-11-20", "known"),  # the day asked for counts to its end, UTC
        ("2026-11-21T00:00:00", "2026-11-20", "absent"),
        (None, "2026-11-20", "absent"),
    ],
)
def test_what_we_had_not_received_is_absent_whatever_its_dates(
    received: str | None, known_by: str, figures: str
) -> None:
    known = Clocks(vague_date("2020-01-01"), None, None, None if received is None else datetime.fromisoformat(received))
    for as_of in (None, date(2026, 1, 1)):
        assert seen(known, Asked(as_of, date.fromisoformat(known_by))).figures == figures


def test_a_receipt_makes_no_document_older_than_its_own_dates() -> None:
    """Held here in November 2026, yet dated December: on 1 December 2026 by its own clock it is not there."""
    held = Clocks(vague_date("2026-12-24"), None, None, datetime(2026, 11, 20))
    assert seen(held, Asked(date(2026, 12, 1), date(2026, 12, 1))).figures == Vintage.absent
    undated = Clocks(None, None, None, datetime(2026, 11, 20))
    assert seen(undated, Asked(date(2026, 12, 1), date(2026, 12, 1))).figures == Vintage.unknown


def test_the_reason_names_every_date() -> None:
    found = seen(clocks("2026-03-03", "2025-12", "June 2026"), Asked(date(2026, 1, 1)))
    assert found.reason == "later: published 2026-03-03; figures of 2025-12; last updated 2026-06"
    assert seen(clocks(None, None, None), Asked(date(2026, 1, 1))).reason == "undated"


def test_the_weakest_of_several_is_the_last_in_the_alphabet() -> None:
    """The views take `max` of the words."""
    assert max(Vintage.known, Vintage.possible) == Vintage.possible
    assert max(Vintage.possible, Vintage.unknown, Vintage.known) == Vintage.unknown


@pytest.mark.parametrize(
    ("dated", "day", "sets_aside"),
    [("2026-Q1", "2026-03-31", True), ("2026-Q1", "2026-02-15", False), ("2026-02-15", "2026-02-15", True)],
)
def test_an_edition_sets_earlier_ones_aside_only_once_it_was_certainly_out(
    dated: str, day: str, sets_aside: bool
) -> None:
    known = vague_date(dated)
    assert sets_aside_by(known, Asked(date.fromisoformat(day))) == (known if sets_aside else None)
    assert sets_aside_by(known, Asked()) == known


@st.composite
def vague_dates(draw: st.DrawFn) -> VagueDate | None:
    first = draw(st.none() | st.dates(date(2024, 1, 1), date(2026, 12, 31)))
    if first is None:
        return None
    last = first + timedelta(days=draw(st.sampled_from([0, 0, 30, 90, 365])))
    return VagueDate(first, last, f"{first}/{last}")


@given(vague_dates(), vague_dates(), vague_dates(), st.lists(st.dates(date(2023, 1, 1), date(2029, 1, 1)), min_size=2))
def test_as_days_go_by_a_document_only_ever_becomes_more_certain(
    published: VagueDate | None, data_as_of: VagueDate | None, last_updated: VagueDate | None, days: list[date]
) -> None:
    known = Clocks(published, data_as_of, last_updated)
    found: list[Seen] = [seen(known, Asked(day)) for day in sorted(days)]
    for one, other in pairwise(found):
        assert ORDER.index(one.figures) <= ORDER.index(other.figures)
        assert ORDER.index(one.text) <= ORDER.index(other.text)

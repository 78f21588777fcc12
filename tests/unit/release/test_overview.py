"""The counts of a run's summary."""

from __future__ import annotations

from release.reading.overview import overview
from release.record import Release


def test_the_counts_are_those_of_the_small_world(release: Release) -> None:
    seen = overview(release)
    assert seen.documents == {"duplicate": 1, "landed": 4, "quarantined": 1}
    # 13 mentions of 12 claims; one number is a report id and rejected
    assert (seen.n_mentions, seen.n_rejections) == (13, 1)
    assert seen.claims == {"stated": 11, "superseded": 1}
    assert seen.estimates == {"single_source": 5, "agree": 1, "conflict_likely": 1}
    assert seen.conflicts == {"conflict_likely": 2}
    assert [(found.name, found.reason) for found in seen.quarantine] == [("empty.txt", "empty")]
    # three publishers size widgets, one sizes smart widgets; two independent ones stand behind e1
    assert (seen.market, seen.estimate_id) == ("Widget", "e1")

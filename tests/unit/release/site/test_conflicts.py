"""The explorer of conflicts where there are more than anybody reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from release.changes.reading import changes_of
from release.record import read_release
from release.site import conflicts
from release.site.build import build_site
from release.site.disputes import VERDICTS

if TYPE_CHECKING:
    from quality import CheckResult
    from release.record import Release


@pytest.mark.parametrize(("most", "says"), [(1, True), (10_000, False)])
def test_of_many_conflicts_the_first_are_drawn_and_the_rest_are_told_and_stand_with_their_markets(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    small_world: Any,
    release: Release,
    all_passed: tuple[CheckResult, ...],
    most: int,
    says: bool,
) -> None:
    monkeypatch.setattr(conflicts, "READABLE", most)
    record = read_release(release.path).record
    build_site(small_world.database, record, all_passed, changes_of(release.path), tmp_path / "site", lambda _: None)
    con = duckdb.connect(str(small_world.database), read_only=True)
    found = con.execute("SELECT conflict_id, verdict, market, explanation FROM marts.conflicts").fetchall()
    con.close()
    first = sorted(found, key=lambda row: (VERDICTS.index(row[1]), row[2] or ""))[:most]
    page = (tmp_path / "site" / "conflicts.html").read_text(encoding="utf-8")
    drawn = re.findall(r'id="x-([^"]+)"', page)
    assert len(found) > 1
    assert len(drawn) == min(most, len(found))
    assert {row[1] for row in found if row[0] in drawn} == {row[1] for row in first}
    assert (f"first {most:,} of {len(found)}" in page) is says
    markets = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "site" / "markets").rglob("*.html"))
    assert [row[3] for row in found if row[3] not in markets] == []

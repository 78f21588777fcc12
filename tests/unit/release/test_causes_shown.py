"""A conflict of three sides and two years, as site, explain, cite and the API show it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from pipelines.cli.explore.trace_tree import trace_tree
from release.api.evidence import evidence
from release.api.source import Source, asked_of
from release.changes.reading import changes_of
from release.citations.citing import cite
from release.reading.trace import trace
from release.record import read_release
from release.site.build import build_site

if TYPE_CHECKING:
    from quality import CheckResult
    from release.record import Release

pytestmark = pytest.mark.slow


@pytest.fixture
def three_sided(release: Release, tmp_path: Path) -> Path:
    """A copy of the release's database: k2 gets a middle side (45, Copyhouse Wire) and a second year (40 against 70)."""
    copy = tmp_path / "copied" / "warehouse.duckdb"
    copy.parent.mkdir()
    copy.write_bytes(release.database.read_bytes())
    for name in ("release.json", "manifest.json"):
        if (release.path / name).exists():
            (copy.parent / name).write_bytes((release.path / name).read_bytes())
    con = duckdb.connect(str(copy))
    of = "from marts.conflict_sides where conflict_id = 'k2' and side"
    con.execute(f"create table more as select * replace (3 as side) {of} = 2 and is_representative")
    con.execute("update marts.conflict_sides set side = 3 where conflict_id = 'k2' and side = 2")
    con.execute(
        "insert into marts.conflict_sides select * replace (2 as side, 45 as value, 'Copyhouse Wire' as publishers, "
        "'c10' as claim_ids) from more"
    )
    for side, value in ((1, 40), (3, 70)):
        con.execute(
            "insert into marts.conflict_sides select * replace (2026 as time_period_year, '2026' as time_period, "
            f"false as is_representative, false as is_stated, {value} as value) {of} = {side} and time_period_year = 2025"
        )
    con.execute("update marts.conflicts set n_sides = 3, years = '2025|2026', n_years = 2 where conflict_id = 'k2'")
    con.execute("drop table more")
    con.close()
    return copy


def test_a_card_has_every_side_and_a_line_for_every_year(
    three_sided: Path, release: Release, all_passed: tuple[CheckResult, ...], tmp_path: Path
) -> None:
    record = read_release(release.path).record
    build_site(three_sided, record, all_passed, changes_of(release.path), tmp_path / "site", lambda _: None)
    page = (tmp_path / "site" / "conflicts.html").read_text(encoding="utf-8")
    (card,) = re.findall(r'<article class="conflict" id="x-k2".*?</article>', page, re.DOTALL)
    assert "2025, 2026" in card
    head, years = card.split('<details class="years"')
    assert re.findall(r'class="big">([^<]+)<', head) == ["about 30%", "45%", "60%"]
    lines = re.findall(r'<th scope="row">(2025|2026)</th>(.*?)</tr>', years, re.DOTALL)
    cells = {year: re.findall(r'<td class="n">([^<]+?)(?: <span|<)', line) for year, line in lines}
    # 60 / 30 = 2; 70 / 40 = 1.75
    assert cells == {"2025": ["30%", "45%", "60%", "2"], "2026": ["40%", "–", "70%", "1.75"]}
    assert card.count("carried") == 2


def test_explain_cite_and_api_tell_every_side_and_year(three_sided: Path, release: Release) -> None:
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    Console(file=out, width=200).print(trace_tree(trace(three_sided, "k2", None)))
    assert "its 2 years" in out.getvalue()
    assert "Copyhouse Wire 45" in out.getvalue() and "(carried)" in out.getvalue()
    told = evidence(Source(release, three_sided, asked_of()), "k2")
    assert told.conflict is not None
    assert (told.conflict.years, told.conflict.n_sides) == ([2025, 2026], 3)
    assert [(side.year, side.side) for side in told.sides] == [(2025, 1), (2025, 2), (2025, 3), (2026, 1), (2026, 3)]
    assert {claim.claim_id for claim in told.claims} >= {"c04", "c10", "c11"}
    whole, two = cite(three_sided, "k2"), cite(release.database, "k2")
    assert "Copyhouse" in whole and "Copyhouse" not in two

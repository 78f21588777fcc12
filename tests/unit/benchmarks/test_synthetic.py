"""Synthetic reports: equal on every machine, of the intended length, and every claim is in the text."""

from __future__ import annotations

import json

import pytest

from benchmarks.main_job import time_stages
from benchmarks.report import page
from sources.extract import extract
from sources.parse import parse
from trials.synthetic.composing import BRIEF, REPORT, compose
from trials.synthetic.forms import FORMS, as_text
from trials.synthetic.scoring import figure, scored
from trials.synthetic.statements import printed_money
from trials.synthetic.worlds import market, publisher
from trials.synthetic.writing import write_reports


def test_a_report_is_the_same_whenever_it_is_made_and_of_the_length_of_real_ones():
    lengths = [len(as_text(compose(7, 1000, number))) for number in range(0, 1000, 50)]
    assert compose(7, 1000, 150) == compose(7, 1000, 150)
    assert compose(7, 1000, 150) != compose(8, 1000, 150)
    assert min(lengths) > REPORT.least * 0.9 and max(lengths) < REPORT.most * 1.2


def test_a_brief_is_short_has_no_table_and_makes_the_claims_of_its_headline():
    briefs = [compose(7, 1000, number, BRIEF) for number in range(0, 1000, 50)]
    assert all(600 < len(as_text(brief)) < 3_500 for brief in briefs)
    assert not any(part.kind == "table" for brief in briefs for part in brief.parts)
    assert all(len(brief.known) >= 3 for brief in briefs)


def test_reports_on_one_market_are_of_different_publishers_and_names_do_not_repeat():
    # 1,000 reports are about 125 markets, so reports 3, 128, 253 ... are about one.
    same = [compose(7, 1000, 3 + 125 * k) for k in range(8)]
    assert len({report.market for report in same}) == 1
    assert len({report.publisher for report in same}) >= 6
    assert len({market(7, number).name for number in range(12_500)}) == 12_500
    assert len({publisher(7, number).name for number in range(700)}) == 700


def test_shares_of_a_market_add_up_to_the_whole():
    for number in range(50):
        assert sum(share for _, share in market(7, number).segments) == pytest.approx(100)
        assert sum(share for _, share in market(7, number).regions) == pytest.approx(100)


def test_money_is_known_as_it_is_printed():
    # 12,437,000,000 in billions with two digits is 12.44; as millions it keeps all digits; 31 million is never USD 0.03 billion.
    assert printed_money(12_437_000_000, "USD billion") == ("USD 12.44 billion", 12_440_000_000)
    assert printed_money(12_437_000_000, "US$ million") == ("US$ 12,437 million", 12_437_000_000)
    assert printed_money(31_420_000, "USD billion") == ("USD 31.4 million", 31_400_000)


@pytest.mark.parametrize("form", FORMS)
def test_the_headline_is_read_from_every_form(form):
    report = compose(7, 1000, 11)
    headline = {figure("", claim.metric, claim.value, claim.year)[1:4] for claim in report.known[:3]}
    read = extract(parse(FORMS[form](report)))
    found = {figure("", c.metric, float(c.value), c.period_end or c.year_stated)[1:4] for c in read.claims}
    assert headline <= found


def test_reports_are_written_beside_what_they_claim(tmp_path):
    n_bytes = write_reports(tmp_path / "in", 1000, range(5), ("txt",))
    files = sorted(path.name for path in (tmp_path / "in" / "000").glob("*.txt"))
    known = [json.loads(line) for line in (tmp_path / "in.known.jsonl").read_text(encoding="utf-8").splitlines()]
    assert files == [f"{number:06d}.txt" for number in range(5)]
    assert {row["document"] for row in known} == set(files)
    assert n_bytes == sum((tmp_path / "in" / "000" / name).stat().st_size for name in files)


def _row(value, year, segment=None, metric="market_size", document="a"):
    return {"document": document, "metric": metric, "value": value, "year": year, "segment": segment, "area": "Global", "market": "x"}  # fmt: skip


def test_recall_and_precision_are_counted_with_and_without_the_part():
    known = [_row(5e9, 2024), _row(1e9, 2024, "steel"), _row(7.5, 2030, metric="cagr")]
    found = [
        figure("a", "market_size", 5e9, 2024),
        figure("a", "market_size", 1e9, 2024),
        figure("a", "cagr", 8.0, 2030),
    ]
    told = scored([*found, figure("a", "price", 1.0, 2024)], known)
    # Both sizes are right, the rate is not: 2 of 3 and 2 of 3. In full the second size lacks its segment: 1 of 3.
    assert (told["right"], told["recall"], told["precision"]) == (2, 0.6667, 0.6667)
    assert (told["recall_in_full"], told["precision_in_full"]) == (0.3333, 0.3333)


def test_many_reports_are_taken_in_and_read_and_no_build_is_made(tmp_path):
    write_reports(tmp_path / "in", 3, range(3), ("txt",), BRIEF)
    found = time_stages(tmp_path / "in", tmp_path / "home", read_only=True)
    assert found["documents"]["read"] == 3
    assert list(found["stages"]) == ["take in", "parse and extract"]
    assert found["claims"] > 3
    assert not list((tmp_path / "home").glob("builds/*"))
    again = time_stages(tmp_path / "in", tmp_path / "home", read_only=True)
    assert (again["documents"]["unchanged"], again["documents"].get("read", 0)) == (3, 0)
    assert again["claims"] == found["claims"]


def test_the_page_sums_stages_by_run_and_leaves_out_what_was_not_measured():
    stages = {
        "take in": {"wall": 2.0, "cpu": 1.5, "megabytes": 90},
        "build": {"wall": 6.0, "cpu": 4.5, "megabytes": 400},
    }
    one = {"stages": stages, "groups": {"all": 101, "computed": 1}}
    updates = {"one report more": one, "ten reports more": {"failed": "no room"}}
    lines = page({"machine": {"cores": 2}, "synthetic": {"100": {**one, "updates": updates}}}, "x.json").splitlines()
    # 2 + 6 s of wall time, 1.5 + 4.5 of processors, the larger of 90 and 400 MB.
    assert "| 100 | one report more | 8.0 | 6.0 | 400 | 1 of 101 |" in lines
    assert "| 100 | ten reports more | failed: no room |  |  |  |" in lines
    assert "| 100 | one report more | build | 6.0 | 4.5 | 400 |" in lines
    assert not [line for line in lines if "questions" in line or "programs" in line]

"""Synthetic reports: equal on every machine, of the intended length, and every claim is in the text."""

from __future__ import annotations

import json

import pytest

from benchmarks import synthetic_job
from benchmarks.main_job import time_reading
from benchmarks.peers import priced
from benchmarks.synthetic_report import jobs_section
from sources.extract import extract
from sources.parse import parse
from trials.synthetic.composing import BRIEF, REPORT, compose
from trials.synthetic.forms import FORMS, as_text
from trials.synthetic.scoring import figure, scored, size_errors
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


def test_market_sizes_are_held_against_the_middle_of_what_is_claimed():
    known = [_row(4e9, 2024), _row(6e9, 2024, document="b"), _row(9e9, 2025)]
    # Asked is 2024 alone, its middle is 5e9; 5.5e9 is 1.1 times that.
    assert size_errors({("x", 2024): 5.5e9}, known) == {
        "asked": 1, "answered": 1, "median_factor": 1.1, "within_5_percent": 0.0,
    }  # fmt: skip


def test_a_price_is_tokens_times_the_published_price(tmp_path):
    prices = tmp_path / "prices.yml"
    prices.write_text(
        "characters_per_token: 4\nprompt_tokens: 1000\noutput_tokens_per_claim: 50\nsource: s\nas_of: 2026-07-11\nlatency: null\n"
        "models:\n  - {name: one, input: 1.0, output: 5.0}\n",
        encoding="utf-8",
    )
    # 8,000 characters are 2,000 tokens, with the prompt 3,000; 10 claims come back as 500. (3,000 x 1 + 500 x 5) / 1e6 x 1,000 = 5.5.
    assert priced(["x" * 8000], 10, prices)["dollars_per_1000"] == {"one": 5.5}


def test_a_collection_that_was_only_read_is_shown_without_a_release_and_out_of_the_growth(tmp_path, monkeypatch):
    stages = {
        "stages": {"take in": 1.0},
        "cpu": {"take in": 2.0},
        "peak_megabytes": {"take in": 90},
        "bytes": 3_000_000,
    }
    accuracy = dict.fromkeys(("recall", "precision", "recall_in_full", "precision_in_full"), 0.99)
    whole = {**stages, "release": "r000001", "accuracy": accuracy, "floors": {}, "pace_seconds": 1.0}
    read = {**stages, "cpu": {"take in": 1_000.0}, "rows": {"raw.claims": 1_234_567}, "pace_seconds": 1.0}
    jobs = {"100": whole, "1000": {**whole, "cpu": {"take in": 30.0}}, "100000": read}
    monkeypatch.setattr(synthetic_job, "synthetic_job", lambda work, count, seconds: jobs[str(count)])
    found = synthetic_job.synthetic_jobs(tmp_path, [100, 1_000, 100_000])
    assert found["growth"] == {
        "take in": 1.5,
        "all": 1.5,
    }  # 30 s of 1,000 reports, 2 s of 100: 15 times for ten times as many
    assert "growth" not in synthetic_job.synthetic_jobs(tmp_path, [100_000])
    page = jobs_section(found)
    assert "### 100,000 reports of 3.0 MB" in page
    assert "Taken in and read only: 1,234,567 claims." in page


def test_many_reports_are_taken_in_and_read_and_no_build_is_made(tmp_path):
    n_bytes = write_reports(tmp_path / "in", 3, range(3), ("txt",), BRIEF)
    found = time_reading(tmp_path / "in", tmp_path / "home")
    assert n_bytes and found["documents"]["read"] == 3
    assert list(found["stages"]) == ["take in", "parse and extract"]
    assert found["rows"]["raw.claims"] > 3
    assert not list((tmp_path / "home").glob("builds/*"))
    again = time_reading(tmp_path / "in", tmp_path / "home")
    assert (again["documents"]["unchanged"], again["documents"].get("read", 0)) == (3, 0)
    assert again["rows"] == found["rows"]


def _update(wall, cpu, computed):
    """An update of two stages; its build has two steps, one of which looks groups up."""
    return {
        "stages": {"take in": wall / 4, "build": 3 * wall / 4},
        "cpu": {"take in": cpu / 4, "build": 3 * cpu / 4},
        "peak_megabytes": {"take in": 90, "build": 400},
        "build_steps": {"raw": 0.1, "estimates": 2.0, "evidence": 0.5},
        "step_cpu": {"estimates": 1.75, "evidence": 0.25},
        "groups": {"evidence": {"all": 101, "computed": computed}},
    }


def test_updates_are_shown_by_size_and_one_report_more_by_stage_and_step():
    stages = {"stages": {"build": 1.0}, "cpu": {"build": 2.0}, "peak_megabytes": {"build": 90}, "bytes": 3_000_000}
    accuracy = dict.fromkeys(("recall", "precision", "recall_in_full", "precision_in_full"), 0.99)
    command = {"wall": 12.5, "cpu": 9.0, "peak_megabytes": 500}
    updates = {
        "one report more": _update(8.0, 6.0, 1),
        "ten reports more": {"failed": "took more than 5 s"},
        "one decision more": _update(4.0, 2.0, 0),
        "one report more, the command": command,
    }
    page = jobs_section({"100": {**stages, "release": "r000001", "accuracy": accuracy, "updates": updates}})
    lines = page.splitlines()
    # 2 + 6 s of wall time, 1.5 + 4.5 of processors, the larger of 90 and 400 MB, 1 of 101 groups.
    assert "| one report more | 100 | 8.0 | 6.0 | 400 | 1 of 101 |" in lines
    assert "| ten reports more | 100 | took more than 5 s |  |  |  |" in lines
    assert "| one report more, the command | 100 | 12.5 | 9.0 | 500 |  |" in lines
    shown = lines[lines.index("### Where the seconds of one report more go, at 100 reports") :]
    assert [line for line in shown if line.startswith("| build | ")] == [
        "| build |  | 6.00 | 4.50 | 400 |  |",  # the stage, and its steps, the longest first
        "| build | estimates | 2.00 | 1.75 |  |  |",
        "| build | evidence | 0.50 | 0.25 |  | 1 of 101 |",
        "| build | raw | 0.10 |  |  |  |",
    ]

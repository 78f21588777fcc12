"""The recipes "add a vendor", "add words or a language", "add words for names of markets", "change the statistics" and "take a decision"
of CONTRIBUTING.md, typed from nothing: each takes one file, and the real program shows what became of it.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import duckdb
import pytest

from tests.integration.repository_copy import RepositoryCopy, copy_repository

pytestmark = pytest.mark.slow

VENDOR = """\
name: Slate Heron Insights
aliases: [SHI Research]
domains: [slateheron.example]
tier: vendor
licence: all-rights-reserved
"""
DUTCH = """\
language: nl
numbers: {decimal: ",", grouping: "."}
stop_words: [de, het, een, van, en, voor, naar, met, zal, in]
scales: {duizend: 3, miljoen: 6, miljard: 9}
status:
  forecast: [zal naar verwachting]
  historical: [bedroeg]
metrics:
  market_size: [markt]
market_words: [markt, markten]
"""
DUTCH_REPORT = (
    "Markt voor fietskoeriers\n\nDe wereldwijde markt voor fietskoeriers bedroeg in 2024 USD 4,2 miljard "
    "en zal naar verwachting in 2030 USD 6,1 miljard bereiken.\n"
)
ENGLISH_REPORT = "The global kite market was worth USD 4.2 jillion in 2024.\n"
PAIR = json.dumps({"a": "FXQL market", "b": "Fluted Quench Vat Lining Market"}) + "\n"
REPORTS = {
    "a.txt": ("SHI Research", "The global kite market was worth USD 10.0 billion in 2025."),
    "b.txt": ("Barrow Lantern Data", "The global stunt glider market was worth USD 11.0 billion in 2025."),
}


@pytest.fixture
def copy(tmp_path: Path) -> RepositoryCopy:
    """The repository, to be changed."""
    return copy_repository(tmp_path / "copy")


def _figures(copy: RepositoryCopy, report: Path) -> list[tuple[str, float]]:
    done = copy.parallax("extract", str(report))
    assert done.returncode == 0, done.stderr
    read = map(json.loads, done.stdout.splitlines())
    return [(figure["metric"], float(figure["value"])) for figure in read]


def _published(copy: RepositoryCopy, home: Path) -> duckdb.DuckDBPyConnection:
    inbox = home.parent / "inbox"
    if not inbox.exists():
        inbox.mkdir()
        for name, (publisher, text) in REPORTS.items():
            (inbox / name).write_text(f"{text}\n")
            (inbox / f"{name}.meta.yml").write_text(f"publisher: {publisher}\npublished_on: 2026-02-11\n")
    done = copy.parallax("run", "--inbox", str(inbox), "--home", str(home))
    assert done.returncode == 0, done.stderr
    return duckdb.connect(str(home / "releases" / "latest" / "warehouse.duckdb"), read_only=True)


def test_a_word_and_a_language_take_one_file_each(copy: RepositoryCopy, tmp_path: Path) -> None:
    dutch, english = tmp_path / "dutch.txt", tmp_path / "english.txt"
    dutch.write_text(DUTCH_REPORT)
    english.write_text(ENGLISH_REPORT)
    assert _figures(copy, english) == [("other_numeric", 4.2)]
    assert [value for _, value in _figures(copy, dutch)] == [4.2, 6.1]

    copy.insert("sources/grammar/languages/en.yml", "  thousand: 3\n", "  jillion: 9\n")
    (copy.folder / "sources/grammar/languages" / "nl.yml").write_text(DUTCH)

    assert _figures(copy, english) == [("market_size", 4.2e9)]
    assert _figures(copy, dutch) == [("market_size", 4.2e9), ("market_size", 6.1e9)]


def test_an_acronym_of_a_market_takes_one_file(copy: RepositoryCopy) -> None:
    def relation() -> str:
        return str(json.loads(copy.parallax("scopes", "-", given=PAIR).stdout)["relation"])

    assert relation() == "unknown"
    copy.insert(
        "warehouse/resolve/words/lexicon/acronyms.yml", "acronyms:\n", "  kites: {fxql: fluted quench vat lining}\n"
    )
    assert relation() == "same"


def test_a_vendor_takes_its_profile_and_a_wrong_key_is_refused_with_its_line(
    copy: RepositoryCopy, tmp_path: Path
) -> None:
    profile = copy.folder / "sources/publishers/slate-heron-insights.yml"
    profile.write_text(VENDOR.replace("tier:", "rank:"))
    refused = copy.parallax("run", "--home", str(tmp_path / "refused"))
    assert refused.returncode == 1
    assert "slate-heron-insights.yml, line 4: rank:" in refused.stderr

    profile.write_text(VENDOR)
    with _published(copy, tmp_path / "home") as con:
        names = con.execute("select publisher from marts.documents order by publisher").fetchall()
    assert names == [("Barrow Lantern Data",), ("Slate Heron Insights",)]


def test_a_decision_takes_a_command_and_the_next_run(copy: RepositoryCopy, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with _published(copy, home) as con:
        assert con.execute("select count(*) from marts.markets").fetchall() == [(2,)]
    taken = copy.parallax(
        "review", "take", "kite", "--answer", "same", "--with", "stunt glider", "--author", "A. Reviewer",
        "--reason", "both count stunt kites", "--home", str(home),
    )  # fmt: skip
    assert taken.returncode == 0, taken.stderr
    assert (home / "decisions" / "same_scope.yml").is_file()
    with _published(copy, home) as con:
        assert con.execute("select kind, state from marts.decisions").fetchall() == [("same_scope", "applied")]
        # one market now: two publishers, 10.0 and 11.0; a level is pooled by ratio: sqrt(10 x 11) = 10.488
        ((estimate, n),) = con.execute("select estimate, n_independent from marts.market_estimates").fetchall()
    assert n == 2
    assert float(estimate) == pytest.approx(10.488e9, rel=1e-3)


def test_a_prior_of_the_statistics_takes_a_line_of_the_policy(copy: RepositoryCopy, tmp_path: Path) -> None:
    def width() -> float:
        with _published(copy, tmp_path / "home") as con:
            ((low, high),) = con.execute("select low, high from marts.market_estimates").fetchall()
        return math.log(high / low)

    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name, (publisher, text) in REPORTS.items():
        (inbox / name).write_text(f"{text.replace('stunt glider', 'kite')}\n")
        (inbox / f"{name}.meta.yml").write_text(f"publisher: {publisher}\npublished_on: 2026-02-11\n")
    before = width()
    policy = copy.folder / "warehouse" / "policy.yml"
    text = policy.read_text()
    policy.write_text(text.replace("level: {spread: 0.35,", "level: {spread: 0.70,"))
    assert policy.read_text() != text
    # Two publishers tell little of their spread: the interval follows the prior, which is twice as wide in logarithms.
    assert 1.3 * before < width() < 2.1 * before

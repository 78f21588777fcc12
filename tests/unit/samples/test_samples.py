"""The sample inbox and its labels agree with each other, so that other tests may take the labels for the truth."""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pdfplumber
import pytest
import yaml
from selectolax.lexbor import LexborHTMLParser

from sources.records import Metric
from tests.samples.labels import (
    EXPECTED,
    INBOX,
    SAMPLES,
    SIDECAR_SUFFIX,
    Labels,
    locate,
    places,
    read_labels,
)
from tests.samples.make_pdf import REPORTS, draw, wrap

DOCUMENTS = sorted(p.name for p in INBOX.iterdir() if p.is_file() and not p.name.endswith(SIDECAR_SUFFIX))
SIDECARS = sorted(p.name for p in INBOX.iterdir() if p.name.endswith(SIDECAR_SUFFIX))
LABEL_FILES = sorted(p.name for p in EXPECTED.glob("*.yml"))
RECONCILED: dict[str, Any] = yaml.safe_load((SAMPLES / "reconciled.yml").read_text(encoding="utf-8"))
SIDECAR_FIELDS = [
    "publisher",
    "title",
    "url",
    "report_id",
    "published_on",
    "data_as_of",
    "licence",
    "quote_limit_chars",
    "language",
]
ISO_CURRENCIES = {"USD", "EUR", "INR"}

# A percentage, or an amount with its currency before or behind it.
FIGURE = re.compile(
    r"\d[\d.,]*(?:\s?(?:-|–|to|and|und)\s?\d[\d.,]*)?[ \u00a0]?[%\uff05]"
    r"|(?:US\$|USD|EUR|GBP|INR|\u20b9|\$|\u20ac)[ \u00a0]?\d[\d.,]*"
    r"|\d[\d.,]*[ \u00a0](?:Mrd\.|Mio\.)?[ \u00a0]?Euro\b"
    r"|\d[\d.,]*億[\d,]*万?米ドル"
)


@cache
def plain_text(name: str) -> str:
    """What a reader sees of a document; a rough stand-in for the parser, which has tests of its own."""
    path = INBOX / name
    if path.suffix == ".pdf":
        with pdfplumber.open(path) as pdf:
            return "\n".join(page.extract_text() for page in pdf.pages)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        tree = LexborHTMLParser(text)
        for node in tree.css("head, script, style"):
            node.decompose()
        assert tree.body is not None
        return tree.body.text(separator="\n")
    return text


@cache
def labels_of(document: str) -> Labels:
    """The labels of a document, by file name."""
    return read_labels(EXPECTED / f"{Path(document).stem}.yml")


def unlabelled(text: str, labels: Labels) -> list[str]:
    """Percentages and amounts of money in the text that are neither a claim nor a decoy."""
    known = [locate(text, c.surface, c.nth) for c in labels.claims]
    known += [locate(text, d.surface, d.nth) for d in labels.decoys]
    return [
        found.group()
        for found in FIGURE.finditer(text)
        if not any(start < found.end() and found.start() < end for start, end in known)
    ]


def sidecar(name: str) -> dict[str, Any]:
    """A sidecar as YAML reads it."""
    loaded = yaml.safe_load((INBOX / name).read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def words(text: str) -> list[str]:
    """Words in lower case."""
    return re.findall(r"\w+", text.lower())


def shingles(text: str, size: int = 5) -> set[tuple[str, ...]]:
    """Runs of `size` words."""
    tokens = words(text)
    return {tuple(tokens[i : i + size]) for i in range(len(tokens) - size + 1)}


def first(value: Any) -> Any:
    """The reading to show where several are accepted."""
    return value[0] if isinstance(value, list) else value


# --- the inbox -------------------------------------------------------------------------------------------------


def test_the_inbox_holds_at_least_18_reports_of_at_least_8_publishers_in_4_formats_and_4_languages() -> None:
    every = [labels_of(name) for name in DOCUMENTS]
    assert len(every) >= 18
    assert len({first(labels.publisher) for labels in every}) >= 8
    assert {Path(name).suffix for name in DOCUMENTS} == {".txt", ".md", ".html", ".pdf"}
    assert {labels.language for labels in every} == {"en", "de", "es", "ja"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_report_is_of_the_size_of_a_vendor_page_and_its_text_is_nfc_with_lf_line_ends(name: str) -> None:
    content = (INBOX / name).read_bytes()
    assert 2_000 <= len(content) <= 8_000
    if not name.endswith(".pdf"):
        assert b"\r" not in content
        assert not content.startswith(b"\xef\xbb\xbf")
        text = content.decode("utf-8")
        assert "\u0308" not in text and "\u0301" not in text  # no letter with a loose accent


def test_every_document_has_labels_and_every_label_file_a_document() -> None:
    assert sorted(Path(name).stem for name in DOCUMENTS) == [Path(name).stem for name in LABEL_FILES]
    assert all(labels_of(name).document == name for name in DOCUMENTS)


def test_at_least_three_documents_have_no_sidecar_and_name_their_publisher_in_the_text() -> None:
    bare = [name for name in DOCUMENTS if f"{name}{SIDECAR_SUFFIX}" not in SIDECARS]
    assert len(bare) >= 3
    for name in bare:
        assert str(first(labels_of(name).publisher)) in plain_text(name)


@pytest.mark.parametrize("name", SIDECARS)
def test_a_sidecar_has_the_nine_fields_and_belongs_to_a_document_whose_labels_agree(name: str) -> None:
    document = name.removesuffix(SIDECAR_SUFFIX)
    assert document in DOCUMENTS
    found = sidecar(name)
    assert list(found) == SIDECAR_FIELDS
    labels = labels_of(document)
    assert found["publisher"] == first(labels.publisher)
    assert found["language"] == labels.language
    assert found["url"].startswith("https://") and ".example/" in found["url"]  # names that can never be registered
    assert found["published_on"] is None or date(2026, 1, 1) <= found["published_on"] <= date(2026, 11, 20)
    assert found["data_as_of"] is None or re.fullmatch(r"\d{4}(-\d\d){0,2}", found["data_as_of"])
    assert found["quote_limit_chars"] is None or 100 <= found["quote_limit_chars"] <= 400


def test_the_two_editions_share_publisher_address_and_report_id_and_differ_in_date() -> None:
    documents = RECONCILED["revisions"][0]["documents"]
    old, new = (sidecar(f"{name}{SIDECAR_SUFFIX}") for name in documents)
    assert all(old[key] == new[key] for key in ("publisher", "url", "report_id"))
    assert old["published_on"] < new["published_on"]


def test_only_the_syndicated_pair_and_the_two_editions_share_wording() -> None:
    every = {name: shingles(plain_text(name)) for name in DOCUMENTS}
    alike = {
        (a, b)
        for i, a in enumerate(DOCUMENTS)
        for b in DOCUMENTS[i + 1 :]
        if len(every[a] & every[b]) > 0.1 * len(every[a] | every[b])
    }
    pair = tuple(sorted(RECONCILED["clusters"][0]["documents"]))
    assert alike == {pair, tuple(sorted(RECONCILED["revisions"][0]["documents"]))}
    assert len(every[pair[0]] & every[pair[1]]) > 0.9 * len(every[pair[0]] | every[pair[1]])


def test_the_pdfs_are_drawn_again_byte_for_byte(tmp_path: Path) -> None:
    assert {report.name for report in REPORTS} == {name for name in DOCUMENTS if name.endswith(".pdf")}
    for report in REPORTS:
        assert draw(report, tmp_path).read_bytes() == (INBOX / report.name).read_bytes(), (
            f"{report.name} is not what tests/samples/make_pdf.py draws; run it and commit the PDF"
        )


def test_a_tie_keeps_a_figure_on_one_line() -> None:
    # 30 points hold about five letters of 10 point Helvetica: every word gets a line of its own, "1 2" stays whole.
    assert wrap("aaaa 1~2 bbbb", "Helvetica", 10, 30) == ["aaaa", "1 2", "bbbb"]


# --- the labels ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_labelled_surface_stands_in_the_text_as_often_as_its_label_says(name: str) -> None:
    text, labels = plain_text(name), labels_of(name)
    spans = [locate(text, c.surface, c.nth) for c in labels.claims]
    assert len(set(spans)) == len(spans), "two labels on one place"
    assert spans == sorted(spans), "labels are in text order"
    ends = [0, *(end for _, end in spans)]
    assert all(start >= end for (start, _), end in zip(spans, ends, strict=False)), "labels overlap"
    for decoy in labels.decoys:
        start, end = locate(text, decoy.surface, decoy.nth)
        assert not any(s < end and start < e for s, e in spans) or decoy.why.startswith("bound"), decoy


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_percentage_and_amount_of_money_in_the_text_is_a_claim_or_a_decoy(name: str) -> None:
    assert unlabelled(plain_text(name), labels_of(name)) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_label_is_whole(name: str) -> None:
    labels = labels_of(name)
    raw = yaml.safe_load((EXPECTED / f"{Path(name).stem}.yml").read_text(encoding="utf-8"))
    assert len(labels.claims) >= 7
    for claim, entry in zip(labels.claims, raw["claims"], strict=True):
        assert list(entry)[:15] == list(type(claim).model_fields)[:15], "the first fifteen keys are all written out"
        assert claim.market == labels.market
        if claim.metric in {"market_size", "price"}:
            assert claim.unit in ISO_CURRENCIES
        elif claim.metric in {"cagr", "share", "growth_rate", "margin"}:
            assert claim.unit == "percent"
        if claim.value_high is not None:
            assert claim.value_high > claim.value
        if claim.metric == "cagr":
            assert claim.year is None
            assert claim.period_start is not None and claim.period_end is not None
            assert claim.period_start < claim.period_end
        elif claim.metric != "other_numeric":
            assert claim.period_start is None and claim.period_end is None
        if claim.metric == "market_size":
            assert claim.year is not None
            expected = "forecast" if claim.year > 2025 else "historical"
            assert claim.status == expected or (claim.year == 2026 and claim.status == ["historical", "forecast"])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_digits_of_a_label_are_digits_of_its_surface(name: str) -> None:
    def digits(text: str) -> str:
        return re.sub(r"\D", "", text).strip("0")

    scale = "thousand|million|billion|crore|lakh"
    for claim in labels_of(name).claims:
        numbers = re.findall(r"\d[\d.,]*", re.sub(scale, "", claim.surface, flags=re.IGNORECASE))
        if "億" in claim.surface:
            numbers = ["".join(re.findall(r"\d", claim.surface))]
        values = [claim.value] if claim.value_high is None else [claim.value, claim.value_high]
        found = [digits(n) for n in numbers]
        assert found == [digits(f"{v:.10f}") for v in values], claim.surface


def test_every_metric_has_labels_and_so_has_every_form_of_comparator_and_range() -> None:
    claims = [claim for name in DOCUMENTS for claim in labels_of(name).claims]
    assert {claim.metric for claim in claims} == set(get_args(Metric))
    assert {claim.comparator for claim in claims} == {"=", "~", ">", "<", "<="}
    assert Counter(claim.value_high is not None for claim in claims)[True] >= 5
    assert {claim.unit for claim in claims} >= {"USD", "EUR", "INR", "percent", "percentage points"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_players_stand_in_the_text_and_segments_in_any_case_do(name: str) -> None:
    text, labels = plain_text(name), labels_of(name)
    assert labels.players
    for player in labels.players:
        assert player.name in text
    known = set(words(text))
    for dimension, members in labels.segments.items():
        assert len(set(members)) == len(members) >= 2, dimension
        for member in members:
            assert set(words(member)) <= known, member


# --- what must come out ----------------------------------------------------------------------------------------


def figures(document: str, metric: str, year: int, geography: str, segment: str | None) -> set[float]:
    """Labelled values of one series in one year of a document."""
    return {
        float(claim.value)
        for claim in labels_of(document).claims
        if claim.metric == metric
        and year == (claim.year if claim.metric != "cagr" else claim.period_end)
        and geography in ([claim.geography] if isinstance(claim.geography, str) else claim.geography)
        and segment in (claim.segment if isinstance(claim.segment, list) else [claim.segment])
    }


def test_four_publishers_state_one_market_in_2025_and_three_of_them_are_independent() -> None:
    estimate = RECONCILED["estimates"][0]
    members = estimate["counted"] + estimate["dependent"]
    assert len({member["publisher"] for member in members}) == estimate["n_publishers"] == 4
    assert len(estimate["counted"]) == estimate["n_independent"] == 3
    for member in members:
        assert figures(member["document"], "market_size", 2025, "Global", None) == {member["value"]}
        assert all(abs(member["value"] / estimate["estimate"] - 1) <= 0.25 for member in members)
        assert max(c.year or 0 for c in labels_of(member["document"]).claims if c.metric == "market_size") > 2025


@pytest.mark.parametrize(
    "estimate", RECONCILED["estimates"], ids=lambda e: f"{e['metric']} {e['year']} {e['geography']}"
)
def test_an_estimate_is_the_median_of_its_independent_figures_and_spans_them(estimate: dict[str, Any]) -> None:
    values = [first(member["value"]) for member in estimate["counted"]]
    assert statistics.median(values) == estimate["estimate"]
    assert (min(values), max(values)) == (estimate["low"], first(estimate["high"]))
    for member in estimate["counted"] + estimate["dependent"]:
        assert str(first(labels_of(member["document"]).publisher)) == member["publisher"]


@pytest.mark.parametrize("finding", RECONCILED["growth_audit"], ids=lambda f: f["document"])
def test_a_growth_finding_follows_from_the_labels_and_its_periods(finding: dict[str, Any]) -> None:
    claims = labels_of(finding["document"]).claims
    whole = [c for c in claims if c.segment is None and c.geography == labels_of_whole(finding["document"])]
    assert finding["stated"] in {c.value for c in whole if c.metric == "cagr"}
    assert finding["label"] in [[c.period_start, c.period_end] for c in whole if c.metric == "cagr"]
    for year, value in (finding["start"], finding["end"]):
        assert value in {c.value for c in whole if c.metric == "market_size" and c.year == year}
    (start, low), (end, high) = finding["start"], finding["end"]
    assert finding["periods"] == end - start
    recomputed = ((high / low) ** (1 / finding["periods"]) - 1) * 100
    assert recomputed == pytest.approx(finding["recomputed"], abs=6e-5)
    assert recomputed - finding["stated"] == pytest.approx(finding["delta_pp"], abs=6e-5)
    assert (finding["finding"] == "mismatch_high") == (abs(finding["delta_pp"]) >= 1)
    if not finding["planted"]:  # half a unit of the last digit printed
        assert abs(finding["delta_pp"]) <= 0.05 and finding["finding"] == "consistent"


def labels_of_whole(document: str) -> Any:
    """The area a document is about: that of its first whole-market figure."""
    return next(c.geography for c in labels_of(document).claims if c.metric == "market_size" and c.segment is None)


@pytest.mark.parametrize("conflict", RECONCILED["conflicts"], ids=lambda c: c["market"])
def test_a_conflict_has_its_figures_in_the_labels_and_its_ratio_is_right(conflict: dict[str, Any]) -> None:
    assert conflict["ratio"] == pytest.approx(conflict["value_b"] / conflict["value_a"], rel=1e-11)
    for side in ("a", "b"):
        for document in conflict[f"documents_{side}"]:
            values = {c.value for c in labels_of(document).claims if c.year == conflict["year"]}
            assert conflict[f"value_{side}"] in values


def test_the_proven_conflict_of_bounds_rests_on_an_upper_bound_below_a_lower_bound() -> None:
    comparators = defaultdict(set)
    for document in ("pinnock-vale-virtual-livestock-fencing.html", "cobalt-fern-virtual-livestock-fencing.txt"):
        for claim in labels_of(document).claims:
            if claim.metric == "market_size":
                comparators[claim.comparator].add(claim.value)
    assert comparators == {"<": {500_000_000}, ">": {640_000_000}}


def test_revisions_hold_the_figures_of_both_editions_and_their_change() -> None:
    for revision in RECONCILED["revisions"]:
        old, new = revision["documents"]
        for figure in revision["figures"]:
            key = (figure["metric"], figure["year"], figure["geography"], figure["segment"])
            assert figures(old, *key) == {figure["old"]}
            assert figures(new, *key) == {figure["new"]}
            assert figure["change_pct"] == pytest.approx((figure["new"] / figure["old"] - 1) * 100, abs=1e-10)


def test_the_euro_figures_stand_in_the_labels_and_keep_their_currency() -> None:
    for row in RECONCILED["currency"]:
        claims = [c for c in labels_of(row["document"]).claims if c.year == row["year"] and c.value == row["value"]]
        assert {c.unit for c in claims} == {row["currency"]}
        assert row["value_usd"] == pytest.approx(row["value"] * row["usd_per_unit"], rel=1e-8)


def test_off_topic_players_are_labelled_as_quarantined() -> None:
    quarantined = {
        name: [p.name for p in labels_of(name).players if p.status == "quarantined"]
        for name in DOCUMENTS
        if any(p.status == "quarantined" for p in labels_of(name).players)
    }
    assert quarantined == {row["document"]: row["quarantined"] for row in RECONCILED["quarantined_players"]}


# --- planted failures: each check above is shown to fail -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "surface", "count"),
    [
        ("4% of 34% and 4%2", "4%", 2),  # not within 34%; a footnote digit behind it does not matter
        ("12 in 1,234, 0.12, 12.5 and 12", "12", 2),  # the first and the last
        ("USD 4.62 billion1 in 2025", "USD 4.62 billion", 1),
        ("4China leads", "China", 1),
        ("3.10 and 13.1", "13.1", 1),
    ],
)
def test_a_surface_counts_only_where_it_stands_as_a_figure_of_its_own(text: str, surface: str, count: int) -> None:
    assert len(places(text, surface)) == count


def test_a_label_on_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match="stands 2 times, not 3"):
        locate("USD 1 billion, then USD 1 billion", "USD 1 billion", 3)


def test_a_figure_without_a_label_is_found() -> None:
    name = "velmora-wind-services.txt"
    fewer = labels_of(name).model_copy(update={"claims": labels_of(name).claims[1:]})
    assert unlabelled(plain_text(name), fewer) == ["USD 33.5"]


def test_a_label_file_with_an_unknown_key_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "broken.yml"
    path.write_text("document: a.txt\npublisher: A\nmarket: B\nlanguage: en\nclaim: []\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.yml(.|\n)*claim\b"):
        read_labels(path)

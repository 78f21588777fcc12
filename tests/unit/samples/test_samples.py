"""The sample inbox and its labels agree with each other, so that other tests may take the labels for the truth."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pdfplumber
import pytest
import yaml
from selectolax.lexbor import LexborHTMLParser

from corpus.label_file import ExpectedClaim, Labels, locate, places, read_labels
from sources.records import Metric
from tests.samples.labels import (
    EXPECTED,
    INBOX,
    SAMPLES,
    SIDECAR_SUFFIX,
    first,
    labels_of,
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
    keys = [key for key in ExpectedClaim.model_fields if key != "cell"]  # of tables in the corpus
    for claim, entry in zip(labels.claims, raw["claims"], strict=True):
        assert list(entry)[:15] == keys[:15], "the first fifteen keys are all written out"
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

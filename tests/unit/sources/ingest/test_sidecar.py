"""Sidecars: their schema and their errors."""

from __future__ import annotations

from datetime import date

import pytest

from sources.ingest.sidecar import Sidecar, SidecarError, metadata_of, read_sidecar
from warehouse.resolve.documents.vague_dates import vague_date

FULL = b"""publisher: Acme Research
title: "Widgets: outlook to 2031"
url: https://example.org/widgets
report_id: 007
published_on: 2026-03-14
data_as_of: 2026-01
licence: CC-BY-4.0
quote_limit_chars: 280
language: en
"""


def test_every_field_is_read_as_written() -> None:
    metadata = metadata_of(read_sidecar(FULL, "a.pdf.meta.yml").sidecar, "id", "/inbox/a.pdf")
    assert metadata.publisher == "Acme Research"
    assert metadata.title == "Widgets: outlook to 2031"
    assert metadata.report_id == "007"  # not the number 7
    assert metadata.published_on == date(2026, 3, 14)
    assert metadata.data_as_of == "2026-01"
    assert metadata.quote_limit_chars == 280
    assert (metadata.document_id, metadata.origin) == ("id", "/inbox/a.pdf")


@pytest.mark.parametrize(
    "content", [b"", b"# only a comment\n", b"title:\npublisher: ~\npublished_on: null\nquote_limit_chars: ''\n"]
)
def test_empty_fields_and_files_say_nothing(content: bytes) -> None:
    assert read_sidecar(content, "x") == (Sidecar(), ())


@pytest.mark.parametrize(
    ("value", "kept"), [("true", True), ("True", True), ("yes", True), ("false", False), ("no", False), ("~", None)]
)
def test_a_text_is_kept_from_models_where_its_sidecar_says_so(value: str, kept: bool | None) -> None:
    assert read_sidecar(f"no_external: {value}".encode(), "x").sidecar.no_external is kept


@pytest.mark.parametrize("value", ["2026", "2026-12", "2024-02-29"])
def test_vague_dates_are_kept_as_vague_as_they_are(value: str) -> None:
    assert read_sidecar(f"data_as_of: {value}".encode(), "x").sidecar.data_as_of == value


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"publisher: A\npublsher: B", "m.yml, line 2: key publsher: unknown key, known are publisher, title"),
        (b"published_on: 14.03.2026", "m.yml, line 1: key published_on: give the date as YYYY-MM-DD"),
        (b"published_on: 2026-02-30", "m.yml, line 1: key published_on"),
        (b"published_on: 1700000000", "give the date as YYYY-MM-DD"),
        (b"\ndata_as_of: spring 2026", "m.yml, line 2: key data_as_of: give the date as YYYY, YYYY-MM or YYYY-MM-DD"),
        (b"data_as_of: 2026-13", "key data_as_of"),
        (b"url: javascript:alert(1)", "give an address that begins with http"),
        (b"url: https://", "give an address"),
        (b"url: https://anna:pass/word@reports.example/w", "give an address of a host, without user and password"),
        (b'publisher: "Sur\\uD800House"', "key publisher: half of a character"),
        (b'"ti\\uD800tle": x', "unknown key"),
        (b"quote_limit_chars: many", "key quote_limit_chars"),
        (b"quote_limit_chars: -1", "key quote_limit_chars"),
        (b"no_external: maybe", "key no_external: give true or false"),
        (b"language: Deutsch", "give the language as a code"),
        (b"publisher: [A, B]", "key publisher: give a single text"),
        (b"publisher: A\ntitle: T\npublisher: B", "line 3: duplicate key publisher, first in line 1"),
        (b"publisher: 'A\ntitle: x", "no valid YAML"),
        (b"title: a: b", "m.yml, line 1: no valid YAML"),
        (b"- a\n- b", "the file is no mapping"),
        (b"just words", "the file is no mapping"),
        (b"publisher: \xff", "not UTF-8"),
        (b"[" * 50_000, "the file is no mapping"),
        (b"publisher: " + b"[" * 50_000, "line 1: key publisher: give a single text"),
        (b"- " * 30_000, "the file is no mapping"),
        (b"publisher: &a A\ntitle: *a", "line 2: key title: give a single text"),
        (b"? [a, b]\n: c", "line 1: give a single text"),
        (b"title: A\n---\ntitle: B", "a second document begins"),
        (b"publisher: " + b"x" * 1_001, "key publisher"),
        (b"url: ftp://a\nlanguage: Deutsch", "line 2: key language"),  # every problem is named
    ],
)
def test_a_faulty_sidecar_names_file_line_and_key(content: bytes, expected: str) -> None:
    with pytest.raises(SidecarError) as caught:
        read_sidecar(content, "m.yml")
    assert expected in str(caught.value)
    assert str(caught.value).startswith("m.yml")


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("https://anna:geheim-wort@reports.example/w?a=1", "https://reports.example/w?a=1"),
        ("HTTPS://anna:geheim-wort@reports.example", "HTTPS://reports.example"),
        ("https://geheim-wort@reports.example/w", "https://reports.example/w"),
        ("https://anna:geheim-wort@x@reports.example/w", "https://reports.example/w"),  # an "@" that nobody escaped
        ("https://reports.example/@anna", "https://reports.example/@anna"),  # no login
    ],
)
@pytest.mark.parametrize("key", ["url", "title"])
def test_user_and_password_are_taken_out_of_an_address_with_a_warning_that_does_not_name_them(
    key: str, value: str, left: str
) -> None:
    told = read_sidecar(f"{key}: {value}".encode(), "m.yml")
    assert getattr(told.sidecar, key) == left
    assert "geheim" not in str(told)
    assert len(told.warnings) == (value != left)
    assert all(w.startswith(f"m.yml, line 1: key {key}: user and password were removed") for w in told.warnings)


def test_no_error_names_a_password() -> None:
    for content in (b"https://anna:geheim-wort@r.example/: x", b"https://anna:geheim-wort@r.example/: [x]"):
        with pytest.raises(SidecarError) as caught:
            read_sidecar(content, "m.yml")
        assert "geheim" not in str(caught.value)


@pytest.mark.parametrize("key", ["published_on", "data_as_of"])
@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2100-01-01", "9999-12-31"])
def test_a_date_of_a_year_that_no_report_is_of_is_left_out_with_a_warning(key: str, day: str) -> None:
    told = read_sidecar(f"publisher: Acme\n{key}: {day}".encode(), "m.yml")
    assert told.sidecar == Sidecar(publisher="Acme")
    assert told.warnings == (
        f"m.yml, line 2: key {key}: {day} is not between 1900 and 2099: left out; correct the date",
    )


def test_dates_at_the_ends_of_what_a_build_reads_are_kept() -> None:
    for day in ("1900-01-01", "2099-12-31"):
        told = read_sidecar(f"published_on: {day}".encode(), "m.yml")
        assert (str(told.sidecar.published_on), told.warnings) == (day, ())
        assert vague_date(day) is not None
    assert vague_date("1899-12-31") is vague_date("2100-01-01") is None


MAPPED = b"""publisher: Larkwell Research
claims:
  - columns:
      value: Size (USD bn)
      market: Market
    constants: {metric: market_size, scale: billion}
"""


def test_a_sidecar_maps_the_columns_of_a_table() -> None:
    said = read_sidecar(MAPPED, "kite.csv.meta.yml").sidecar
    assert metadata_of(said, "d", "/kite.csv").column_map == (
        '[{"columns":{"market":"Market","value":"Size (USD bn)"},"constants":{"metric":"market_size","scale":"billion"}}]'
    )
    assert metadata_of(read_sidecar(b"publisher: X", "x").sidecar, "d", "/x").column_map is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("market: Market", "markt: Market", "line 5: key claims 1, columns, markt: unknown key, known are value, value_high"),
        ("scale: billion", "scale: dozen", "line 6: key claims 1, constants, scale: give one of thousand"),
        ("metric: market_size", "metric: wingspan", "line 6: key claims 1, constants, metric: unknown metric, known are market_size"),
        ("metric: market_size, ", "", "line 3: key claims 1: say what the figures measure"),
        ("value: Size (USD bn)", "area: Region", "line 3: key claims 1: name the column of the figures"),
        ("scale: billion", "market: Oak", "line 3: key claims 1: market: both a column and a constant"),
        ("market: Market", "value: Market", "line 5: duplicate key value, first in line 4"),
        ("value: Size (USD bn)", "value: [a, b]", "line 4: key value: give a single text"),
        ("constants: {", "constant: {", "line 6: key claims 1, constant: unknown key, known are columns, constants"),
        ("publisher: Larkwell Research", "publisher: {name: x}", "line 1: key publisher: give a single text"),
        ("scale: billion", "base_year: soon", "line 6: key claims 1, constants, base_year: give a year of four digits"),
    ],
)  # fmt: skip
def test_a_faulty_map_is_refused_with_file_line_and_key(old: str, new: str, said: str) -> None:
    with pytest.raises(SidecarError) as refusal:
        read_sidecar(MAPPED.decode().replace(old, new).encode(), "kite.csv.meta.yml")
    assert f"kite.csv.meta.yml, {said}" in str(refusal.value)


def test_a_map_nested_without_end_is_refused() -> None:
    with pytest.raises(SidecarError, match="give a single text"):
        read_sidecar(b"claims: " + b"[" * 20_000, "deep.meta.yml")

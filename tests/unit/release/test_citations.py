"""Citations: every document behind a figure and the release, in three styles, with quotes no longer than allowed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import UTC, date
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.citations import STYLES, cite
from release.citations.bibtex import escape
from release.citations.citing import gather
from release.citations.dates import in_words, iso, parts
from release.citations.entries import Citation, Entry
from release.citations.sources import Place, Source, one_line
from release.citations.text import locator, reference
from release.record import RECORD, Release, ReleaseError
from tests.unit.small_world_texts import DOCUMENTS, TEXTS
from warehouse.export import seal
from warehouse.resolve.documents.vague_dates import vague_date

# Of the CSL input schema (citation-style-language/schema, csl-data.json): the fields that we write, and their types.
CSL_TYPES = {"webpage", "report", "dataset"}
CSL_FIELDS = {
    "id": str, "type": str, "title": str, "author": list, "publisher": str, "issued": dict, "accessed": dict, "URL": str,
    "locator": str, "note": str, "version": str, "custom": dict,
}  # fmt: skip
SOURCE = Source(
    "d" * 64, "widget", "acme", "Acme", "Title", "2026-06", None, None, "CC-BY-4.0", 120, date(2026, 11, 21)
)


@pytest.fixture
def altered(tmp_path: Path, release: Release) -> Callable[..., Path]:
    """A copy of the release's database beside its record, after statements."""

    def run(*statements: str) -> Path:
        target = tmp_path / "warehouse.duckdb"
        shutil.copyfile(release.database, target)
        shutil.copyfile(release.path / RECORD, tmp_path / RECORD)
        target.chmod(0o644)
        connection = duckdb.connect(str(target))
        try:
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()
        seal(target)
        return target

    return run


def items(database: Path, wanted: str, **options: Any) -> list[dict[str, Any]]:
    """CSL items."""
    found = json.loads(cite(database, wanted, "csl-json", **options))
    assert isinstance(found, list)
    return found


def fields_of(entry: str) -> dict[str, str]:
    """Fields of one BibTeX entry as we write it, one a line."""
    return dict(re.findall(r"^  (\w+) += (.*),$", entry, flags=re.MULTILINE))


def test_an_estimate_cites_each_document_it_counts_and_the_release(release: Release) -> None:
    lines = cite(release.database, "e1").split("\n")
    day = release.record.published_at.astimezone(UTC).date()
    # c01 of Acme and c08 of Borealis are counted; Copyhouse repeats Acme and is not
    start = TEXTS["d_new"].index("USD 10.0 billion")
    assert lines[0] == (
        "Acme Research, “d_new.txt”, 1 March 2026, retrieved 1 June 2026, "
        f"characters {start}–{start + 16} of text sha256 {DOCUMENTS['d_new'][:12]}."
    )
    assert lines[1].startswith("Borealis Insights, “")
    assert ", 1 May 2026, " in lines[1]
    assert lines[2].startswith(
        f"Parallax, release {release.release_id}, estimate e1: Widget, World, market size, 2025: USD "
    )
    assert f", {day.day} " in lines[2]
    assert len(lines) == 3


def test_a_refusal_is_cited_as_one(release: Release) -> None:
    assert "no reconciled value (conflict likely)" in cite(release.database, "e4").split("\n")[-1]


@pytest.mark.parametrize(
    ("wanted", "kind", "documents"),
    [
        ("e1", "estimate", {"d_new", "d_other"}),
        ("v2", "vendor figure", {"d_new"}),
        ("c09", "claim", {"d_other"}),
        ("k1", "conflict", {"d_new", "d_copy", "d_other"}),
    ],
)
@pytest.mark.parametrize("style", STYLES)
def test_every_kind_of_id_is_cited_in_every_style(
    release: Release, wanted: str, kind: str, documents: set[str], style: Any
) -> None:
    cited = cite(release.database, wanted, style)
    for name, document_id in DOCUMENTS.items():
        sign = f"{name}.txt" if style == "apa" else document_id[:12]  # a reference list names no place in a text
        assert (sign in cited) == (name in documents), name
    assert f"{kind} {wanted}" in cited
    assert cite(release.database, wanted, style) == cited


def test_an_unknown_date_says_so(release: Release) -> None:
    assert ", n.d., " in cite(release.database, "c10").split("\n")[0]
    assert "  year      = {n.d.}," in cite(release.database, "c10", "bibtex")
    assert "issued" not in items(release.database, "c10")[0]  # every CSL style then writes its own "n.d."


@pytest.mark.parametrize("wanted", ["e1", "e4", "v2", "c05", "c10", "k1"])
def test_csl_items_keep_to_the_schema(release: Release, wanted: str) -> None:
    found = items(release.database, wanted, with_quotes=True)
    assert len({item["id"] for item in found}) == len(found)
    for item in found:
        assert {"id", "type", "title"} <= item.keys() <= CSL_FIELDS.keys()
        assert item["type"] in CSL_TYPES
        for name, value in item.items():
            assert isinstance(value, CSL_FIELDS[name]), name
        assert all(set(author) == {"literal"} for author in item.get("author", []))
        for name in {"issued", "accessed"} & item.keys():
            assert set(item[name]) <= {"date-parts", "circa", "literal"}
            for half in item[name].get("date-parts", []):
                assert 1 <= len(half) <= 3
                assert all(isinstance(part, int) for part in half)
    assert found[-1]["type"] == "dataset"
    assert found[0]["accessed"] == {"date-parts": [[2026, 6, 1]]}


@pytest.mark.parametrize("wanted", ["e1", "v2", "c10", "k1"])
def test_bibtex_entries_are_whole_and_their_keys_stable(release: Release, wanted: str) -> None:
    entries = cite(release.database, wanted, "bibtex", with_quotes=True).split("\n\n")
    for entry in entries:
        assert re.fullmatch(r"@misc\{[a-z0-9-]+,\n(?:  \w+ += .*,\n)+\}", entry), entry
        assert entry.count("{") == entry.count("}")
        fields = fields_of(entry)
        assert {"title", "year", "note"} <= fields.keys()
    assert entries[-1].startswith(f"@misc{{parallax-{release.release_id}-{wanted},")
    assert fields_of(entries[0])["urldate"] == "{2026-06-01}"


def test_what_tex_would_run_is_escaped_and_the_file_stays_whole(altered: Callable[..., Path]) -> None:
    title = r"50% of {A} & B_1 \input{x} #1 ~ ^ $ }"
    database = altered(
        f"UPDATE marts.documents SET title = '{title}', publisher = 'Société Générale & Söhne 市场', "
        "url = 'https://example.org/a b}\\c?x=1%20&y=2#z'"
    )
    entry = cite(database, "c05", "bibtex").split("\n\n")[0]
    fields = fields_of(entry)
    assert fields["title"] == (
        r"{{50\% of \textbraceleft{}A\textbraceright{} \& B\_1 \textbackslash{}input\textbraceleft{}x\textbraceright{} "
        r"\#1 \textasciitilde{} \textasciicircum{} \$ \textbraceright{}}}"
    )
    assert fields["author"] == r"{{Société Générale \& Söhne 市场}}"
    assert fields["url"] == "{https://example.org/a%20b%7D%5Cc?x=1%20&y=2#z}"
    assert entry.count("{") == entry.count("}")
    assert items(database, "c05")[0]["type"] == "webpage"


@given(st.text())
def test_escaped_text_never_opens_or_closes_a_field(text: str) -> None:
    escaped = escape(text)
    depth = 0
    for char in escaped:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0


def test_two_figures_of_one_document_are_two_entries_and_one_figure_is_always_the_same(release: Release) -> None:
    first, second, again = (items(release.database, wanted)[0] for wanted in ("c04", "c05", "c04"))
    assert first["id"].rpartition("-")[0] == second["id"].rpartition("-")[0]
    assert first["id"] != second["id"]
    assert first == again


def test_control_and_direction_marks_do_not_reach_a_line(altered: Callable[..., Path]) -> None:
    database = altered("UPDATE marts.documents SET title = 'a' || chr(27) || '[31m' || chr(10) || chr(8238) || 'b'")
    first = cite(database, "c05").split("\n")[0]
    assert "“a[31m b”" in first
    assert one_line("\u2067x\u2069\x00\ny") == "x y"


def test_quotes_come_with_the_words_around_them_each_word_once(release: Release) -> None:
    line = cite(release.database, "v2", with_quotes=True).split("\n")[0]
    (entry,) = gather(release.database, "v2", with_quotes=True).entries
    for quote in entry.quotes:
        assert quote in TEXTS["d_new"]
        assert f"“{quote}”" in line
    assert sum(map(len, entry.quotes)) <= entry.source.quote_limit


def test_neighbouring_words_are_left_out_where_the_limit_has_no_room(altered: Callable[..., Path]) -> None:
    # "60%" has 3 characters: the limit holds it, and nothing around it
    database = altered("UPDATE marts.documents SET quote_limit_chars = 3", "UPDATE marts.evidence SET prefix = 'at '")
    assert cite(database, "c04", with_quotes=True).split("\n")[0].endswith(". “60%”")


def test_a_quote_above_the_licences_limit_is_refused(altered: Callable[..., Path]) -> None:
    database = altered("UPDATE marts.documents SET quote_limit_chars = 15")
    with pytest.raises(
        ReleaseError, match=r"c01: its quotes from “.*” have 16 characters, the licence .* allows 15; cite"
    ):
        cite(database, "c01", with_quotes=True)
    assert "USD 10.0 billion" not in cite(database, "c01").split("\n")[0]


def test_an_unknown_id_and_a_folder_that_is_no_release_say_so(release: Release, small_world: Any) -> None:
    with pytest.raises(ReleaseError, match="zzzz: no estimate"):
        cite(release.database, "zzzz")
    with pytest.raises(ReleaseError, match=r"is .* a release"):
        cite(small_world.database, "e1")


@pytest.mark.parametrize(
    ("edtf", "words", "iso_date", "date_parts"),
    [
        ("2026-04-14", "14 April 2026", "2026-04-14", [[2026, 4, 14]]),
        ("2026-04", "April 2026", "2026-04", [[2026, 4]]),
        ("2026", "2026", "2026", [[2026]]),
        ("2026~", "about 2026", "2026", [[2026]]),
        ("2026-04?", "April 2026?", "2026-04", [[2026, 4]]),
        ("2026-33", "January to March 2026", "2026-01/2026-03", [[2026, 1], [2026, 3]]),
        ("2026-41", "July to December 2026", "2026-07/2026-12", [[2026, 7], [2026, 12]]),
        ("2025-10/2026-03", "October 2025 to March 2026", "2025-10/2026-03", [[2025, 10], [2026, 3]]),
        ("2024/2026-03", "2024 to March 2026", "2024/2026-03", [[2024], [2026, 3]]),
    ],
)
def test_vague_dates_stay_as_vague_as_they_are(
    edtf: str, words: str, iso_date: str, date_parts: list[list[int]]
) -> None:
    when = vague_date(edtf)
    assert when is not None
    assert (in_words(edtf), iso(when), parts(when)) == (words, iso_date, date_parts)


def test_a_date_that_we_cannot_read_is_told_as_it_is() -> None:
    assert in_words("spring of 2026") == "spring of 2026"
    assert in_words(None) == in_words("") == "n.d."


def test_a_place_names_its_pages_and_its_text() -> None:
    places = [Place("d", page, start, start + 5, "ab" * 32, "q", "", "") for page, start in ((3, 10), (4, 90), (4, 99))]
    assert locator(places) == "pages 3, 4, characters 10–15, 90–95, 99–104 of text sha256 abababababab"
    assert locator(places[:1], digits=64).endswith("ab" * 32)
    assert locator([Place("d", None, 1, 2, "ab" * 32, "q", "", "")]).startswith("characters 1–2 of")


def test_the_workbooks_reference_holds_no_clock_of_ours() -> None:
    assert reference(SOURCE, [], retrieved=False) == "Acme, “Title”, June 2026"
    assert reference(SOURCE, []) == "Acme, “Title”, June 2026, retrieved 21 November 2026"


def test_a_key_is_ascii_whatever_the_publisher_is_called() -> None:
    named = {"publisher_id": "société-générale"}
    fields = {name: getattr(SOURCE, name) for name in Source.__slots__}
    assert Entry(Source(**fields | named), ()).key == "societe-generale-dddddddddddd"
    assert Entry(Source(**fields | {"publisher_id": None}), ()).key == "document-dddddddddddd"
    assert Citation("claim", "c" * 16, "s", (), "r000007", date(2026, 1, 1), "f").key == "parallax-r000007-cccccccccccc"

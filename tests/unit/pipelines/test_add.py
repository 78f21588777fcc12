"""`parallax add`: what comes into the inbox, what a receipt says, and what is refused with its reason."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from sources.ingest.feeds import connecting
from tests.integration.commands import parallax
from tests.unit.sources.ingest.feeds.conftest import Site, page, site, status

__all__ = ["site"]  # the fixture
pytestmark = pytest.mark.usefixtures("one_fork_server")

REPORT = (
    "The global cork flooring market was valued at USD 5.2 billion in 2025 and grows at a CAGR of 4.1% to 2030.\n\n"
    "Published 3 March 2026 by Acme Research. Telephone +1 555 010 2299.\n"
)
OTHER = "The global slate roofing market was valued at USD 3.1 billion in 2024.\n"


def write(folder: Path, name: str, text: str = REPORT) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def names(inbox: Path) -> list[str]:
    return sorted(path.name for path in inbox.iterdir())


def test_a_receipt_says_who_what_when_how_much_and_how_to_correct(tmp_path: Path) -> None:
    report, inbox = write(tmp_path, "cork.md"), tmp_path / "my inbox"
    home = tmp_path / "my home"
    added = parallax("add", str(report), "--inbox", str(inbox), "--home", str(home))
    assert added.code == 0, added.err
    lines = dict(line.split(maxsplit=1) for line in added.out.splitlines() if " " in line and not line.startswith(" "))
    assert lines["where"] == str(inbox / "cork.md")
    assert (lines["publisher"], lines["market"], lines["date"]) == ("Acme Research", "cork flooring", "2026-03-03")
    assert lines["read"] == "2 figures: 1 market size, 1 cagr"
    assert lines["no"].endswith("numbers by rule: 4 phone")
    assert f"{inbox / 'cork.md'}.meta.yml" in lines["correct"]
    assert f"--answer override --value VALUE --author NAME --reason TEXT --home '{home}'`" in added.out
    assert (inbox / "cork.md").read_bytes() == report.read_bytes()
    assert not home.exists(), "nothing but the inbox is written"


def test_a_line_of_a_receipt_fits_eighty_columns_but_for_paths_and_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rich.text import Text

    from pipelines.cli.publish.add_command import receipt
    from pipelines.cli.terminal.messages import wrapped
    from sources.extract import extract
    from sources.parse import parse

    numbers = " ".join(f"Section {number}.{number} of page {number}." for number in range(1, 40))
    parsed = parse(f"{REPORT}\n{numbers}\n".encode())
    for key, said in receipt(parsed, extract(parsed), None, tmp_path / "a.md"):
        for line in wrapped(Text(f"{key:<10} {said}"), 80, 11).plain.splitlines():
            assert len(line) <= 80 or "parallax review take" in line or str(tmp_path) in line, line


def test_a_file_that_is_there_already_is_told_and_another_of_its_name_is_kept_beside_it(tmp_path: Path) -> None:
    report, inbox = write(tmp_path, "cork.md"), tmp_path / "inbox"
    parallax("add", str(report), "--inbox", str(inbox))
    again = parallax("add", str(report), "--inbox", str(inbox))
    assert (again.code, f"{inbox / 'cork.md'}, there already" in again.out) == (0, True)
    within = parallax("add", str(inbox / "cork.md"), "--inbox", str(inbox))
    assert (within.code, "there already" in within.out) == (0, True)
    assert names(inbox) == ["cork.md"]
    write(tmp_path, "cork.md", OTHER)
    parallax("add", str(report), "--inbox", str(inbox))
    assert len(names(inbox)) == 2
    assert (inbox / "cork.md").read_text(encoding="utf-8") == REPORT, "nothing is overwritten"


def test_what_cannot_be_read_is_told_with_its_reason_and_the_others_are_added(tmp_path: Path) -> None:
    good, inbox = write(tmp_path, "good.md"), tmp_path / "inbox"
    bad, folder = write(tmp_path, "bad.pdf", "%PDF-1.4 broken"), tmp_path / "folder"
    folder.mkdir()
    missing = tmp_path / "missing.txt"
    added = parallax("add", str(bad), str(missing), str(folder), str(good), "--inbox", str(inbox))
    assert added.code == 1
    for words in (f"{bad}: damaged: ", f"{missing}: no such file", f"{folder}: a folder", "3 of 4 documents not added"):
        assert words in added.err
    assert "Traceback" not in added.err
    assert names(inbox) == ["good.md"]


def test_a_sidecar_comes_along_and_holds_before_what_the_document_says(tmp_path: Path) -> None:
    report, inbox = write(tmp_path, "cork.md"), tmp_path / "inbox"
    write(tmp_path, "cork.md.meta.yml", "publisher: House of Cork\npublished_on: 2026-02-01\n")
    added = parallax("add", str(report), "--inbox", str(inbox))
    assert "House of Cork" in added.out
    assert "2026-02-01" in added.out
    assert names(inbox) == ["cork.md", "cork.md.meta.yml"]


def test_each_document_of_an_archive_has_a_receipt_of_its_own(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("cork.md", REPORT)
        archive.writestr("slate.md", OTHER)
        archive.writestr("broken.pdf", "%PDF-1.4 broken")
    added = parallax("add", str(tmp_path / "two.zip"), "--inbox", str(inbox))
    assert added.code == 0
    assert "cork flooring" in added.out and "slate roofing" in added.out
    assert "two.zip!broken.pdf: damaged: " in added.err
    assert names(inbox) == ["two.zip"]


def test_a_page_of_the_web_comes_with_its_address(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = tmp_path / "inbox"
    site.pages["/old"] = status(301, Location="/reports/cork.md")
    site.pages["/reports/cork.md"] = page(REPORT)
    refused = parallax("add", site.url("/old"), "--inbox", str(inbox))
    assert (refused.code, "private network" in refused.err, site.asked) == (1, True, [])
    monkeypatch.setattr(connecting, "is_public", lambda address: True)
    added = parallax("add", site.url("/old"), "--inbox", str(inbox))
    assert added.code == 0, added.err
    assert names(inbox) == ["cork.md", "cork.md.meta.yml"]
    assert (inbox / "cork.md.meta.yml").read_text() == f"url: '{site.url('/reports/cork.md')}'\n"
    site.pages["/robots.txt"] = page("User-agent: *\nDisallow: /reports")
    closed = parallax("add", site.url("/old"), "--inbox", str(inbox))
    assert (closed.code, "robots.txt" in closed.err) == (1, True)


@pytest.mark.parametrize("url", ["http://user:word@example.com/", "https://", "http://example.com/\x07"])
def test_what_is_no_address_is_told_without_a_password(tmp_path: Path, url: str) -> None:
    told = parallax("add", url, "--inbox", str(tmp_path / "inbox"))
    assert told.code == 1
    assert "1 of 1 document not added" in told.err


def test_without_an_inbox_of_its_own_nothing_is_put_among_the_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARALLAX_INBOX", raising=False)
    report = write(tmp_path, "cork.md")
    told = parallax("add", str(report))
    assert (told.code, "--inbox" in told.err) == (2, True)
    overlap = parallax("add", str(report), "--inbox", str(tmp_path / "home" / "in"), "--home", str(tmp_path / "home"))
    assert overlap.code == 2


def test_a_figure_below_its_confidence_is_told_as_held_back() -> None:
    from dataclasses import replace

    from pipelines.cli.publish.add_command import held_back
    from sources.extract import extract
    from sources.parse import parse

    parsed = parse(REPORT.encode())
    extraction = extract(parsed)
    assert (
        held_back(parsed, replace(extraction, claims=tuple(replace(one, confidence=1.0) for one in extraction.claims)))
        == {}
    )
    doubtful = replace(extraction, claims=tuple(replace(one, confidence=0.01) for one in extraction.claims))
    told = held_back(parsed, doubtful)
    assert list(told) == [one.claim_id for one in extraction.claims]
    assert all("confidence 0.01 is below 0." in why for why in told.values())
    withdrawn = replace(extraction, claims=tuple(replace(one, assertion="withdrawn") for one in extraction.claims))
    assert all("struck through, or quoted from an older text" in why for why in held_back(parsed, withdrawn).values())


SIZES = """Source,Market,Where,Year,Market size (USD million),CAGR,Notes
Larkwell Research,Oak Crates,Asia,2025,4100,5.1%,checked
Ostrava Insights,Oak Crates,Asia,2031,5500,4.8%,rounded
"""


def columns_told(out: str) -> dict[str, str]:
    """The table of columns of a receipt."""
    rows = (line.removeprefix("columns").split(" → ") for line in out.splitlines() if " → " in line)
    return {header.strip(): held for header, held in rows}


def maps_beside(document: Path) -> list[tuple[dict[str, str], dict[str, str]]]:
    """Columns and constants of each map of a document's sidecar."""
    from sources.ingest.sidecar import read_sidecar, sidecar_path

    said = read_sidecar(sidecar_path(document).read_bytes(), "x").sidecar.claims or ()
    return [(one.columns.named(), one.constants.named()) for one in said]


def test_the_columns_of_a_table_of_claims_are_printed_and_kept_in_its_sidecar(tmp_path: Path) -> None:
    table, inbox = write(tmp_path, "sizes.csv", SIZES), tmp_path / "inbox"
    write(tmp_path, "sizes.csv.meta.yml", "title: Crates # ours\n")
    added = parallax("add", str(table), "--inbox", str(inbox))
    assert added.code == 0, added.err
    assert columns_told(added.out) == {
        "Source": "publisher",
        "Market": "market",
        "Where": "not read",
        "Year": "year",
        "Market size (USD million)": "value: market size USD million",
        "CAGR": "value: cagr",
        "Notes": "not read",
    }
    assert "--columns year=COLUMN" in added.out
    assert maps_beside(inbox / "sizes.csv") == [
        (
            {"publisher": "Source", "market": "Market", "year": "Year", "value": "Market size (USD million)"},
            {"metric": "market_size", "unit": "USD", "scale": "million"},
        ),
        ({"publisher": "Source", "market": "Market", "value": "CAGR"}, {"metric": "cagr"}),
    ]
    assert (inbox / "sizes.csv.meta.yml").read_text().startswith("title: Crates # ours\n")
    assert (tmp_path / "sizes.csv.meta.yml").read_text() == "title: Crates # ours\n", "what is given is not written to"


def test_columns_are_corrected_one_after_another_and_a_wrong_correction_changes_nothing(tmp_path: Path) -> None:
    table, inbox = write(tmp_path, "sizes.csv", SIZES), tmp_path / "inbox"
    stored, options = inbox / "sizes.csv", ("--inbox", str(inbox))
    first = parallax("add", str(table), *options, "--columns", "area=Where", "--ignore", "CAGR")
    assert first.code == 0, first.err
    told = columns_told(first.out)
    assert (told["Where"], told["CAGR"]) == ("area", "not read")
    second = parallax("add", str(table), *options, "--constants", "unit=EUR")
    assert second.code == 0, second.err
    assert f"{stored}, there already" in second.out
    assert columns_told(second.out)["Market size (USD million)"] == "value: market size EUR million"
    kept = maps_beside(stored)
    assert [(columns["area"], constants["unit"]) for columns, constants in kept] == [("Where", "EUR")]
    wrong = parallax("add", str(table), *options, "--columns", "year=Jahr")
    assert (wrong.code, "no table of it has the column “Jahr”; there are “Source”" in wrong.err) == (1, True)
    unread = parallax("add", str(table), *options, "--columns", "year=Notes")
    assert (unread.code, f"{table}: wrong_columns: " in unread.err) == (1, True), unread.err
    assert maps_beside(stored) == kept
    assert names(inbox) == ["sizes.csv", "sizes.csv.meta.yml"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--columns", "year"), "--columns year: write ATTRIBUTE=COLUMN, such as --columns year=Year"),
        (("--constants", "unit="), "--constants unit=: write ATTRIBUTE=TEXT, such as --constants unit=EUR"),
        (("--columns", "year=A", "--columns", "year=B"), "year is given twice"),
        (("--columns", "year=A", "--constants", "year=2025"), "year is given as a column and as a constant"),
    ],
)
def test_a_correction_out_of_its_form_is_a_usage_error(tmp_path: Path, options: tuple[str, ...], told: str) -> None:
    table = write(tmp_path, "sizes.csv", SIZES)
    refused = parallax("add", str(table), "--inbox", str(tmp_path / "inbox"), *options)
    assert (refused.code, told in refused.err) == (2, True), refused.err


def test_a_table_in_an_archive_is_printed_and_takes_no_correction(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("sizes.csv", SIZES)
    added = parallax("add", str(tmp_path / "two.zip"), "--inbox", str(inbox))
    assert (added.code, columns_told(added.out)["Year"]) == (0, "year")
    assert "--columns" not in added.out
    assert names(inbox) == ["two.zip"], "a sidecar of an archive says nothing of the columns inside"
    told = parallax("add", str(tmp_path / "two.zip"), "--inbox", str(inbox), "--columns", "area=Where")
    assert (told.code, "correct the columns of a file by itself" in told.err) == (1, True)


def test_a_sidecar_beside_a_file_that_is_there_already_is_taken_where_the_inbox_has_none_and_told_where_it_has(
    tmp_path: Path,
) -> None:
    report, inbox = write(tmp_path, "cork.md"), tmp_path / "inbox"
    parallax("add", str(report), "--inbox", str(inbox))
    write(tmp_path, "cork.md.meta.yml", "publisher: House of Cork\n")
    assert "House of Cork" in parallax("add", str(report), "--inbox", str(inbox)).out
    write(tmp_path, "cork.md.meta.yml", "publisher: House of Slate\n")
    again = parallax("add", str(report), "--inbox", str(inbox))
    assert "House of Cork" in again.out
    assert f"{inbox / 'cork.md.meta.yml'} is there already; edit that one" in again.err


def test_the_docs_show_the_columns_as_they_print(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "extraction.md").read_text(encoding="utf-8")
    table = page.split("```csv\n")[1].split("```")[0]
    shown = page.split("says:\n\n```\n")[1].split("```")[0]
    write(tmp_path, "sizes.csv", table)
    added = parallax("add", str(tmp_path / "sizes.csv"), "--inbox", str(tmp_path / "REPORTS"))
    anyone = re.compile("take [0-9a-f]{12} ")  # an id of a claim
    printed = anyone.sub("take ID ", added.out.strip("\n").replace(str(tmp_path), "/data"))
    assert printed == anyone.sub("take ID ", shown.strip("\n"))

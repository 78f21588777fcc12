"""`parallax add`: what comes into the inbox, what a receipt says, and what is refused with its reason."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from sources.ingest.feeds import connecting
from tests.integration.commands import parallax
from tests.unit.sources.ingest.feeds.conftest import Site, page, site, status

__all__ = ["site"]  # the fixture

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

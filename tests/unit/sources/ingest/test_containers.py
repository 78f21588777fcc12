"""Mails and archives: a document for each one inside, with a place of its own, and nothing lost."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from sources.ingest import Arrival, receive
from sources.ingest.containers import archive, opening
from tests.office_files import docx, mail, paragraph, xlsx, zipped

TEXT = b"The glass lathes market was worth USD 8 billion in 2025.\n"
PAGE = "<html><body><p>Worth <b>USD 8 billion</b>, 14.2% a year.</p></body></html>"


def received(folder: Path, **files: bytes) -> list[Arrival]:
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return list(receive(folder, settle_seconds=0))


def places(arrivals: list[Arrival], folder: Path) -> list[str]:
    return [arrival.origin.removeprefix(f"{folder}/") for arrival in arrivals]


def test_a_mail_gives_its_page_and_its_attachments(tmp_path: Path) -> None:
    workbook = xlsx({"Figures": [["Region", 2025], ["Asia", 3]]})
    content = mail(
        "plain", PAGE, {"figures.xlsx": workbook, "logo.png": b"\x89PNG"},
        Subject="Glass  lathes: our figures", Date="Tue, 05 May 2026 23:30:00 -0500",
    )  # fmt: skip
    arrivals = received(tmp_path, news_eml=content)
    assert places(arrivals, tmp_path) == ["news.eml!/body.html", "news.eml!/1-figures.xlsx", "news.eml!/2-logo.png"]
    assert [arrival.name for arrival in arrivals] == [
        "news.eml/body.html",
        "news.eml/1-figures.xlsx",
        "news.eml/2-logo.png",
    ]
    body, figures, _ = arrivals
    assert b"14.2% a year" in body.content  # quoted-printable is undone
    assert figures.content == workbook
    assert body.metadata is not None
    assert (body.metadata.title, body.metadata.published_on) == ("Glass lathes: our figures", date(2026, 5, 5))
    assert figures.metadata is None  # what is attached may be older than the mail


def test_a_mail_of_text_alone_is_that_text_in_its_charset(tmp_path: Path) -> None:
    content = (
        b"From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=windows-1251\r\n"
        b"Content-Transfer-Encoding: 8bit\r\n\r\n\xd0\xfb\xed\xee\xea 8\r\n"
    )
    (body,) = received(tmp_path, news_eml=content)
    assert body.metadata is not None and body.metadata.charset == "windows-1251"
    assert body.content == b"\xd0\xfb\xed\xee\xea 8\r\n"


@pytest.mark.parametrize(
    "content",
    [
        b"From: Harrow Lane Research\nSubject: Glass lathes\n\nThe market was worth USD 8 billion.\n",
        b"Message-ID is a field.\n\nFrom: nobody\n",
        b"FROM THE EDITOR: growth\n",
    ],
)
def test_a_text_that_begins_like_a_mail_is_a_text(tmp_path: Path, content: bytes) -> None:
    (arrival,) = received(tmp_path, a_txt=content)
    assert (arrival.content, places([arrival], tmp_path)) == (content, ["a.txt"])


def test_an_archive_gives_its_documents_with_their_own_sidecars(tmp_path: Path) -> None:
    content = zipped(
        {
            "b/lathes.txt": TEXT, "a.docx": docx(paragraph("x")), "a.docx.meta.yml": "publisher: Harrow Lane\n",
            "__MACOSX/._a": b"", ".DS_Store": b"", "b/": b"",
        }
    )  # fmt: skip
    (tmp_path / "reports.zip.meta.yml").write_text("publisher: Tern Quay\nlicence: CC-BY-4.0\n")
    document, text = received(tmp_path, reports_zip=content)
    assert places([document, text], tmp_path) == ["reports.zip!/a.docx", "reports.zip!/b/lathes.txt"]
    assert document.metadata is not None and document.metadata.publisher == "Harrow Lane"  # its own holds before
    assert text.metadata is not None and (text.metadata.publisher, text.metadata.licence) == ("Tern Quay", "CC-BY-4.0")
    assert (text.metadata.document_id, text.metadata.origin) == (text.document_id, text.origin)


def test_a_wrong_sidecar_inside_an_archive_is_named_and_keeps_its_document_from_models(tmp_path: Path) -> None:
    (arrival,) = received(tmp_path, r_zip=zipped({"a.txt": TEXT, "a.txt.meta.yml": "publishr: x\n"}))
    assert arrival.metadata is not None and arrival.metadata.no_external
    assert "r.zip!/a.txt.meta.yml, line 1: key publishr: unknown key" in arrival.warnings[0]


def test_containers_inside_containers_are_opened_to_a_depth(tmp_path: Path) -> None:
    inner = mail("text", None, {"deep.zip": zipped({"a.txt": TEXT})})
    arrivals = received(tmp_path, r_zip=zipped({"m.eml": inner}))
    assert places(arrivals, tmp_path) == ["r.zip!/m.eml!/body.txt", "r.zip!/m.eml!/1-deep.zip!/a.txt"]


def test_containers_that_lie_too_deep_are_refused(tmp_path: Path) -> None:
    content = TEXT
    for _ in range(6):
        content = zipped({"next.zip": content})
    (deep,) = received(tmp_path, r_zip=content)
    assert deep.problem is not None and deep.problem.reason == "too_much_work"
    assert deep.origin.count(opening.INSIDE) == 3


def test_what_cannot_be_unpacked_is_refused_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1_000)
    monkeypatch.setattr(archive, "MAX_TOTAL_BYTES", 1_500)
    content = bytearray(zipped({"a.txt": b"a" * 100, "b.txt": b"b" * 1_001, "c.txt": b"c" * 900, "d.txt": b"d"}))
    first, large, beyond, last = received(tmp_path, r_zip=bytes(content))
    assert first.problem is None
    assert large.problem is not None and large.problem.reason == "too_large"
    assert beyond.problem is not None and "unpacks to more than" in beyond.problem.detail
    assert last.problem is not None and len({a.document_id for a in (first, large, beyond, last)}) == 4


def test_a_locked_and_a_damaged_member_say_so(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.txt": b"a" * 5_000, "b.txt": b"b" * 5_000, "c.txt": b"c"}))
    directory = content.index(b"PK\x01\x02")
    content[directory + 8] |= 1  # the first member is encrypted
    at = content.index(b"b.txt") + len(b"b.txt") + 4
    content[at] ^= 0xFF  # the second one's bytes are damaged
    problems = [
        arrival.problem.reason if arrival.problem else None for arrival in received(tmp_path, r_zip=bytes(content))
    ]
    assert problems == ["encrypted", "damaged", None]


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..\\..\\x.txt", "a\x00b.txt", "a\u202etxt.exe"])
def test_no_name_of_a_member_is_a_path_of_this_machine(tmp_path: Path, name: str) -> None:
    (arrival,) = received(tmp_path, r_zip=zipped({name: TEXT}))
    assert arrival.origin.startswith(f"{tmp_path}/r.zip!/")
    assert not {"\x00", "\u202e"} & set(arrival.name)
    assert arrival.content == TEXT


def test_an_archive_that_is_cut_is_one_document_that_is_refused_when_it_is_read(tmp_path: Path) -> None:
    content = zipped({"a.txt": TEXT})[:-10]
    (arrival,) = received(tmp_path, r_zip=content)
    assert arrival.content == content


def test_an_empty_archive_is_not_lost(tmp_path: Path) -> None:
    (arrival,) = received(tmp_path, r_zip=zipped({}))
    assert places([arrival], tmp_path) == ["r.zip"]

"""Mails and archives: a document for each one inside, with a place of its own, and nothing lost."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_LZMA, ZipFile

import pytest

from sources.ingest import Arrival, receive
from sources.ingest.containers import archive, member, opening
from sources.ingest.containers.opening import opened
from sources.parse import parse
from sources.records import Unreadable
from tests.office_files import docx, mail, paragraph, pptx, xlsx, zipped

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


def test_a_member_that_is_too_large_is_refused_alone_and_counts_those_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1_000)
    content = zipped({"a.txt": b"a" * 100, "b.txt": b"b" * 1_001, "c.txt": b"c" * 1_002, "d.txt": b"d"})
    first, large, last = received(tmp_path, r_zip=content)
    assert (first.problem, last.problem) == (None, None)
    assert large.problem is not None and large.problem.reason == "too_large"
    assert "so are 1 more documents" in large.problem.detail
    assert len({arrival.document_id for arrival in (first, large, last)}) == 3


@pytest.mark.parametrize(("bound", "reason"), [("MAX_TOTAL_BYTES", "too_large"), ("MAX_DOCUMENTS", "too_much_work")])
def test_what_holds_more_than_is_taken_from_one_file_is_one_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, reason: str
) -> None:
    inner = zipped({f"{number}.txt": b"a" for number in range(9)})
    monkeypatch.setattr(member, bound, 8)
    (whole,) = received(tmp_path, r_zip=inner)
    assert whole.problem is not None and (whole.problem.reason, whole.content) == (reason, b"")
    assert places([whole], tmp_path) == ["r.zip"]
    monkeypatch.setattr(member, bound, 100_000)
    assert len(received(tmp_path, r_zip=zipped({"a.zip": inner, "b.zip": inner, "c.zip": inner}))) == 27
    monkeypatch.setattr(member, bound, 15 if bound == "MAX_DOCUMENTS" else 3 * len(inner) + 12)
    *taken, rest = received(tmp_path)
    assert rest.problem is not None and rest.problem.reason == reason
    assert len(taken) == 9  # what came before stays


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


CITED = "On Tue, 28 Apr 2026 at 09:00, Ben <b@client.example> wrote:"
HEADER = "<b>From:</b> Ben &lt;b@client.example&gt;<br><b>Sent:</b> Tuesday, April 28, 2026 9:00 AM<br><b>To:</b> Ada<br><b>Subject:</b> old<br>"
QUOTING = {
    "text": (f"Now 860.\n\n{CITED}\n> It was 840.\n", None),
    "text without a name": ("Now 860.\n\n> It was 840.\n", None),
    "Gmail": ("x", f"<p>Now 860.</p><div class=gmail_quote><div class=gmail_attr>{CITED.replace('<', '&lt;')}</div><blockquote class=gmail_quote>It was 840.</blockquote></div>"),
    "Apple": ("x", f"Now 860.<blockquote type=cite><div>{CITED.replace('<', '&lt;')}</div><div>It was 840.</div></blockquote>"),
    "Thunderbird": ("x", f"<p>Now 860.</p><div class=moz-cite-prefix>{CITED.replace('<', '&lt;')}</div><blockquote type=cite>It was 840.</blockquote>"),
    "Yahoo": ("x", f"<p>Now 860.</p><div class=yahoo_quoted><div>{CITED.replace('<', '&lt;')}</div><div>It was 840.</div></div>"),
    "Outlook": ("x", f"<p>Now 860.</p><div style='border-top:solid'><p>{HEADER}</p></div><p>It was 840.</p>"),
    "Outlook on the web": ("x", f"<div>Now 860.</div><div id=appendonsend></div><hr><div id=divRplyFwdMsg>{HEADER}</div><div>It was 840.</div>"),
}  # fmt: skip


@pytest.mark.parametrize("program", QUOTING)
def test_an_older_mail_that_is_quoted_is_a_document_of_its_own_day_behind_the_senders_words(
    tmp_path: Path, program: str
) -> None:
    text, page = QUOTING[program]
    content = mail(text, page, {"a.txt": TEXT}, Subject="Re: old", Date="Mon, 04 May 2026 10:11:12 +0000")
    own, older, attached = received(tmp_path, m_eml=content)
    ending = "txt" if page is None else "html"
    assert places([own, older], tmp_path) == [f"m.eml!/body.{ending}", f"m.eml!/body-2.{ending}"]
    assert own.metadata is not None and own.metadata.published_on == date(2026, 5, 4)
    assert older.metadata is not None
    assert older.metadata.published_on == (None if program == "text without a name" else date(2026, 4, 28))
    own_text, older_text = (parse(arrival.content).text for arrival in (own, older))
    assert ("860" in own_text, "840" in own_text, "client.example" in own_text) == (True, False, False)
    assert ("860" in older_text, "840" in older_text) == (False, True)
    assert attached.content == TEXT
    assert not re.search(rb"class=.?(gmail_quote|yahoo|moz)|id=.?(div|app)|type=.?cite", own.content)
    if page is None:
        document = parse(older.content)
        assert document.withdrawn[0][0] == 0 and document.withdrawn[-1][1] >= len(document.text.rstrip())
    else:
        assert b"<blockquote type=cite>" in older.content


def test_a_forward_without_a_word_is_the_forwarded_mail(tmp_path: Path) -> None:
    page = f"<div class=gmail_quote><div>---------- Forwarded message ---------<br>{HEADER}</div><br>It is 840.<blockquote type=cite>x 1</blockquote></div>"
    arrivals = received(tmp_path, m_eml=mail("x", page, Subject="Fwd: old", Date="Mon, 04 May 2026 10:11:12 +0000"))
    assert places(arrivals, tmp_path) == ["m.eml!/body.html", "m.eml!/body-2.html"]
    assert arrivals[0].metadata is not None and arrivals[0].metadata.title == "old"
    assert arrivals[0].metadata.published_on == date(2026, 4, 28)
    assert b"type=cite" not in arrivals[0].content and b"840" in arrivals[0].content


def test_what_a_sidecar_says_of_a_mails_day_is_not_said_of_the_older_mail(tmp_path: Path) -> None:
    (tmp_path / "m.eml.meta.yml").write_text("publisher: Tern Quay\npublished_on: 2026-05-06\n")
    own, older = received(tmp_path, m_eml=mail(QUOTING["text"][0]))
    assert own.metadata is not None and older.metadata is not None
    assert (own.metadata.published_on, older.metadata.published_on) == (date(2026, 5, 6), date(2026, 4, 28))
    assert older.metadata.publisher == "Tern Quay"


def test_a_page_that_cites_nothing_is_kept_byte_by_byte(tmp_path: Path) -> None:
    page = "<p>Worth USD 8 billion.</p><blockquote>said one</blockquote>"
    (own,) = received(tmp_path, m_eml=mail("x", page))
    assert own.content.strip() == page.encode()


@pytest.mark.parametrize(
    "content",
    [
        zipped({f"{number}.txt": b"x" for number in range(5_001)}),
        b"From: a@b\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n"
        + b"--B\r\nContent-Type: message/rfc822\r\n\r\nFrom: a@b\r\nMIME-Version: 1.0\r\n\r\nx\r\n" * 10_000,
        b"From: a@b\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n" * 3_000,
        b"From: a@b\r\nMIME-Version: 1.0\r\n"
        + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(1_500)),
    ],
    ids=["5,001 members", "10,000 mails", "3,000 mails in each other", "1,500 levels of parts"],
)
def test_a_container_without_measure_is_one_refusal_with_one_line(tmp_path: Path, content: bytes) -> None:
    (arrival,) = received(tmp_path, c_dat=content)
    assert arrival.problem is not None and arrival.problem.reason == "too_much_work"
    assert arrival.warnings == ()


def _mutations(content: bytes, n: int) -> Iterator[bytes]:
    """The content with bits of one to eight bytes turned, with a stretch cut out, or cut off; half of it in its first or last 300 bytes."""
    chance = random.Random(20261128)
    for _ in range(n):
        broken = bytearray(content)
        for _ in range(chance.choice((1, 1, 2, 8))):
            at = chance.choice((chance.randrange(len(broken)), chance.randrange(300), -1 - chance.randrange(300)))
            broken[at % len(broken)] ^= 1 << chance.randrange(8)
        if not chance.randrange(4):
            del broken[(cut := chance.randrange(len(broken))) : cut + chance.choice((1, 30, 10_000))]
        yield bytes(broken)


LZMA = BytesIO()
with ZipFile(LZMA, "w", ZIP_LZMA) as _packed:
    _packed.writestr("a.txt", TEXT * 9)


@pytest.mark.parametrize(
    "content",
    [
        zipped({"a.txt": TEXT * 9, "b/c.txt": TEXT, "m.eml": mail("x", PAGE, {"f.txt": TEXT})}),
        LZMA.getvalue(),
        mail("plain", PAGE, {"figures.csv": TEXT, "z.zip": zipped({"a.txt": TEXT})}, Subject="Größe", Date="Tue, 05 May 2026 23:30:00 -0500"),
        mail(QUOTING["text"][0]),
        docx(paragraph("x", "H1"), paragraph("y")),
        xlsx({"A": [["Region", 2025], ["Asia", 3]]}),
        pptx(("A", [["Region", "2025"], ["Asia", "3"]])),
    ],
    ids=["zip", "zip by LZMA", "mail", "quoting mail", "docx", "xlsx", "pptx"],
)  # fmt: skip
def test_a_broken_container_is_read_or_refused_whatever_its_bytes(content: bytes) -> None:
    outcomes = Counter(outcome for broken in _mutations(content, 150) for outcome in _outcomes(broken))
    assert len(outcomes) > 1


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx"])
def test_an_office_file_with_a_broken_part_is_read_or_refused(kind: str) -> None:
    whole = {"docx": docx(paragraph("x", "H1")), "xlsx": xlsx({"A": [["Asia", 3]]}), "pptx": pptx(("A", "b"))}[kind]
    with ZipFile(BytesIO(whole)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    chance = random.Random(20261128)
    outcomes = Counter[str]()
    for _ in range(200):
        name = chance.choice([name for name in parts if name.endswith((".xml", ".rels"))])
        value = chance.choice(list(re.finditer(rb"(?<=[\"'])[^\"'<>]*(?=[\"'])", parts[name])))
        said = chance.choice((b"", b"-1", b"99999999999", b"x", b"NaN", b"1e400", "é".encode(), b"<"))
        broken = parts[name][: value.start()] + said + parts[name][value.end() :]
        outcomes.update(_outcomes(zipped({**parts, name: broken})))
    assert {"read", "damaged"} <= outcomes.keys()


def _outcomes(content: bytes) -> Iterator[str]:
    """What becomes of the documents of a file: `read`, or the reason of a refusal."""
    for document in opened([Arrival("/inbox/c", "c", sha256(content).hexdigest(), content, None, None)]):
        try:
            if document.problem is not None:
                raise document.problem
            parse(document.content)
            yield "read"
        except Unreadable as problem:
            assert problem.detail
            yield problem.reason

"""RSS and Atom in ordinary and in hostile forms."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.ingest.feeds.entries import MAX_BYTES, MAX_ENTRIES, MAX_STEPS, Entry, NoList, entries_of
from tests.unit.sources.ingest.feeds.conftest import Reader, Site, page, rss

RSS2 = """<?xml version="1.0"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>All</title><link>http://x.example/</link>
<item><media:title>Not this</media:title><title> Heat
 pumps </title><link> http://x.example/1 </link><pubDate>Mon, 16 Nov 2026 23:30:00 -0800</pubDate></item>
<item><title><![CDATA[A & B]]></title><guid>http://x.example/2</guid><dc:date>2026-11-17T08:00:00Z</dc:date></item>
<item><title>No link</title><guid isPermaLink="false">tag:1</guid></item>
<item><link>/4</link><pubDate>yesterday</pubDate></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><link href="http://x.example/"/>
<entry><title type="html">&lt;b&gt;Heat&lt;/b&gt; pumps</title><link rel="self" href="/self"/><link href="/1"/>
<link rel="alternate" href="/other"/><published>2026-01-02T00:00:00Z</published><updated>2026-03-04T00:00:00+09:00</updated>
<content><div xmlns="http://www.w3.org/1999/xhtml"><title>Inner</title></div></content></entry></feed>"""

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><title>All</title><link>http://x.example/</link></channel>
<item><title>One</title><link>http://x.example/1</link></item></rdf:RDF>"""


def test_rss_2_is_read() -> None:
    assert entries_of(RSS2.encode()).entries == (
        # the day where it was written, not the one of our zone
        Entry("http://x.example/1", "Heat pumps", date(2026, 11, 16), "Mon, 16 Nov 2026 23:30:00 -0800"),
        Entry("http://x.example/2", "A & B", date(2026, 11, 17), "2026-11-17T08:00:00Z"),
        Entry("/4", None, None, "yesterday"),
    )


def test_atom_is_read_with_the_later_of_its_days() -> None:
    stamp = "2026-01-02T00:00:00Z; 2026-03-04T00:00:00+09:00"
    assert entries_of(ATOM.encode()).entries == (Entry("/1", "Heat pumps", date(2026, 3, 4), stamp),)


def test_rss_1_is_read() -> None:
    assert entries_of(RDF.encode()).entries == (Entry("http://x.example/1", "One", None, ""),)


BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><rss><channel><item><title>&i;</title><link>/1</link></item></channel></rss>"
)
QUADRATIC = f'<!DOCTYPE rss [<!ENTITY a "{"x" * 100_000}">]><rss><channel><item><title>{"&a;" * 10_000}</title></item></channel></rss>'


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (BILLION_LAUGHS.encode(), "entities of its own"),
        (QUADRATIC.encode(), "entities of its own"),
        (b'<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1/x">%p;]><rss/>', "entities of its own"),
        (BILLION_LAUGHS.encode("utf-16"), "entities of its own"),
        (b"<rss><channel><item>", "half of one"),
        (rss(("/a", "A", ""), ("/b", "B", "")).encode()[:-40], "half of one"),
        (b"<html><body>no list</body></html>", "XML of another kind"),
        (b"<urlset><url><loc>http://x.example/</loc></url></urlset>", "XML of another kind"),
        (b"<rss><channel><item><link></item></link></channel></rss>", "feedparser cannot read it"),
        (b"", "no RSS or Atom list"),
        (b"plain words", "no RSS or Atom list"),
        (b"/etc/hostname", "no RSS or Atom list"),
        (("<rss>" + "<a>" * MAX_STEPS).encode(), "more tags, references"),
        (b"<rss>" + b"&" * MAX_STEPS, "more tags, references"),
        (("<rss " + " ".join(f"a{n}='1'" for n in range(15_000)) + "/>").encode(), "attributes"),
        (
            ("<rss " + " ".join(f"xmlns:a{n}='u:{n}'" for n in range(3_000)) + ">" + "<a1:a/>" * 6_000).encode(),
            "prefixes",
        ),
        (b" " * MAX_BYTES + b"<rss/>", "more than 5,000,000 bytes"),
        (b'<?xml version="1.0" encoding="zip"?><rss/>', "encoding 'zip' is not known"),
        (b'<?xml version="1.0" encoding="unicode_escape"?><rss/>', "is not known"),
    ],
)
def test_what_is_no_list_is_refused_with_its_reason(body: bytes, words: str) -> None:
    with pytest.raises(NoList, match=words):
        entries_of(body)


@pytest.mark.parametrize(
    ("item", "read"),
    [
        ("<title>Oil & gas</title><link>http://x.example/?a=1&b=2</link>", ("http://x.example/?a=1&b=2", "Oil & gas")),
        ("<title>M&eacute;tal&nbsp;brut</title><link>/a</link>", ("/a", "Métal brut")),
        ("<title>One <br> two</title><link>/a</link>", ("/a", "One two")),
        ("<title>A</title><link>/a</link><x:y>undeclared</x:y>", ("/a", "A")),
        ("<title>A\x0b</title><link>/a</link>", ("/a", "A")),
    ],
)
def test_a_list_that_is_no_valid_xml_is_read(item: str, read: tuple[str, str]) -> None:
    found = entries_of(
        f"\n<rss version='2.0'><channel><item>{item}</item></channel></rss><!-- made in 3 s -->".encode()
    )
    assert [(entry.link, entry.title) for entry in found.entries] == [read]


def test_addresses_are_relative_to_the_base_of_the_list() -> None:
    atom = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://y.example/z/"><entry><link href="1"/></entry></feed>'
    assert [entry.link for entry in entries_of(atom.encode()).entries] == ["http://y.example/z/1"]


def test_no_file_is_read_and_no_address_asked_for_by_an_entity(tmp_path: Path) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text("canary")
    asked = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)

        def listen() -> None:
            with suppress(TimeoutError):
                asked.append(listener.accept())

        thread = threading.Thread(target=listen)
        thread.start()
        for place in (canary.as_uri(), f"http://127.0.0.1:{listener.getsockname()[1]}/x"):
            for declared in (f'<!DOCTYPE rss [<!ENTITY e SYSTEM "{place}">]>', f'<!DOCTYPE rss SYSTEM "{place}">'):
                body = f"{declared}<rss><channel><item><title>&e;</title><link>/1</link></item></channel></rss>"
                try:
                    found = entries_of(body.encode()).entries
                except NoList:
                    continue
                assert "canary" not in str(found)
        thread.join()
    assert asked == []


def test_a_doctype_alone_is_harmless() -> None:
    body = '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://x.example/rss.dtd"><rss><channel><item><link>/1</link></item></channel></rss>'
    assert [entry.link for entry in entries_of(body.encode()).entries] == ["/1"]


@pytest.mark.parametrize(
    ("encoding", "content_type", "declared"),
    [
        ("utf-8", "", ""), ("utf-8-sig", "", ""), ("utf-16", "", "utf-16"), ("iso-8859-1", "", "ISO-8859-1"),
        ("windows-1252", "application/rss+xml; charset=windows-1252", "utf-8"), ("shift_jis", "", "Shift_JIS"),
    ],
)  # fmt: skip
def test_encodings_are_those_of_the_mark_the_header_or_the_declaration(
    encoding: str, content_type: str, declared: str
) -> None:
    title = "産業用" if encoding == "shift_jis" else "Wärme"
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    body = f"{head}<rss><channel><item><title>{title}</title><link>/1</link></item></channel></rss>".encode(encoding)
    found = entries_of(body, content_type)
    assert ([entry.title for entry in found.entries], found.damaged) == ([title], False)


def test_bytes_that_do_not_fit_their_encoding_cost_the_title_and_not_the_link(reader: Reader, site: Site) -> None:
    body = rss(("/a", "Wärme", "")).encode("latin-1")
    found = entries_of(body)
    assert (found.entries, found.damaged) == ((Entry("/a", None, None, ""),), True)
    site.pages.update({"/feed.xml": page(body), "/a": page("a")})
    told = reader.run(reader.feed("/feed.xml", kind="rss"))
    assert [one.visit.outcome for one in told] == ["new", "new"]
    assert "do not fit its encoding" in str(told[1].warning)


def test_long_lists_and_long_titles_are_cut() -> None:
    long = rss(*((f"/{number}", "x" * 10_000, "") for number in range(3)))
    assert [len(str(entry.title)) for entry in entries_of(long.encode()).entries] == [1_000] * 3
    many = rss(*((f"/{number}", "", "") for number in range(MAX_ENTRIES + 5)))
    assert len(entries_of(many.encode()).entries) == MAX_ENTRIES


@given(st.binary(max_size=300))
def test_any_bytes_are_a_list_or_none(body: bytes) -> None:
    try:
        entries_of(body)
    except NoList as error:
        assert str(error)


@given(
    st.lists(st.sampled_from(["<item>", "</item>", "<link>", "</link>", "<title>", "</title>", "/a", "x"]), max_size=20)
)
def test_any_order_of_elements_is_a_list_or_none(parts: list[str]) -> None:
    try:
        found = entries_of(f"<rss><channel>{''.join(parts)}</channel></rss>".encode())
    except NoList:
        return
    assert all(entry.link for entry in found.entries)

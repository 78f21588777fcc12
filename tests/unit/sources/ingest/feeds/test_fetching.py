"""A feed through several runs, against a real server: what arrives, what is asked for again, and what a bad server costs."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler

import pytest

from sources.ingest.feeds.connecting import Deadline
from sources.ingest.feeds.fetching import due_feeds, next_due
from sources.ingest.feeds.visiting import ANSWER_SECONDS
from tests.unit.sources.ingest.feeds.conftest import NOON, Reader, Site, page, rss, status, tagged

DAY = timedelta(days=1)
MONDAY = "Mon, 16 Nov 2026 08:00:00 GMT"
TUESDAY = "Tue, 17 Nov 2026 08:00:00 GMT"


def outcomes(found):
    return [(one.visit.url.rsplit("/", 1)[-1], one.visit.outcome) for one in found]


def test_a_page_arrives_with_its_address_licence_and_publisher(reader: Reader, site: Site) -> None:
    site.pages["/reports/heat%20pumps?y=2026"] = page("USD 5 billion")
    (found,) = reader.run(
        reader.feed("/reports/../reports/heat pumps?y=2026#top", publisher="Acme", quote_limit_chars=90)
    )
    arrival = found.arrival
    assert arrival is not None
    url = site.url("/reports/heat%20pumps?y=2026")
    assert (arrival.origin, arrival.name, arrival.content) == (url, "heat pumps", b"USD 5 billion")
    assert arrival.document_id == hashlib.sha256(b"USD 5 billion").hexdigest()
    metadata = arrival.metadata
    assert metadata is not None
    assert (metadata.url, metadata.licence, metadata.publisher, metadata.quote_limit_chars) == (
        url,
        "CC-BY-4.0",
        "Acme",
        90,
    )
    assert (metadata.document_id, metadata.origin, metadata.title) == (arrival.document_id, url, None)
    assert site.headers[-1]["User-Agent"].startswith("Parallax/")
    assert site.headers[-1]["User-Agent"].endswith(" (+desk@example.com)")


def test_what_has_not_changed_is_not_sent_again_and_what_has_is_a_new_document(reader: Reader, site: Site) -> None:
    feed = reader.feed("/a")
    site.pages["/a"] = tagged("one", '"1"')
    assert outcomes(reader.run(feed)) == [("a", "new")]
    assert reader.run(feed, NOON + DAY / 2) == []  # not due
    (second,) = reader.run(feed, NOON + DAY)
    assert (second.visit.status, second.visit.outcome, second.arrival) == (304, "unchanged", None)
    assert second.visit.etag == '"1"'
    site.pages["/a"] = tagged("two", '"2"')
    (third,) = reader.run(feed, NOON + 2 * DAY)
    assert third.arrival is not None
    assert (third.arrival.content, third.arrival.origin) == (b"two", site.url("/a"))


def test_last_modified_is_asked_for_where_there_is_no_tag(reader: Reader, site: Site) -> None:
    feed = reader.feed("/a")
    site.pages["/a"] = page("one", Last_Modified=MONDAY)
    reader.run(feed)
    reader.run(feed, NOON + DAY)
    assert site.headers[-1]["If-Modified-Since"] == MONDAY


def test_same_bytes_without_any_tag_are_told_as_unchanged(reader: Reader, site: Site) -> None:
    feed = reader.feed("/a")
    site.pages["/a"] = page("one")
    reader.run(feed)
    assert outcomes(reader.run(feed, NOON + DAY)) == [("a", "unchanged")]


def test_robots_of_our_own_name_hold_before_those_of_all_and_crawl_delay_is_waited_for(
    reader: Reader, site: Site
) -> None:
    site.pages["/robots.txt"] = page(
        "User-agent: *\nDisallow: /\n\nUser-agent: parallax\nCrawl-delay: 7\nDisallow: /b\n"
    )
    site.pages.update({"/a": page("a"), "/c": page("c")})
    found = reader.run(reader.feed("/a", "/b", "/c", seconds_between_requests=1))
    assert outcomes(found) == [("a", "new"), ("b", "refused"), ("c", "new")]
    # robots → a: the file's own pause, before the rules are known; a → c: the delay that they ask for
    assert [round(seconds) for seconds in reader.clock.slept] == [1, 7]


@pytest.mark.parametrize(
    ("code", "outcome"), [(404, "new"), (410, "new"), (403, "new"), (500, "failed"), (429, "failed"), (503, "failed")]
)
def test_without_a_robots_file_all_is_allowed_and_where_it_cannot_be_had_nothing_is(
    reader: Reader, site: Site, code: int, outcome: str
) -> None:
    site.pages.update({"/robots.txt": status(code), "/a": page("a")})
    assert outcomes(reader.run(reader.feed("/a"))) == [("a", outcome)]
    assert ("/a" in site.asked) is (outcome == "new")


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("http://elsewhere.example/x", "leads to elsewhere.example"),
        ("//localhost:1/x", "leads to localhost:1"),
        ("file:///etc/passwd", "only http and https"),
        ("gopher://127.0.0.1/x", "only http and https"),
        ("http://user:word@127.0.0.1/x", "user name"),
        ("/loop", "more than 5 redirects"),
        ("/private", "robots.txt"),
    ],
)
def test_a_redirect_is_judged_like_an_address_of_the_file(
    reader: Reader, site: Site, location: str, words: str
) -> None:
    site.pages["/robots.txt"] = page("User-agent: *\nDisallow: /private")
    site.pages["/loop"] = status(302, Location=location)
    (found,) = reader.run(reader.feed("/loop"))
    assert found.visit.outcome == "refused"
    assert words in found.problem
    assert "word" not in found.problem
    assert site.asked.count("/loop") <= 6
    assert "/private" not in site.asked


def test_a_redirect_within_the_hosts_is_followed_and_the_place_stays_the_address_of_the_file(
    reader: Reader, site: Site
) -> None:
    site.pages.update({"/old": status(301, Location=f"http://localhost:{site.port}/new"), "/new": page("here")})
    (found,) = reader.run(reader.feed("/old", hosts=[f"localhost:{site.port}"]))
    assert found.arrival is not None and found.arrival.metadata is not None
    assert found.arrival.origin == site.url("/old")
    assert found.arrival.metadata.url == f"http://localhost:{site.port}/new"


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    while True:
        handler.wfile.write(b"10000\r\n" + b"x" * 65_536 + b"\r\n")


def cut_short(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"half")
    handler.close_connection = True


def no_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x00\x01 hello\r\n\r\n")
    handler.close_connection = True


def cut_chunks(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"4\r\nhalf\r\n")  # and never the last chunk
    handler.close_connection = True


def raw(answer: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    return reply


def head_without_end(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-More: " + b"x" * 1_000 + b"\r\n")


@pytest.mark.parametrize(
    ("reply", "outcome", "words"),
    [
        (endless, "refused", "more than 100,000 bytes"),
        (page(b"x" * 100_001), "refused", "more than 100,000 bytes"),
        (page(gzip.compress(b"0" * 30_000_000), Content_Encoding="gzip"), "refused", "packed as 'gzip'"),
        (page(b"x", Content_Encoding="br"), "refused", "packed as 'br'"),
        (cut_short, "failed", "broke off"),
        (cut_chunks, "failed", "broke off"),
        (raw(b""), "failed", "broke off"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nwhole"), "failed", "no HTTP"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nwhole"), "failed", "no HTTP"),
        (no_http, "failed", "no HTTP"),
        (head_without_end, "failed", "no HTTP"),
        (status(404), "refused", "status 404"),
        (status(403), "refused", "status 403"),
        (status(418), "refused", "status 418"),
        (status(500), "failed", "status 500"),
        (status(304), "failed", "status 304"),
    ],
)  # fmt: skip
def test_a_bad_answer_is_told_and_the_next_page_arrives(
    reader: Reader, site: Site, reply, outcome: str, words: str
) -> None:
    site.pages.update({"/bad": reply, "/good": page("good")})
    bad, good = reader.run(reader.feed("/bad", "/good", max_bytes=100_000))
    assert bad.visit.outcome == outcome
    assert words in bad.problem
    if outcome != "new":
        assert bad.arrival is None
    assert good.arrival is not None and good.arrival.content == b"good"


def test_a_long_retry_after_leaves_the_host_alone_until_then(reader: Reader, site: Site) -> None:
    site.pages.update({"/a": status(429, Retry_After="172800"), "/b": page("b")})
    feed = reader.feed("/a", "/b")
    first, second = reader.run(feed)
    assert site.asked_but_robots() == ["/a"]
    assert first.visit.due_at == NOON + 2 * DAY
    assert "overcharged" in first.problem
    assert "left alone for the rest of this run" in second.problem
    assert reader.clock.slept == []


def test_a_server_that_is_not_there_is_told(reader: Reader, site: Site, closed_port: int) -> None:
    url = f"http://127.0.0.1:{closed_port}/a"
    feed = reader.feed("/a").model_copy(update={"urls": (url,)})
    (found,) = reader.run(feed)
    assert found.visit.outcome == "failed"
    assert "no connection to its host" in found.problem


def test_times_of_visits_are_the_runs_own_clock(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page("a")
    moment = datetime(2031, 1, 2, tzinfo=NOON.tzinfo)
    (found,) = reader.run(reader.feed("/a"), moment)
    assert (found.visit.tried_at, found.visit.due_at) == (moment, moment + DAY)


def test_a_page_that_drips_is_left_when_its_time_is_up_and_the_next_page_arrives(reader: Reader, site: Site) -> None:
    passed = 0.0  # seconds beside those of the machine: a loaded one is given all that it needs

    def drip(handler: BaseHTTPRequestHandler) -> None:
        nonlocal passed
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        for number in range(1_000):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            passed = 0.0 if number < 5 else 2 * ANSWER_SECONDS  # at once: it must not run on under the next page
            time.sleep(0.01)

    site.pages.update({"/bad": drip, "/good": page("good")})
    deadline = Deadline(lambda: time.monotonic() + passed)
    bad, good = reader.run(reader.feed("/bad", "/good"), deadline=deadline)
    assert (bad.visit.outcome, bad.arrival) == ("failed", None)
    assert "no whole answer in time" in bad.problem
    assert good.arrival is not None and good.arrival.content == b"good"


def test_an_address_that_fails_is_asked_once_a_run_and_less_and_less_often(reader: Reader, site: Site) -> None:
    feed = reader.feed("/a")
    site.pages["/a"] = status(500)
    due = []
    now = NOON
    for _ in range(9):
        (found,) = reader.run(feed, now)
        assert found.visit.due_at is not None
        due.append(found.visit.due_at - now)
        now = found.visit.due_at
    assert site.asked.count("/a") == 9
    assert due[:3] == [timedelta(minutes=15), timedelta(minutes=30), timedelta(minutes=60)]
    assert due[-1] == DAY
    site.pages["/a"] = page("a")
    (found,) = reader.run(feed, now)
    assert (found.visit.outcome, found.visit.failures, found.visit.problem) == ("new", 0, None)


def test_a_host_that_asks_for_a_very_long_pause_is_not_visited(reader: Reader, site: Site) -> None:
    site.pages.update({"/robots.txt": page("User-agent: *\nCrawl-delay: 86400\n"), "/a": page("a")})
    (found,) = reader.run(reader.feed("/a"))
    assert (found.visit.outcome, site.asked_but_robots(), reader.clock.slept) == ("refused", [], [])
    assert "86400 seconds" in found.problem


def test_entries_of_a_list_are_documents_and_those_that_robots_disallow_are_never_asked_for(
    reader: Reader, site: Site
) -> None:
    site.pages["/robots.txt"] = page("User-agent: *\nDisallow: /private\nAllow: /private/open\n")
    links = ("/a", "/x/%2e%2e/private/b", "/private/open/c", "javascript:alert(1)", "http://elsewhere.example/d")
    site.pages["/feed.xml"] = page(rss(*((link, "Title", MONDAY) for link in links)))
    site.pages.update({"/a": page("a"), "/private/open/c": page("c")})
    feed = reader.feed("/feed.xml", kind="rss")
    found = reader.run(feed)
    assert outcomes(found) == [("feed.xml", "new"), ("a", "new"), ("b", "refused"), ("c", "new"), ("d", "refused")]
    assert [one.arrival.content for one in found if one.arrival] == [b"a", b"c"]
    assert site.asked_but_robots() == ["/feed.xml", "/a", "/private/open/c"]
    assert reader.run(feed, NOON + DAY / 2) == []
    assert outcomes(reader.run(feed, NOON + DAY)) == [("feed.xml", "unchanged"), ("b", "refused"), ("d", "refused")]


def test_what_a_run_does_not_reach_is_asked_for_by_the_next(reader: Reader, site: Site) -> None:
    links = [f"/{letter}" for letter in "abcde"]
    site.pages["/feed.xml"] = page(rss(*((link, link, MONDAY) for link in links)))
    site.pages.update({link: page(link) for link in links})
    feed = reader.feed("/feed.xml", kind="rss", max_documents=2)
    runs = [[url for url, _ in outcomes(reader.run(feed, NOON + number * DAY))] for number in range(4)]
    assert runs == [["feed.xml", "a", "b"], ["feed.xml", "c", "d"], ["feed.xml", "e"], ["feed.xml"]]
    slow = reader.feed("/a", "/b", "/c", name="slow", seconds_between_requests=45, max_minutes=1)
    assert outcomes(reader.run(slow)) == [("a", "new"), ("b", "new")], "robots, a, b: 45 seconds apart"
    assert outcomes(reader.run(slow)) == [("c", "new")]


def test_an_entry_is_looked_at_again_after_its_days_and_not_without(reader: Reader, site: Site) -> None:
    site.pages.update({"/feed.xml": page(rss(("/a", "A", MONDAY))), "/a": tagged("one", '"1"')})
    feed = reader.feed("/feed.xml", kind="rss", revisit_days=3)
    reader.run(feed)
    assert outcomes(reader.run(feed, NOON + DAY)) == [("feed.xml", "unchanged")]
    assert outcomes(reader.run(feed, NOON + 3 * DAY)) == [("feed.xml", "unchanged"), ("a", "unchanged")]


def test_everything_asks_for_what_is_not_due_and_for_the_whole_of_it(reader: Reader, site: Site) -> None:
    site.pages["/a"] = tagged("a", '"2"')
    reader.run(reader.feed("/a"))
    assert reader.run(reader.feed("/a")) == []
    (found,) = reader.run(reader.feed("/a", licence="CC0-1.0"), everything=True)
    assert (found.visit.outcome, found.visit.status) == ("unchanged", 200)
    assert found.arrival is not None and found.arrival.metadata is not None
    assert found.arrival.metadata.licence == "CC0-1.0", "a change in the file reaches its documents"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (rss(("/a?x=1&amp;y=2", "Oil &amp; gas", "")), ["/a?x=1&y=2"]),
        ("<rss><channel><link>/home</link><item><title>A & B &nbsp;</title><link>/a?x=1&y=2</link>", ["/a?x=1&y=2"]),
        ("<rss><channel><item><link><![CDATA[ /a ]]></link></item></channel></rss>", ["/a"]),
        ("<rss><channel><item><title>No link</title></item><item><link>/b</link></item></channel></rss>", ["/b"]),
        (
            '<feed><link href="/"/><entry><link rel="self" href="/self"/><link type="text/html" href="/a"/>'
            '<link rel="enclosure" href="/e"/></entry></feed>',
            ["/a"],
        ),
        ("<feed><entry><link href='/a' rel='alternate'/></entry></feed>", ["/a"]),
        (
            '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><item><link>/&a;b</link></item></rss>',
            ["/&a;b"],
        ),
    ],
)
def test_links_of_lists_in_their_many_forms(reader: Reader, site: Site, text: str, asked: list[str]) -> None:
    site.pages["/feed.xml"] = page(text)
    reader.run(reader.feed("/feed.xml", kind="rss"))
    assert site.asked_but_robots() == ["/feed.xml", *asked]


@pytest.mark.parametrize(
    "text", ["", "plain words", "<html><body>no list</body></html>", "<rss><channel></channel></rss>"]
)
def test_what_is_no_list_is_told(reader: Reader, site: Site, text: str) -> None:
    site.pages["/feed.xml"] = page(text)
    (found,) = reader.run(reader.feed("/feed.xml", kind="rss"))
    assert (found.visit.outcome, "no RSS or Atom list" in found.problem) == ("failed", True)


def test_a_feed_is_due_when_its_first_address_is(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page("a")
    feed = reader.feed("/a", every_hours=6)
    off = feed.model_copy(update={"enabled": False})
    assert due_feeds([feed, off], {}, NOON) == [feed]
    reader.run(feed)
    assert next_due(feed, reader.known, NOON) == NOON + DAY / 4
    assert due_feeds([feed], reader.known, NOON + DAY / 4 - timedelta(seconds=1)) == []
    assert due_feeds([feed], reader.known, NOON + DAY / 4) == [feed]


def test_a_redirect_of_robots_is_followed_on_its_host_and_in_circles_nothing_is_asked_for(
    reader: Reader, site: Site
) -> None:
    site.pages.update({"/robots.txt": status(301, Location="/rules.txt"), "/a": page("a"), "/private": page("b")})
    site.pages["/rules.txt"] = page("User-agent: *\nDisallow: /private")
    assert outcomes(reader.run(reader.feed("/a", "/private"))) == [("a", "new"), ("private", "refused")]
    site.pages["/rules.txt"] = status(301, Location="/robots.txt")
    site.asked.clear()
    (found,) = reader.run(reader.feed("/a"), NOON + DAY)
    assert (found.visit.outcome, "/a" in site.asked) == ("refused", False)


def test_a_host_whose_robots_cannot_be_read_is_asked_for_them_once_a_run(reader: Reader, site: Site) -> None:
    site.pages.update({"/robots.txt": status(500), "/a": page("a"), "/b": page("b")})
    found = reader.run(reader.feed("/a", "/b"))
    assert [one.visit.outcome for one in found] == ["failed", "failed"]
    assert site.asked == ["/robots.txt"]

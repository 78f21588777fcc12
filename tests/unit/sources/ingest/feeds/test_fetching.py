"""A feed through several runs, against a real server: what arrives, what is asked for again, and what a bad server costs."""

from __future__ import annotations

import gzip
import hashlib
import time
from datetime import date, datetime, timedelta
from http.server import BaseHTTPRequestHandler

import pytest

from sources.ingest.feeds import visiting
from sources.ingest.feeds.connecting import Deadline
from sources.ingest.feeds.fetching import MAX_FAILURES, due_feeds, next_due
from sources.ingest.feeds.visit import newest
from sources.ingest.feeds.visiting import ANSWER_SECONDS
from tests.unit.sources.ingest.feeds.conftest import NOON, Reader, Site, in_turn, page, rss, status, tagged

DAY = timedelta(days=1)
MONDAY = "Mon, 16 Nov 2026 08:00:00 GMT"
TUESDAY = "Tue, 17 Nov 2026 08:00:00 GMT"


def outcomes(found):
    return [(one.visit.url.rsplit("/", 1)[-1], one.visit.outcome) for one in found]


def test_a_page_arrives_with_its_address_licence_and_publisher(reader: Reader, site: Site) -> None:
    site.pages["/reports/heat%20pumps?y=2026"] = page("USD 5 billion")
    (found,) = reader.run(reader.feed("/reports/../reports/heat pumps?y=2026#top", quote_limit_chars=90))
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


def test_of_three_entries_the_one_that_robots_disallow_is_never_asked_for(reader: Reader, site: Site) -> None:
    site.pages["/robots.txt"] = page("User-agent: *\nDisallow: /private\nAllow: /private/open\n")
    site.pages["/feed.xml"] = page(
        rss(("/a", "Heat &amp; pumps", MONDAY), ("/x/%2e%2e/private/b", "B", MONDAY), ("/private/open/c", "C", TUESDAY))
    )
    site.pages["/a"], site.pages["/private/open/c"] = page("a"), page("c")
    found = reader.run(reader.feed("/feed.xml", kind="rss"))
    assert outcomes(found) == [("a", "new"), ("b", "refused"), ("c", "new"), ("feed.xml", "new")]
    assert site.asked_but_robots() == ["/feed.xml", "/a", "/private/open/c"]
    assert "robots.txt" in str(found[1].warning)
    first, third = found[0].arrival, found[2].arrival
    assert first is not None and first.metadata is not None and third is not None and third.metadata is not None
    assert (first.metadata.title, first.metadata.published_on) == ("Heat & pumps", date(2026, 11, 16))
    assert third.metadata.published_on == date(2026, 11, 17)
    # the second run asks for the list alone
    assert outcomes(reader.run(reader.feed("/feed.xml", kind="rss"), NOON + DAY)) == [("feed.xml", "unchanged")]


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
    ("code", "outcome"), [(404, "new"), (410, "new"), (403, "refused"), (401, "refused"), (500, "failed")]
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
    assert words in str(found.warning)
    assert "word" not in str(found.warning)
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


def head_without_end(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-More: " + b"x" * 1_000 + b"\r\n")


BOMB = gzip.compress(b"\0" * 30_000_000)
DOCUMENT = b"USD 5 billion " * 100


@pytest.mark.parametrize(
    ("reply", "outcome", "words"),
    [
        (endless, "refused", "more than 100,000 bytes"),
        (page(b"x" * 100_001), "refused", "more than 100,000 bytes"),
        (page(BOMB, Content_Encoding="gzip"), "refused", "more than 100,000 bytes"),
        (page(gzip.compress(BOMB), Content_Encoding="gzip"), "new", ""),  # packed twice: bytes, unpacked once
        (page(gzip.compress(DOCUMENT)[:-9], Content_Encoding="gzip"), "failed", "ends in the middle"),
        (page(b"no gzip at all", Content_Encoding="gzip"), "failed", "gzip is broken"),
        (page(b"x", Content_Encoding="br"), "refused", "packed as 'br'"),
        (cut_short, "failed", "broke off"),
        (no_http, "failed", "no HTTP"),
        (head_without_end, "failed", "no HTTP"),
        (status(404), "refused", "not found"),
        (status(403), "refused", "does not let us"),
        (status(418), "failed", "status 418"),
        (status(304), "failed", "status 304"),
    ],
)  # fmt: skip
def test_a_bad_answer_is_told_and_the_next_page_arrives(
    reader: Reader, site: Site, reply, outcome: str, words: str
) -> None:
    site.pages.update({"/bad": reply, "/good": page("good")})
    bad, good = reader.run(reader.feed("/bad", "/good", max_bytes=100_000))
    assert bad.visit.outcome == outcome
    assert words in str(bad.warning or "")
    if outcome != "new":
        assert bad.arrival is None
        assert f"f: {site.url('/bad')}: " in str(bad.warning)
    assert good.arrival is not None and good.arrival.content == b"good"


def test_a_page_that_drips_is_left_when_its_time_is_up_and_the_next_page_arrives(
    reader: Reader, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
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

    monkeypatch.setattr(visiting, "Deadline", lambda: Deadline(lambda: time.monotonic() + passed))
    site.pages.update({"/bad": drip, "/good": page("good")})
    bad, good = reader.run(reader.feed("/bad", "/good"), answer_seconds=ANSWER_SECONDS)
    assert (bad.visit.outcome, bad.arrival) == ("failed", None)
    assert f"f: {site.url('/bad')}: no whole answer within {ANSWER_SECONDS:g} seconds" in str(bad.warning)
    assert good.arrival is not None and good.arrival.content == b"good"


def test_gzip_is_unpacked_in_several_parts_too(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page(gzip.compress(b"one ") + gzip.compress(b"two"), Content_Encoding="gzip")
    (found,) = reader.run(reader.feed("/a"))
    assert found.arrival is not None and found.arrival.content == b"one two"


def test_a_server_in_trouble_is_asked_three_times_with_pauses_and_later_again(reader: Reader, site: Site) -> None:
    feed = reader.feed("/a")
    site.pages["/a"] = status(500)
    (found,) = reader.run(feed)
    assert site.asked.count("/a") == 3
    assert [round(seconds) for seconds in reader.clock.slept] == [2, 4]
    assert (found.visit.outcome, found.visit.status, found.visit.failures) == ("failed", 500, 1)
    assert found.visit.due_at == NOON + timedelta(minutes=15)
    (again,) = reader.run(feed, NOON + timedelta(minutes=15))
    assert again.visit.due_at == NOON + timedelta(minutes=15 + 30)
    site.pages["/a"] = in_turn(status(502), page("a"))
    assert outcomes(reader.run(feed, NOON + DAY)) == [("a", "new")]


def test_a_short_retry_after_is_waited_for(reader: Reader, site: Site) -> None:
    site.pages["/a"] = in_turn(status(429, Retry_After="20"), page("a"))
    assert outcomes(reader.run(reader.feed("/a"))) == [("a", "new")]
    assert [round(seconds) for seconds in reader.clock.slept] == [20]


def test_a_long_retry_after_leaves_the_host_alone_until_then(reader: Reader, site: Site) -> None:
    site.pages.update({"/a": status(429, Retry_After="172800"), "/b": page("b")})
    feed = reader.feed("/a", "/b")
    first, second = reader.run(feed)
    assert site.asked_but_robots() == ["/a"]
    assert first.visit.due_at == NOON + 2 * DAY
    assert "left alone for 172800 seconds" in str(first.warning)
    assert "left alone for the rest of this run" in str(second.warning)
    assert reader.clock.slept == []


def test_a_server_that_is_not_there_is_told(reader: Reader, site: Site, closed_port: int) -> None:
    url = f"http://127.0.0.1:{closed_port}/a"
    feed = reader.feed("/a").model_copy(update={"urls": (url,)})
    (found,) = reader.run(feed)
    assert found.visit.outcome == "failed"
    assert f"no connection to 127.0.0.1:{closed_port}" in str(found.warning)


def test_entries_over_the_limit_wait_for_the_next_run_although_the_list_has_not_changed(
    reader: Reader, site: Site
) -> None:
    links = [f"/{letter}" for letter in "abcde"]
    site.pages["/feed.xml"] = tagged(rss(*((link, link, MONDAY) for link in links)), '"1"')
    site.pages.update({link: page(link) for link in links})
    feed = reader.feed("/feed.xml", kind="rss", max_documents=2)
    runs = [[url for url, _ in outcomes(reader.run(feed, NOON + hours * DAY / 24))] for hours in range(4)]
    assert runs == [["a", "b", "feed.xml"], ["c", "d", "feed.xml"], ["e", "feed.xml"], []]
    assert sorted(site.asked_but_robots()) == sorted([*links, *["/feed.xml"] * 3])


def test_an_entry_that_failed_is_tried_again_although_the_list_has_not_changed_and_given_up_in_the_end(
    reader: Reader, site: Site
) -> None:
    site.pages["/feed.xml"] = tagged(rss(("/a", "A", MONDAY), ("/b", "B", MONDAY)), '"1"')
    site.pages.update({"/a": in_turn(status(418), page("a")), "/b": status(418)})
    feed = reader.feed("/feed.xml", kind="rss", every_hours=1)
    assert outcomes(reader.run(feed)) == [("a", "failed"), ("b", "failed"), ("feed.xml", "new")]
    assert outcomes(reader.run(feed, NOON + DAY)) == [("feed.xml", "unchanged"), ("a", "new"), ("b", "failed")]
    for day in range(2, 20):
        reader.run(feed, NOON + day * DAY)
    assert site.asked.count("/b") == MAX_FAILURES
    assert site.asked.count("/a") == 2


def test_an_entry_that_its_list_dates_anew_is_asked_for_again(reader: Reader, site: Site) -> None:
    feed = reader.feed("/feed.xml", kind="rss")
    site.pages.update({"/feed.xml": page(rss(("/a", "A", MONDAY))), "/a": page("one")})
    reader.run(feed)
    site.pages.update({"/feed.xml": page(rss(("/a", "A", TUESDAY))), "/a": page("two")})
    found = reader.run(feed, NOON + DAY)
    assert outcomes(found) == [("a", "new"), ("feed.xml", "new")]
    assert found[0].arrival is not None and found[0].arrival.content == b"two"


def test_an_entry_is_looked_at_again_after_its_days(reader: Reader, site: Site) -> None:
    feed = reader.feed("/feed.xml", kind="rss", revisit_days=3)
    site.pages.update({"/feed.xml": tagged(rss(("/a", "A", MONDAY)), '"1"'), "/a": page("one")})
    reader.run(feed)
    assert outcomes(reader.run(feed, NOON + DAY)) == [("feed.xml", "unchanged")]
    (_, same) = reader.run(feed, NOON + 3 * DAY)
    # the list no longer tells its title, and saying nothing must not take back what was said
    assert (same.visit.outcome, same.arrival) == ("unchanged", None)


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "http://evil.example/a",
        "/a\x08b",
        "http://[::1]/",
        "ftp://127.0.0.1/a",
        "//user@127.0.0.1/",
    ],
)
def test_a_link_that_may_not_be_followed_costs_no_other_and_is_told_once(reader: Reader, site: Site, link: str) -> None:
    written = link.replace("\x08", "&#x202E;")
    site.pages.update({"/feed.xml": page(rss((written, "X", MONDAY), ("/a", "A", MONDAY))), "/a": page("a")})
    feed = reader.feed("/feed.xml", kind="rss")
    found = reader.run(feed)
    assert [one.visit.outcome for one in found] == ["refused", "new", "new"]
    assert found[0].warning
    assert site.asked_but_robots() == ["/feed.xml", "/a"]
    assert [one.warning for one in reader.run(feed, NOON + DAY)] == [None]


def test_everything_asks_for_what_is_not_due_and_still_sends_what_is_known(reader: Reader, site: Site) -> None:
    site.pages.update({"/feed.xml": tagged(rss(("/a", "A", MONDAY)), '"1"'), "/a": tagged("a", '"2"')})
    feed = reader.feed("/feed.xml", kind="rss")
    reader.run(feed)
    assert reader.run(feed) == []
    assert outcomes(reader.run(feed, everything=True)) == [("a", "unchanged"), ("feed.xml", "unchanged")]


def test_a_feed_stops_when_its_minutes_are_over_and_goes_on_where_it_stopped(reader: Reader, site: Site) -> None:
    links = [f"/{letter}" for letter in "abc"]
    site.pages["/feed.xml"] = tagged(rss(*((link, link, MONDAY) for link in links)), '"1"')
    site.pages.update({link: page(link) for link in links})
    # robots, list, a: 25 seconds apart; the minute is over before b
    feed = reader.feed("/feed.xml", kind="rss", seconds_between_requests=25, max_minutes=1)
    assert outcomes(reader.run(feed)) == [("a", "new"), ("feed.xml", "new")]
    assert outcomes(reader.run(feed)) == [("b", "new"), ("feed.xml", "unchanged")]
    assert outcomes(reader.run(feed)) == [("c", "new"), ("feed.xml", "unchanged")]
    assert reader.run(feed) == []


def test_a_feed_is_due_when_its_first_address_is(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page("a")
    feed = reader.feed("/a", every_hours=6)
    off = feed.model_copy(update={"enabled": False})
    assert due_feeds([feed, off], {}, NOON) == [feed]
    reader.run(feed)
    known = newest(reader.visits)
    assert next_due(feed, known, NOON) == NOON + DAY / 4
    assert due_feeds([feed], known, NOON + DAY / 4 - timedelta(seconds=1)) == []
    assert due_feeds([feed], known, NOON + DAY / 4) == [feed]


def test_times_of_visits_are_the_runs_own_clock(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page("a")
    moment = datetime(2031, 1, 2, tzinfo=NOON.tzinfo)
    (found,) = reader.run(reader.feed("/a"), moment)
    assert (found.visit.tried_at, found.visit.due_at) == (moment, moment + DAY)


def test_a_server_that_closed_a_kept_connection_is_asked_again_at_once_and_one_that_always_hangs_up_only_twice(
    site: Site, reader: Reader
) -> None:
    def hang_up(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True

    site.pages.update({"/a": in_turn(hang_up, page("one")), "/b": hang_up})
    (first, second) = reader.run(reader.feed("/a", "/b"))
    assert first.visit.outcome == "new"
    assert (second.visit.outcome, second.visit.status) == ("failed", None)
    assert site.asked_but_robots() == ["/a", "/a", "/b", "/b"]

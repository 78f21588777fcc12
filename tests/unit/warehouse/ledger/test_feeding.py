"""Feeds into the ledger: documents and visits together or not at all, once whatever happens, and none of it in the marts."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sources.ingest.feeds import fetching
from sources.ingest.feeds.fetching import due_feeds
from sources.ingest.feeds.visiting import Visitor
from sources.records import Visit
from tests.unit.sources.ingest.feeds.conftest import NOON, Clock, Reader, Site, page, rss, site, status, tagged
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.feeding import Fed, take_in_feeds
from warehouse.ledger.reading import read_pending
from warehouse.schema import raw_tables

__all__ = ["site"]  # the fixture

ROOT = Path(__file__).resolve().parents[4]
HOUR = timedelta(hours=1)
MONDAY = "Mon, 16 Nov 2026 08:00:00 GMT"


def feed_of(site: Site, *paths: str, name: str = "f", **more: Any) -> Any:
    return Reader(site, Clock()).feed(*paths, **more).model_copy(update={"name": name})


def run(ledger: Ledger, *feeds: Any, now: Any = NOON) -> list[Fed]:
    with ledger.lock():
        return list(take_in_feeds(ledger, due_feeds(feeds, ledger.visits(), now), Visitor(now)))


def test_two_runs_double_nothing_and_a_change_is_a_document_of_its_own(tmp_path: Path, site: Site) -> None:
    ledger = open_ledger(tmp_path)
    site.pages["/a"] = tagged("one", '"1"')
    feed = feed_of(site, "/a", publisher="Acme")
    (fed,) = run(ledger, feed)
    assert fed.intake.counts["landed"] == 1
    before = (ledger.digest(), ledger.rows("raw.receipts").height, ledger.rows("raw.metadata").height)
    assert run(ledger, feed) == []  # not due
    (again,) = run(ledger, feed, now=NOON + 24 * HOUR)
    assert [visit.outcome for visit in again.visits] == ["unchanged"]
    assert (ledger.digest(), ledger.rows("raw.receipts").height, ledger.rows("raw.metadata").height) == before
    site.pages["/a"] = tagged("two", '"2"')
    run(ledger, feed, now=NOON + 48 * HOUR)
    receipts = ledger.rows("raw.receipts")
    assert receipts["origin"].to_list() == [site.url("/a")] * 2
    assert {ledger.content(document_id) for document_id in receipts["document_id"]} == {b"one", b"two"}
    assert ledger.metadata()["publisher"].to_list() == ["Acme"] * 2
    assert ledger.metadata()["licence"].to_list() == ["CC-BY-4.0"] * 2


def test_visits_come_back_as_they_were_written_the_newest_of_each_address(tmp_path: Path, site: Site) -> None:
    ledger = open_ledger(tmp_path)
    site.pages.update({"/a": tagged("one", '"1"'), "/b": status(500)})
    (first,) = run(ledger, feed_of(site, "/a", "/b"))
    assert list(ledger.visits().values()) == list(first.visits)
    (second,) = run(ledger, feed_of(site, "/a", "/b"), now=NOON + HOUR)
    assert [visit.failures for visit in second.visits] == [2]
    assert ledger.visits()["f", site.url("/b")] == second.visits[0]
    assert ledger.rows("ledger.visits").height == 3


def test_no_build_sees_a_visit_and_the_digest_does_not_move_with_one(tmp_path: Path, site: Site) -> None:
    ledger = open_ledger(tmp_path)
    run(ledger, feed_of(site, "/missing"))
    assert ledger.rows("ledger.visits").height == 1
    assert ledger.digest() == open_ledger(tmp_path / "other").digest()
    assert [name for name in raw_tables() if "visit" in name] == []


def test_a_ledger_from_before_feeds_has_no_visits(tmp_path: Path, arrive: Any) -> None:
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("a")], now=NOON)
    assert ledger.visits() == {}


def test_the_same_bytes_from_the_inbox_and_from_a_feed_are_one_document(
    tmp_path: Path, site: Site, arrive: Any
) -> None:
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("one")], now=NOON)
    site.pages["/a"] = page("one")
    (fed,) = run(ledger, feed_of(site, "/a"))
    assert fed.intake.counts["duplicate"] == 1


def test_a_feed_whose_server_is_dead_and_one_that_meets_a_bug_cost_the_others_nothing(
    tmp_path: Path, site: Site, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = open_ledger(tmp_path)
    site.pages.update({"/a": page("a"), "/feed.xml": page(rss(("/a", "A", MONDAY))), "/c": page("c")})
    dead = feed_of(site, "/x", name="a-dead").model_copy(
        update={"urls": (f"http://127.0.0.1:{closed_port}/x",), "max_minutes": 0.01}
    )

    def broken(answer: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(fetching, "links_of", broken)
    fed = run(ledger, dead, feed_of(site, "/feed.xml", name="b-bug", kind="rss"), feed_of(site, "/c", name="c-good"))
    assert [(one.feed, one.intake.counts["landed"]) for one in fed] == [("a-dead", 0), ("b-bug", 0), ("c-good", 1)]
    assert "no connection" in fed[0].warnings[0]
    assert "RuntimeError: a bug" in fed[1].warnings[0]
    assert fed[2].warnings == ()


RUSSIAN = "<!doctype html><html><body><p>Рынок пробки вырос до 1,2 млрд долларов в 2025 году.</p>"
CYRILLIC = RUSSIAN.encode("windows-1251")


def read_all(ledger: Ledger, version: str = "v1") -> list[str]:
    """Reads what is pending in this process; what comes of it."""
    from sources.parse import parse
    from sources.records import Extraction

    def reader(content: bytes, charset: str | None = None) -> Any:
        parsed = parse(content, charset)
        nothing: dict[str, Any] = {
            f.name: () for f in dataclasses.fields(Extraction) if f.default is dataclasses.MISSING
        }
        told = {"document_id": parsed.document_id, "language": "ru", "extractor_version": version}
        return parsed, Extraction(**(nothing | told))

    return [one.outcome for one in read_pending(ledger, ledger.pending(version), version, reader)]


def test_a_page_whose_charset_only_its_server_names_is_read_with_it_and_kept_as_it_came(
    tmp_path: Path, site: Site
) -> None:
    ledger = open_ledger(tmp_path)
    site.pages["/a"] = page(CYRILLIC, Content_Type="text/html; charset=Windows-1251")
    site.pages["/b"] = page("<p>plain</p>", Content_Type="text/html; charset=utf-8")
    run(ledger, feed_of(site, "/a", "/b"))
    (document_id,) = [one for one, charset in ledger.charsets().items() if charset == "windows-1251"]
    assert ledger.content(document_id) == CYRILLIC, "bytes are never changed"
    assert len(ledger.charsets()) == 1, "UTF-8 is seen in the bytes; saying so is no news"
    assert read_all(ledger) == ["read", "read"]
    assert ledger.text(document_id).strip() == "Рынок пробки вырос до 1,2 млрд долларов в 2025 году."
    assert ledger.pending("v1") == ()
    ledger.compact(small_rows=1_000, rows_at_most=1_000)
    assert (ledger.pending("v1"), ledger.charsets()[document_id]) == ((), "windows-1251")


@pytest.mark.parametrize("first", ["inbox", "feed"])
def test_what_a_document_says_does_not_depend_on_when_its_charset_became_known(
    tmp_path: Path, site: Site, arrive: Any, first: str
) -> None:
    ledger = open_ledger(tmp_path)
    unguessed = CYRILLIC.decode("windows-1251").encode("iso-8859-5")
    site.pages["/a"] = page(unguessed, Content_Type="text/html; charset=iso-8859-5")
    came = {
        "inbox": lambda: ledger.take_in([arrive(unguessed)], now=NOON),
        "feed": lambda: run(ledger, feed_of(site, "/a")),
    }
    came.pop(first)()
    assert len(read_all(ledger)) == 1, "without its charset it is a guess, or nobody can read it"
    next(iter(came.values()))()
    assert read_all(ledger) == ([] if first == "feed" else ["read"]), "read again where another charset is known now"
    (document_id,) = ledger.charsets()
    assert ledger.text(document_id).startswith("Рынок")
    assert read_all(ledger) == []


def test_a_change_in_the_file_reaches_a_document_that_is_asked_for_as_a_whole(tmp_path: Path, site: Site) -> None:
    ledger = open_ledger(tmp_path)
    site.pages["/a"] = tagged("one", '"1"')
    run(ledger, feed_of(site, "/a"))
    with ledger.lock():
        changed = feed_of(site, "/a", publisher="idc", licence="CC0-1.0", no_external=True)
        (fed,) = take_in_feeds(ledger, [changed], Visitor(NOON + HOUR), everything=True)
    assert fed.intake.counts["unchanged"] == 1
    (said,) = ledger.metadata().to_dicts()
    assert (said["publisher"], said["licence"], said["no_external"]) == ("IDC", "CC0-1.0", True)
    assert ledger.rows("raw.receipts").height == 1


def test_a_visit_that_an_earlier_version_wrote_holds_on(tmp_path: Path, site: Site) -> None:
    """An entry that was fetched is not asked for again, though its list once gave it a date and an outcome of its own."""
    ledger = open_ledger(tmp_path)
    site.pages.update({"/feed.xml": page(rss(("/a", "A", MONDAY))), "/a": page("a")})
    seen = Visit("f", site.url("/a"), "entry", NOON, "new", 200, None, None, "0" * 64, MONDAY, 0, None, None)
    ledger.take_in([], now=NOON, visits=[seen])
    (fed,) = run(ledger, feed_of(site, "/feed.xml", kind="rss"), now=NOON + HOUR)
    assert site.asked_but_robots() == ["/feed.xml"]
    assert [visit.role for visit in fed.visits] == ["list"]


FETCH = """
import sys
from pathlib import Path
from datetime import datetime
from sources.ingest.feeds.feed_file import read_feeds
from sources.ingest.feeds.visiting import Visitor
from warehouse.ledger import open_ledger
from warehouse.ledger.feeding import take_in_feeds
home = Path(sys.argv[1])
ledger = open_ledger(home)
with ledger.lock():
    for fed in take_in_feeds(ledger, read_feeds(home)[0], Visitor(datetime.fromisoformat(sys.argv[2]))):
        print(fed.intake.counts["landed"], flush=True)
"""


def test_a_kill_in_the_middle_loses_and_doubles_nothing(tmp_path: Path, site: Site) -> None:
    """Feed `a` is written, feed `b` is killed at its second document: the next run brings both of `b`, and asks `a` not."""
    reached, go_on = threading.Event(), threading.Event()

    def stuck(handler: BaseHTTPRequestHandler) -> None:
        reached.set()
        go_on.wait(600)
        page("b2")(handler)

    site.pages.update({"/a1": page("a1"), "/b1": page("b1"), "/b2": stuck})
    (tmp_path / "feeds").mkdir()
    for name, paths in (("a", ("/a1",)), ("b", ("/b1", "/b2"))):
        (tmp_path / "feeds" / f"{name}.yml").write_text(feed_of(site, *paths, name=name).model_dump_json())
    command = [sys.executable, "-c", FETCH, str(tmp_path), NOON.isoformat()]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    killed = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert reached.wait(600)
    killed.send_signal(signal.SIGKILL)
    assert killed.communicate()[0].split() == ["1"]
    go_on.set()
    ledger = open_ledger(tmp_path)
    assert ledger.rows("raw.receipts").height == 1
    assert {url for _, url in ledger.visits()} == {site.url("/a1")}
    site.asked.clear()
    again = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert again.stdout.split() == ["0", "2"]
    assert site.asked_but_robots() == ["/b1", "/b2"]
    receipts = ledger.rows("raw.receipts")
    assert sorted(ledger.content(one) for one in receipts["document_id"]) == [b"a1", b"b1", b"b2"]
    assert receipts["outcome"].to_list() == ["landed"] * 3

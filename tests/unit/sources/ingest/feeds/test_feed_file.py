"""Feed files: what they must say, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sources.ingest.feeds.feed_file import FOLDER, read_feeds

GOOD = """name: acme-news
kind: rss
urls:
  - https://WWW.acme.example:443/feed.xml#top
publisher: idc
licence: CC-BY-4.0
licence_note: "Terms of 2026-01-02, section 3: feeds may be read by machine"
contact: desk@example.com
hosts: [cdn.acme.example]
"""


def write(home: Path, text: str, name: str = "acme-news") -> None:
    (home / FOLDER).mkdir(exist_ok=True)
    (home / FOLDER / f"{name}.yml").write_text(text, encoding="utf-8")


def test_a_feed_is_read_with_canonical_addresses_and_its_hosts(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    ((feed,), faults) = read_feeds(tmp_path)
    assert faults == ()
    assert feed.urls == ("https://www.acme.example/feed.xml",)
    assert [feed.may_ask(f"https://{host}/a") for host in ("www.acme.example", "cdn.acme.example", "acme.example")] == [
        True,
        True,
        False,
    ]
    assert feed.enabled and not feed.allow_private


def test_a_home_without_feeds_has_none(tmp_path: Path) -> None:
    assert read_feeds(tmp_path) == ((), ())


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (("licence: CC-BY-4.0\n", ""), 1, "licence: this key is required"),
        (("licence_note: ", "licence_not: "), 1, "licence_note: this key is required"),
        (("contact: desk@example.com", "contact: nobody"), 8, "contact"),
        (("contact: desk@example.com", 'contact: "a@example.com\\r\\nX-Evil: 1"'), 8, "contact"),
        (("https://WWW.acme.example:443/feed.xml#top", "file:///etc/passwd"), 4, "only http and https"),
        (("https://WWW.acme.example:443/feed.xml#top", "https://user@acme.example/"), 4, "user name"),
        (("kind: rss", "kind: gopher"), 2, "kind"),
        (("kind: rss", "kind: rss\nevery_hours: 0"), 3, "every_hours"),
        (("kind: rss", "kind: rss\nmax_bytes: 999999999"), 3, "max_bytes"),
        (("hosts: [cdn.acme.example]", "hosts: ['*']"), 9, "hosts"),
        (("name: acme-news", "name: ../evil"), 1, "name"),
        (("name: acme-news", "name: other"), 1, "call the file other.yml"),
        (("kind: rss", "kind: rss\nkind: page"), 3, "duplicate key"),
    ],
)
def test_a_faulty_file_is_told_with_its_line_and_costs_no_other(
    tmp_path: Path, change: tuple[str, str], line: int, words: str
) -> None:
    assert change[0] in GOOD
    write(tmp_path, GOOD.replace(*change))
    write(tmp_path, GOOD.replace("acme-news", "bolt-news"), "bolt-news")
    feeds, (fault,) = read_feeds(tmp_path)
    assert [feed.name for feed in feeds] == ["bolt-news"]
    assert f"acme-news.yml:{line}: " in fault
    assert words in fault


def test_a_file_of_the_first_generation_is_read_with_all_its_keys(tmp_path: Path) -> None:
    more = (
        "enabled: false\nevery_hours: 6\nrevisit_days: 30\nseconds_between_requests: 5\nmax_bytes: 1000000\n"
        "max_documents: 10\nmax_minutes: 3\nallow_private: true\nquote_limit_chars: 200\nno_external: true\n"
    )
    write(tmp_path, GOOD + more)
    ((feed,), faults) = read_feeds(tmp_path)
    assert faults == ()
    assert (feed.enabled, feed.revisit_days, feed.no_external) == (False, 30, True)

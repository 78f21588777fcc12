"""Connections to private addresses are refused, whatever a name resolves to and however often it is asked."""

from __future__ import annotations

import pytest

from tests.unit.sources.ingest.feeds.conftest import Reader, Site, page


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0", "127.1"])
def test_this_machine_is_not_asked_unless_the_file_says_so(reader: Reader, site: Site, host: str) -> None:
    site.pages["/a"] = page("a")
    url = f"http://{host}:{site.port}/a"
    closed = reader.feed("/a", allow_private=False).model_copy(update={"urls": (url,)})
    (refused,) = reader.run(closed)
    assert (refused.visit.outcome, site.asked) == ("refused", [])
    assert "allow_private" in refused.problem
    reader.visits.clear()
    (opened,) = reader.run(closed.model_copy(update={"allow_private": True}))
    assert opened.visit.outcome == "new"


def test_a_name_that_is_answered_otherwise_the_second_time_leads_nowhere(reader: Reader, site: Site) -> None:
    site.pages["/a"] = page("a")
    answers = [["203.0.113.9", "127.0.0.1"], ["127.0.0.1"]]
    looked_up: list[str] = []

    def resolver(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    feed = reader.feed("/a", allow_private=False).model_copy(update={"urls": (f"http://open.example:{site.port}/a",)})
    for _ in range(2):
        (found,) = reader.run(feed, everything=True, resolver=resolver)
        assert found.visit.outcome == "refused"
    assert site.asked == []
    assert looked_up == ["open.example"] * 2


def test_the_connection_goes_to_the_address_that_was_judged(reader: Reader, site: Site) -> None:
    """The name is looked up once a connection: robots.txt and the page; with every further look-up it would lead elsewhere."""
    site.pages.update({"/a": page("a"), "/robots.txt": page("")})
    answers = iter([["127.0.0.1"], ["127.0.0.1"], ["203.0.113.9"]])
    feed = reader.feed("/a").model_copy(update={"urls": (f"http://open.example:{site.port}/a",)})
    (found,) = reader.run(feed, resolver=lambda host, port: next(answers))
    assert found.visit.outcome == "new"
    assert site.headers[0]["Host"] == f"open.example:{site.port}"


def test_a_connection_that_ends_up_at_a_private_address_is_closed(
    reader: Reader, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the socket is connected to is judged again: nothing below us may turn it elsewhere."""
    import httpcore

    from sources.ingest.feeds import connecting

    site.pages["/a"] = page("a")
    real = httpcore.SyncBackend.connect_tcp
    monkeypatch.setattr(
        httpcore.SyncBackend, "connect_tcp", lambda self, host, port, *more: real(self, "127.0.0.1", port, *more)
    )
    feed = reader.feed("/a", allow_private=False).model_copy(update={"urls": (f"http://open.example:{site.port}/a",)})
    assert connecting.is_public("93.184.216.34")
    (found,) = reader.run(feed, resolver=lambda host, port: ["93.184.216.34"])
    assert found.visit.outcome == "refused"
    assert "127.0.0.1" in found.problem
    assert site.asked == []


def test_no_proxy_of_the_environment_is_used(
    reader: Reader, site: Site, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy would connect for us, to addresses that nobody judged."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{closed_port}")
    site.pages["/a"] = page("a")
    (found,) = reader.run(reader.feed("/a"))
    assert found.visit.outcome == "new"

"""`parallax feeds` and `parallax fetch`, the sensor, and the inbox asset: feeds from the file to the ledger."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from pipelines.defs.build import build_defs
from pipelines.defs.resources import Home
from pipelines.defs.sensors import due_key, feeds
from tests.integration.commands import parallax
from tests.unit.sources.ingest.feeds.conftest import Clock, Reader, Site, page, site, status
from warehouse.ledger import open_ledger

__all__ = ["site"]  # the fixture


def write(home: Path, site: Site, *paths: str, name: str = "f", **more: Any) -> None:
    folder = home / "feeds"
    folder.mkdir(exist_ok=True)
    feed = Reader(site, Clock()).feed(*paths, **more).model_copy(update={"name": name})
    (folder / f"{name}.yml").write_text(feed.model_dump_json())


def test_a_feed_is_listed_fetched_and_then_not_due(tmp_path: Path, site: Site) -> None:
    site.pages["/a"] = page("a")
    write(tmp_path, site, "/a")
    listed = parallax("feeds", "--home", str(tmp_path))
    assert (listed.code, "never" in listed.out, "CC-BY-4.0" in listed.out) == (0, True, True)
    assert not (tmp_path / "ledger").exists()
    fetched = parallax("fetch", "--home", str(tmp_path))
    assert fetched.code == 0
    assert "1 landed" in fetched.err
    assert site.url("/a") in fetched.out
    assert len(open_ledger(tmp_path).rows("raw.receipts")) == 1
    again = parallax("fetch", "--home", str(tmp_path))
    assert "no feed is due; --now fetches anyway" in again.err
    assert "1 unchanged" in parallax("fetch", "f", "--now", "--home", str(tmp_path)).err
    assert "never" not in parallax("feeds", "--home", str(tmp_path)).out


def test_a_dry_run_stores_nothing(tmp_path: Path, site: Site) -> None:
    site.pages["/a"] = page("a")
    write(tmp_path, site, "/a", enabled=False)
    assert "no feed is due" in parallax("fetch", "--home", str(tmp_path)).err
    tried = parallax("fetch", "f", "--dry-run", "--home", str(tmp_path))
    assert (tried.code, "new" in tried.out) == (0, True)
    assert not (tmp_path / "ledger").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("fetch", "nobody"), 2, "nobody: no such feed"),
        (("fetch", "bad"), 1, "bad.yml:1: "),
        (("fetch", "f"), 1, "none of 1 address(es) gave a document"),
        (("feeds",), 1, "bad.yml:1: "),
    ],
)
def test_trouble_is_told_in_words_and_by_the_exit_code(
    tmp_path: Path, site: Site, arguments: tuple[str, ...], code: int, words: str
) -> None:
    site.pages["/a"] = status(404)
    write(tmp_path, site, "/a")
    (tmp_path / "feeds" / "bad.yml").write_text("name: bad\n")
    ended = parallax(*arguments, "--home", str(tmp_path))
    assert (ended.code, words in ended.err) == (code, True), ended.err
    assert "Traceback" not in ended.err


def inbox_of(home: Path) -> Path:
    """An inbox beside the home: one must not hold the other."""
    return home.with_name(f"{home.name}-inbox")


def materialize(home: Path, inbox: Path, **config: object) -> dict[str, Any]:
    """Runs the receipts alone; what they say of themselves."""
    inbox.mkdir(exist_ok=True)
    definitions = build_defs(resource_overrides={"home": Home(home=str(home), inbox=str(inbox))})
    ended = definitions.get_implicit_global_asset_job_def().execute_in_process(
        asset_selection=[dg.AssetKey(["ledger", "receipts"])],
        run_config={"ops": {"ledger__receipts": {"config": config}}},
        instance=dg.DagsterInstance.ephemeral(),
    )
    (event,) = ended.get_asset_materialization_events()
    return {name: value.value for name, value in event.materialization.metadata.items()}


def test_the_receipts_take_in_the_inbox_and_the_feeds_that_are_due(tmp_path: Path, site: Site) -> None:
    site.pages.update({"/a": page("a"), "/b": status(404)})
    write(tmp_path, site, "/a", "/b")
    (tmp_path / "feeds" / "bad.yml").write_text("name: bad\n")
    (inbox_of(tmp_path)).mkdir()
    (inbox_of(tmp_path) / "c.txt").write_text("c")
    without = materialize(tmp_path, inbox_of(tmp_path), feeds=False)
    assert (without["documents_landed"], without["feeds_fetched"], site.asked) == (1, 0, [])
    told = materialize(tmp_path, inbox_of(tmp_path))
    assert (told["documents_landed"], told["documents_unchanged"], told["feeds_fetched"]) == (1, 1, 1)
    assert told["feed_addresses_asked"] == 2
    bad_file, not_there = told["warnings"]
    assert "bad.yml:1: " in bad_file
    assert "status 404" in not_there
    assert materialize(tmp_path, inbox_of(tmp_path))["feeds_fetched"] == 0


def tick(home: Path) -> dg.RunRequest | dg.SkipReason:
    result = feeds(dg.build_sensor_context(resources={"home": Home(home=str(home), inbox=str(inbox_of(home)))}))
    assert isinstance(result, dg.RunRequest | dg.SkipReason)
    return result


def test_the_sensor_asks_for_a_run_when_a_feed_is_due(tmp_path: Path, site: Site) -> None:
    assert isinstance(tick(tmp_path), dg.SkipReason)
    site.pages["/a"] = page("a")
    write(tmp_path, site, "/a")
    asked = tick(tmp_path)
    assert isinstance(asked, dg.RunRequest)
    assert asked.tags["parallax/feeds"] == "1"
    materialize(tmp_path, inbox_of(tmp_path))
    rested = tick(tmp_path)
    assert isinstance(rested, dg.SkipReason)
    assert rested.skip_message == "1 feed, none due"


def test_the_key_of_a_run_is_new_every_hour_so_that_a_failed_run_is_made_up_for() -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert due_key(["a", "b"], noon) == due_key(["b", "a"], noon.replace(minute=59))
    assert len({due_key(["a"], noon), due_key(["a"], noon.replace(hour=13)), due_key(["b"], noon)}) == 3

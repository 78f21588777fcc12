"""Fixtures and rules for all tests: interrupts that are heard, and a real browser for pages; without one those tests skip with a reason."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from playwright.sync_api import Browser, Page

# A machine that others use as well, or a slow one, makes an example take long: neither says anything about the program.
# Forty examples a property: every run draws other ones.
settings.register_profile("any machine", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

PATIENCE = 600.0  # seconds until a test gives up something that comes at once on an idle machine
Opened = Callable[..., "AbstractContextManager[Page]"]
CHROMIUM = os.environ.get("PARALLAX_CHROMIUM") or shutil.which("chromium")


# Folders and modules that run the whole program, a browser, all labelled texts, programs for developers, or that prove machinery: stores,
# processes, engines, every planted failure, and the rules of the first reader, on which nothing new is built (the samples that it
# reads stay). One way through the whole program stays.
SLOW = (
    "fuzz",
    "integration",
    "security",
    "shared",
    "unit/benchmarks",
    "unit/calibration",
    "unit/chaos",
    "unit/corpus",
    "unit/hostile",
    "unit/pipelines/test_extract_why.py",
    "unit/pipelines/test_label.py",
    "unit/quality/test_expected.py",
    "unit/quality/test_judge.py",
    "unit/quality/test_planted_failures.py",
    "unit/release/test_api_http.py",
    "unit/release/test_catalogue.py",
    "unit/release/test_citations.py",
    "unit/release/test_hostile_words.py",
    "unit/release/test_landed.py",
    "unit/release/test_rebuilding.py",
    "unit/release/test_standing.py",
    "unit/release/test_table_export.py",
    "unit/sources/extract",
    "unit/sources/parse/test_work.py",
    "unit/training",
    "unit/trials",
    "unit/warehouse/test_analyst.py",
    "unit/warehouse/estimate/test_poison.py",
    "unit/warehouse/estimate/test_posterior.py",
    "unit/warehouse/estimate/test_spread_law.py",
    "unit/warehouse/explain/test_causes.py",
    "unit/warehouse/fuse",
    "unit/warehouse/grouping",
    "unit/warehouse/ledger/test_compaction.py",
    "unit/warehouse/ledger/test_durability.py",
    "unit/warehouse/ledger/test_feeding.py",
    "unit/warehouse/ledger/test_staging.py",
    "unit/warehouse/resolve/words/test_collisions.py",
    "unit/warehouse/second_reading",
    "unit/warehouse/spark",
    "unit/warehouse/step_cache",
)
# Whole builds that prove a machine against itself, a minute of processor time and more each: two orders of arrival, a release against its
# rebuild, histories, marts and workbooks written by part against the same written whole, the recipes typed into a copy of the
# repository. `make proofs` runs them, and single tests of other modules that are marked so: other orders, other numbers of groups, kept
# readings that are lost, publishers killed from outside.
PROOFS = (
    "integration/test_arrival_order.py",
    "integration/test_histories.py",
    "integration/test_rebuild_check.py",
    "integration/test_recipes.py",
    "integration/test_recipes_of_data.py",
    "unit/release/test_publishing_by_part.py",
    "unit/warehouse/test_mart_replay.py",
)
ALWAYS = ("integration/test_end_to_end.py",)
# Two processes share the modules, one after the other by name: a long one among the last is waited for alone. Of the modules that share
# a home, one makes it while the other process has something else to do.
LONG_AND_LATE = (
    "integration/test_decisions.py",
    "shared/test_cross_document.py",
    "shared/test_markup.py",
    "unit/warehouse/vintages/test_rebuild.py",
    "unit/warehouse/test_marts.py",
    "unit/warehouse/test_taken_back.py",
)
FAST_ONLY = "not slow"  # the markers that `make test` asks for


def _is_slow(path: Path) -> bool:
    place = path.relative_to(Path(__file__).parent).as_posix()
    return place.startswith(SLOW + PROOFS) and place not in ALWAYS


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Slow modules are not even imported by `make test`: that takes a minute."""
    is_left_out = config.option.markexpr == FAST_ONLY and collection_path.suffix == ".py" and _is_slow(collection_path)
    return True if is_left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the slow folders and modules are `slow`: `make test` leaves them out, `make test-slow` runs them; whole builds are `proof`.

    Long modules that would come last come first.
    """
    items.sort(key=lambda item: item.path.relative_to(Path(__file__).parent).as_posix() not in LONG_AND_LATE)
    for item in items:
        if _is_slow(item.path):
            item.add_marker("slow")
        if item.path.relative_to(Path(__file__).parent).as_posix() in PROOFS:
            item.add_marker("proof")


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector of garbage need not walk through it again and again (7 % of the time)."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def interrupts_are_heard() -> None:
    """A script that starts tests in the background has them ignore Ctrl-C, and with them every process that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def read_by_rules() -> Iterator[None]:
    """The rules alone read, at a third of the cost."""
    from sources.extract import extractor_version
    from sources.extract.reader_name import READER_VARIABLE

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(READER_VARIABLE, "rules")
        extractor_version.cache_clear()
        yield
    extractor_version.cache_clear()


_SERVERS: dict[str, Any] = {}


@contextmanager
def kept_fork_servers() -> Iterator[None]:
    """Readers come from one fork server for each environment while tests last; a call starts one of its own, which loads for seconds."""
    from sources.ingest import workers
    from sources.ingest.workers import pool
    from sources.ingest.workers.server import ForkServer, _surroundings

    class Kept(ForkServer):
        def close(self) -> str:
            return ""  # it ends with this process

    def server() -> Kept:
        key = repr(sorted(_surroundings().items()))
        if key not in _SERVERS or _SERVERS[key]._process.poll() is not None:
            _SERVERS[key] = Kept()
        kept: Kept = _SERVERS[key]
        return kept

    with pytest.MonkeyPatch.context() as patch:
        for module in (workers, pool):
            patch.setattr(module, "ForkServer", server)
        yield


@pytest.fixture(scope="module")
def one_fork_server() -> Iterator[None]:
    """See `kept_fork_servers`, in all tests of a module."""
    with kept_fork_servers():
        yield


@pytest.fixture(scope="module")
def rules_reader() -> Iterator[None]:
    """The rules alone read, in all tests of a module."""
    with read_by_rules():
        yield


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of this machine on which nobody can listen meanwhile: it is ours, and we do not."""
    with socket.socket() as kept:
        kept.bind(("127.0.0.1", 0))
        number: int = kept.getsockname()[1]
        yield number


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window and without its own traffic.

    One per module: while it is open this thread has a running event loop, in which nothing else can start its own.
    """
    if CHROMIUM is None:
        pytest.skip("needs a Chromium: apt-get install chromium, or name one in PARALLAX_CHROMIUM")
    from playwright.sync_api import sync_playwright

    quiet = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=quiet, timeout=PATIENCE * 1_000)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser) -> Opened:
    """Opens a page of a site from its file path, with every way to the network cut; a complaint of the page is an error.

    Options are those of a browser context: `viewport`, `color_scheme`.
    """

    @contextmanager
    def open_page(site: Path, address: str, **options: Any) -> Iterator[Page]:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE * 1_000)
        page = context.new_page()
        complaints: list[str] = []

        def refuse(route: Any) -> None:
            complaints.append(f"{page.url}: asked the network for {route.request.url}")
            route.abort()

        context.route(lambda url: not url.startswith(("file:", "data:")), refuse)
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{page.url}: {message.text}") if message.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        try:
            page.goto(
                (site / address.partition("#")[0]).as_uri()
                + ("#" + address.partition("#")[2] if "#" in address else "")
            )
            yield page
            assert complaints == []
        finally:
            context.close()

    return open_page


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], str]) -> tuple[Path, str]:
    """A folder that is dear to make: the first of the processes that test side by side makes it, each gets a copy of its own.

    Args:
        factory: of temporary folders.
        name: of the folder.
        make: fills the folder that it is given, and says something that every process is told.
    """
    own = factory.mktemp(name) / "home"
    is_alone = "PYTEST_XDIST_WORKER" not in os.environ
    common = (own.parent if is_alone else factory.getbasetemp().parent) / f"{name}-made-once"
    common.mkdir(exist_ok=True)
    with (common / ".lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = common / "told"
        if not told.exists():
            shutil.rmtree(common / "home", ignore_errors=True)  # of a process that was stopped while it made this
            said = make(common / "home")
            told.write_text(said, encoding="utf-8")
    shutil.copytree(common / "home", own, symlinks=True)
    return own, told.read_text(encoding="utf-8")

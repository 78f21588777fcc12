"""The past by the API is the past by `parallax show`, and the server that `parallax serve` starts answers."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from release.api import figure as figure_of
from release.api import markets as markets_of
from release.api.source import asked_of, open_source
from tests.integration.commands import parallax
from tests.integration.conftest import Published
from tests.integration.serving import serving

DAY = "2026-05-06"


def _ids(said: str) -> set[str]:
    """First characters of the ids of estimates, as the tables of `parallax show` print them at a line's end."""
    return {
        found for line in said.splitlines() if (found := line.rstrip()[-10:]) and re.fullmatch("[0-9a-f]{10}", found)
    }


def test_the_past_is_that_of_parallax_show(samples: Published) -> None:
    name = "smart irrigation"
    shown = parallax("show", name, "--as-of", DAY, "--all", "--home", str(samples.home))
    now = parallax("show", name, "--all", "--home", str(samples.home))
    assert now.code == 0
    with open_source(samples.home, asked_of(), ()) as present:
        market_id = markets_of.markets(present, name, 1, 0).markets[0].market_id
        told = markets_of.market(present, market_id, None, 200, 0)
        assert {year.estimate_id[:10] for one in told.series for year in one.years} <= _ids(now.out)
    asked = asked_of(date.fromisoformat(DAY))
    with open_source(samples.home, asked, figure_of.MARTS) as past:
        assert shown.code == 0, shown.err
        then = markets_of.market(past, market_id, None, 200, 0)
        years = [(one, year) for one in then.series for year in one.years]
        assert years
        assert {year.estimate_id[:10] for _, year in years} <= _ids(shown.out)
        for one, year in years:
            assert year.vintage in ("known", "possible", "unknown")
            found = figure_of.figure(past, market_id, year.year, one.metric, one.ref_area, year.segment_key, one.unit)
            assert year.estimate_id in {e.estimate_id for e in (found.estimate, *found.other_series) if e}
            assert str(found.as_of) == DAY


@pytest.fixture(scope="module")
def port(samples: Published) -> Iterator[int]:
    """Port of a running `parallax serve`."""
    with serving(samples.home) as number:
        yield number


def test_the_server_answers_on_loopback_and_refuses_foreign_names(samples: Published, port: int) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/release", timeout=600) as answer:
        assert json.load(answer)["release_id"] == samples.latest.name
        assert "server" not in answer.headers
    foreign = urllib.request.Request(f"http://127.0.0.1:{port}/v1/release", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(foreign, timeout=600)
    assert caught.value.code == 421
    assert json.load(caught.value)["type"] == "urn:parallax:problem:bad-host"


def test_the_addresses_of_the_documentation_answer(samples: Published, port: int) -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    addresses = re.findall(r'curl -s "http://127\.0\.0\.1:8350(/\S+?)" \| jq', text)
    assert len(addresses) == 4
    said = {}
    for address in addresses:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=600) as answer:
                said[address] = json.load(answer)
        except urllib.error.HTTPError as error:
            said[address] = json.load(error)
    figure, refusal, unknown, then = said.values()
    assert (figure["outcome"], figure["estimate"]["verdict"]) == ("estimate", "compatible")
    assert figure["estimate"]["value"]["exact"] in text
    assert figure["figures"][0]["quotes"][0]["quote"] in text
    assert " ".join(refusal["answer"].split()) in " ".join(text.split())
    assert unknown["detail"] in text
    assert then["estimate"]["value"]["shown"] in text

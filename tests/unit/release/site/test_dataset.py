"""The front page's head: a schema.org Dataset whose files are there."""

from __future__ import annotations

import json
import re

from release.record import Release


def test_every_file_that_the_head_names_lies_in_the_release(release: Release) -> None:
    page = release.path / "site" / "index.html"
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page.read_text(), re.S)
    assert found is not None
    told = json.loads(found[1])
    assert (told["@type"], told["version"]) == ("Dataset", release.release_id)
    assert len(told["distribution"]) > 3
    for file in told["distribution"]:
        assert (page.parent / file["contentUrl"]).is_file(), file
    first, last = map(int, told["temporalCoverage"].split("/"))
    assert first <= last

"""Ours is said where tools look for it; what is vendored is named in NOTICE; each direct dependency has a licence that was reviewed."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REVIEWED = yaml.safe_load((ROOT / "requirements" / "licences.yml").read_text(encoding="utf-8"))
# Files in which parts of others are kept, each with the words of NOTICE that name it.
VENDORED = {
    "release/site/assets/minisearch.js": "MiniSearch",
    "release/site/assets/plot.js": "Observable Plot",
    "release/site/assets/sortable.js": "sortable-tablesort",
    "sources/grammar/areas_cldr.json": "Unicode License V3",
    "sources/grammar/areas_iso3166_2.json": "iso-codes",
}


def direct() -> list[str]:
    """Names of what pyproject.toml asks for, extras included."""
    wanted = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]
    return sorted({re.split(r"[=\[<>;]", one)[0] for one in wanted} - {"parallax"})


def says(name: str) -> str | None:
    """What a library's metadata say of its licence; None where it is not installed."""
    try:
        found: Any = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    if found.get("License-Expression"):
        return str(found["License-Expression"])
    classifiers = [
        one.split("::")[-1].strip() for one in found.get_all("Classifier") or [] if one.startswith("License")
    ]
    return "; ".join(classifiers) or next(iter((found.get("License") or "").strip().splitlines()), "")


def test_every_direct_dependency_was_reviewed_and_none_besides() -> None:
    assert sorted(REVIEWED["dependencies"]) == direct()


@pytest.mark.parametrize("name", direct())
def test_a_dependency_has_an_allowed_licence_and_still_says_what_was_reviewed(name: str) -> None:
    reviewed = REVIEWED["dependencies"][name]
    allowed = {*REVIEWED["allowed"]["always"], *REVIEWED["allowed"]["beside"]}
    any_of = reviewed["licence"].split(" OR ")
    assert any(set(one.split(" AND ")) <= allowed for one in any_of)
    found = says(name)
    if found is None:
        assert reviewed["says"] is None, f"{name} is not installed"
    else:
        assert reviewed["says"] in (None, found)


def test_the_licence_is_said_where_tools_look() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text and "APPENDIX: How to apply the Apache License" in text
    assert PROJECT["license"] == "Apache-2.0"
    for name in PROJECT["license-files"]:
        assert list(ROOT.glob(name)), name


@pytest.mark.parametrize("file", VENDORED)
def test_what_is_vendored_is_named(file: str) -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert (ROOT / file).is_file()
    assert file in notice and VENDORED[file] in notice


def test_no_script_or_font_of_others_lies_here_unnamed() -> None:
    """Ours are the ones that are not minified: a line of more than 1,000 characters is bundled code."""
    bundled = {
        str(path.relative_to(ROOT))
        for room in ("release", "sources", "warehouse", "quality", "pipelines", "dbt_project", "benchmarks")
        for ending in ("js", "mjs", "css", "woff", "woff2", "ttf", "otf")
        for path in (ROOT / room).rglob(f"*.{ending}")
        if ending not in ("js", "mjs", "css") or max(map(len, path.read_text(encoding="utf-8").splitlines())) > 1_000
    }
    assert bundled <= set(VENDORED)

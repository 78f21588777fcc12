"""The head of the README: quotes, badges and picture are true, and what it tells to type exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_quotes_are_words_of_the_samples_that_they_link() -> None:
    quotes = re.findall(r"^> (?!—)(.+)\n>\n> — .+\((sources/samples/[^)]+)\)$", README, re.MULTILINE)
    assert len(quotes) == 2
    for quote, file in quotes:
        assert quote.replace("**", "") in (ROOT / file).read_text(encoding="utf-8")


def test_the_badges_say_what_the_project_says() -> None:
    licence, python = ((ROOT / "docs" / "badges" / f"{name}.svg").read_text() for name in ("licence", "python"))
    assert f">licence: {PROJECT['license']}</title>" in licence
    version = re.search(r">=(3\.\d+)", PROJECT["requires-python"])
    assert version is not None and f">Python: {version[1]}</title>" in python


def test_pictures_and_files_of_the_readme_are_there_and_small() -> None:
    linked = {target for target in re.findall(r"\]\(([^)#]+)", README) if "://" not in target}
    assert {target for target in linked if not (ROOT / target).exists()} == set()
    assert (ROOT / "docs" / "market-page.png").stat().st_size < 200_000


def test_what_is_to_be_typed_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", README)) <= targets
    (install,) = re.findall(r"^uv tool install (.+)$", README, re.MULTILINE)
    files = re.findall(r"requirements/\S+", install)
    assert len(files) == 2 and all((ROOT / file).is_file() for file in files)
    assert list(PROJECT["scripts"]) == ["parallax"]
    (image,) = re.findall(r"docker build -f (\S+)", README)
    assert (ROOT / image).is_file()


def test_what_is_left_out_at_installation_is_what_uv_leaves_out() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
    lines = (ROOT / "requirements" / "excludes.in").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == settings["exclude-dependencies"]

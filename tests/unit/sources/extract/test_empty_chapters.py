"""Numbered chapters without a body, and numbered lines that are no chapters."""

from __future__ import annotations

import pytest

from sources.extract.layout.empty_chapters import empty_chapters


def chapters(*bodies: str) -> str:
    return "\n".join(f"{number}. Chapter {'abcdef'[number - 1]}\n{body}" for number, body in enumerate(bodies, 1))


@pytest.mark.parametrize(
    ("bodies", "empty"),
    [
        (("Pumps move water.", "", "Valves hold it.", "Pipes lead it.", "Ask us."), ["Chapter b"]),
        (
            ("Pumps move water.", "Tanks keep it.", "Valves hold it.", ""),
            [],
        ),  # the last: its body may be the page's foot
        (("Pumps move water.", "", "Valves hold it."), []),  # too few to be chapters: 3 of 4
        (("", "", "", "", "Ask us."), []),  # a list: 4 of 4 without a body
        (("Pumps move water.", "", "", "Pipes lead it.", "Ask us."), []),  # 2 of 4 are more than a quarter
    ],
)
def test_only_a_rare_numbered_heading_without_a_body_is_an_empty_section(
    bodies: tuple[str, ...], empty: list[str]
) -> None:
    text = chapters(*bodies)
    found = list(empty_chapters(text))
    assert [fact.value for fact in found] == empty
    assert all(fact.name == "empty_section" and text[fact.char_start : fact.char_end] == fact.value for fact in found)

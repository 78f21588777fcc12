"""The lines of a web page that say whose it is."""

from __future__ import annotations

import pytest

from sources.parse.html.page import parse_html


def lines(body: str, head: str = "") -> list[str]:
    page = f"<html><head>{head}</head><body>{body}</body></html>"
    return parse_html(page.encode())[0].split("\n")[:-1]


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        ("<footer><a>Jobs</a> © 2026 Reed Data. All rights reserved. <a>Imprint</a></footer>", ["© 2026 Reed Data"]),
        ("<footer><p>Contact</p><p>Copyright 2026 Reed Data</p></footer>", ["Copyright 2026 Reed Data"]),
        ("<div role='contentinfo'>(c) Reed Data | Terms</div>", ["(c) Reed Data"]),
        ("<footer>Reed Data since 1990</footer>", []),
        ("<footer>© A</footer><footer>© 2026 Reed Data</footer>", ["© 2026 Reed Data"]),
    ],
)
def test_of_a_footer_the_line_of_rights_stays_behind_the_page(frame: str, expected: list[str]) -> None:
    assert lines(f"{frame}<p>before</p>") == ["before", *expected]


def test_the_name_of_the_site_stands_last() -> None:
    head = '<meta property="og:site_name" content=" Reed  Data ">'
    assert lines("<p>before</p><footer>© 2026 Reed Data</footer>", head) == ["before", "© 2026 Reed Data", "Reed Data"]
    assert lines("<p>before</p>", '<meta property="og:site_name">') == ["before"]

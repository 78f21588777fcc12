"""Whose page it is, by the page's own frame: the line of rights in its footer, and the name of the site."""

from __future__ import annotations

import re
from typing import Any

from sources.parse.draft import Line

_LONGEST = 160  # characters of a footer that are looked at behind the sign, and of a name
_RIGHTS = re.compile(rf"(?:©|\([cC]\)|[Cc]opyright\b).{{3,{_LONGEST}}}?(?=[.|•·](?:\s|$)|$)")
_FOOTERS = "footer, [role=contentinfo]"
_SITE_NAME = 'head > meta[property="og:site_name"]'  # the Open Graph protocol, https://ogp.me


def house_lines(tree: Any) -> list[Line]:
    """The lines of a page that say whose it is, in the page's own words; what else footers hold is left out.

    Args:
        tree: the parsed page, before anything is taken out of it.
    """
    said = []
    for footer in tree.css(_FOOTERS):
        if found := _RIGHTS.search(" ".join(footer.text(separator=" ").split())):
            said.append(found.group().strip())
            break
    meta = tree.css_first(_SITE_NAME)
    name = " ".join(((meta.attributes.get("content") if meta is not None else None) or "").split())
    if name and len(name) <= _LONGEST:
        said.append(name)
    return [Line("paragraph", line) for line in said]

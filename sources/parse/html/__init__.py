"""Web pages, and HTML within other texts: bytes or markup to canonical text with blocks, as a person sees them.

`parse_html` is the verb. A page goes through `guard` (too hostile to parse), `sheets` and `look` (what its styles hide, set apart or strike
through) and `reader` (lines and tables); `mixed` finds the stretches of HTML in a text.
"""

from sources.parse.html.page import parse_fragment, parse_html

__all__ = ["parse_fragment", "parse_html"]

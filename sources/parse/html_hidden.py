"""What of a page does not count as its text: elements that are hidden, or that serve the site and not the page.

Judges one element by its name and attributes. Whether its surroundings matter is `html_reader`'s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MAX_CONSENT_CHARS = 3_000  # a cookie bar is short; a page whose frame is named after one is not
MAX_MENTION_CHARS = 600

_SERVICE = frozenset(
    (
        "nav aside footer noscript svg canvas video audio object embed select input datalist meter progress map applet"
        " annotation annotation-xml"
    ).split()
)
_SERVICE_ROLES = frozenset(
    "navigation complementary contentinfo search dialog alertdialog menu menubar toolbar tablist tooltip".split()
)
_CONSENT = re.compile(
    r"(?:^|[\s_-])(?:cookies?|gdpr|consent)[\s_-]?"
    r"(?:bar|banner|consent|notice|pop-?up|modal|overlay|dialog|message|wall|law|manager|sdk)(?=$|\s)",
    re.IGNORECASE,
)
_CONSENT_WORD = re.compile(r"(?:^|[\s_-])(?:cookies?|gdpr|consent)(?=$|[\s_-])", re.IGNORECASE)

Attributes = Mapping[str, str | None]


def is_service(tag: str, attributes: Attributes) -> bool:
    """True for an element that shows the site's navigation, dialogs, footer or controls, and not the page."""
    if tag in _SERVICE or (tag == "dialog" and "open" not in attributes):
        return True
    return bool(attributes) and not _SERVICE_ROLES.isdisjoint((attributes.get("role") or "").lower().split())


def is_marked_hidden(attributes: Attributes) -> bool:
    """True for an element whose attributes say that it does not show; styles are `html_style`'s."""
    return bool(attributes) and (
        ("hidden" in attributes and attributes["hidden"] != "until-found")
        or (attributes.get("aria-hidden") or "").lower() == "true"
    )


def consent_limit(attributes: Attributes) -> int:
    """How many characters an element may have to count as a cookie or consent bar by its class or id; 0 if it is none.

    A full name (`cookie-banner`) is trusted further than a mere mention (`aviso-cookies`), which needs a button beside.
    """
    names = [attributes.get("class") or "", attributes.get("id") or ""]
    if any(_CONSENT.search(name) for name in names):
        return MAX_CONSENT_CHARS
    return MAX_MENTION_CHARS if any(_CONSENT_WORD.search(name) for name in names) else 0

"""What of a page serves the site or an older mail and not the page: navigation, dialogs, controls, consent bars, quotes.

Judges one element by its name and attributes. Whether its surroundings matter is `reader`'s.
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
_ICONS = ("material-icons", "material-symbols")  # fonts that draw a picture for its name
_CONSENT = re.compile(
    r"(?:^|[\s_-])(?:cookies?|gdpr|consent)[\s_-]?"
    r"(?:bar|banner|consent|notice|pop-?up|modal|overlay|dialog|message|wall|law|manager|sdk)(?=$|\s)",
    re.IGNORECASE,
)
_CONSENT_WORD = re.compile(r"(?:^|[\s_-])(?:cookies?|gdpr|consent)(?=$|[\s_-])", re.IGNORECASE)
# How mail programs mark an older mail below a reply: around it, or where it begins (Outlook).
_QUOTES = frozenset(("gmail_quote", "yahoo_quoted", "protonmail_quote", "moz-cite-prefix"))
_QUOTE_BEGINS = frozenset(("divRplyFwdMsg", "appendonsend"))

Attributes = Mapping[str, str | None]


def is_service(tag: str, attributes: Attributes) -> bool:
    """True for an element that shows the site's navigation, dialogs, footer or controls, and not the page."""
    if tag in _SERVICE or (tag == "dialog" and "open" not in attributes):
        return True
    if not attributes:
        return False
    is_icon = (attributes.get("class") or "").startswith(_ICONS)
    return is_icon or not _SERVICE_ROLES.isdisjoint((attributes.get("role") or "").lower().split())


def consent_limit(attributes: Attributes) -> int:
    """How many characters an element may have to count as a cookie or consent bar by its class or id; 0 if it is none.

    A full name (`cookie-banner`) is trusted further than a mere mention (`aviso-cookies`), which needs a button beside.
    """
    names = [attributes.get("class") or "", attributes.get("id") or ""]
    if any(_CONSENT.search(name) for name in names):
        return MAX_CONSENT_CHARS
    return MAX_MENTION_CHARS if any(_CONSENT_WORD.search(name) for name in names) else 0


def is_quote(tag: str, attributes: Attributes) -> bool:
    """True for an element that holds an older mail below a reply."""
    if tag == "blockquote" and (attributes.get("type") or "").lower() == "cite":
        return True
    return not _QUOTES.isdisjoint((attributes.get("class") or "").split())


def begins_quote(attributes: Attributes) -> bool:
    """True for an element from which on a mail is an older one."""
    return (attributes.get("id") or "") in _QUOTE_BEGINS

"""Redaction of logs: values of secret settings, credentials and query strings of addresses. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import quote, quote_plus

HIDDEN = "***"
SHORTEST = 6  # a shorter value ("1", "true", a port) stands in too many harmless places

# A setting whose name holds one of these words is secret. Names that end in URL or DSN are taken apart, see below.
_SECRET_NAME = re.compile(
    r"(?:SECRET|TOKEN|PASSW(?:OR)?D|PASSPHRASE|PASSWRD|PWD_|_PWD|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY\Z|\AKEY\Z"
    r"|AUTHORIZATION|_AUTH\Z|COOKIE|WEBHOOK|_DSN\Z|SIGNATURE)",
    re.IGNORECASE,
)
_PASSWORD_OF_ADDRESS = re.compile(r"://[^/?#\s@]{0,512}?:([^/?#\s]{1,512})@")
# user:password@ or token@ behind the scheme. A password may hold an "@" that nobody escaped: the last one counts.
_CREDENTIALS = re.compile(r"\b([a-zA-Z][a-zA-Z0-9+.-]{0,30}://)[^/?#\s'\"<>]{1,512}@")
_QUERY = re.compile(r"\b([a-zA-Z][a-zA-Z0-9+.-]{0,30}://[^?\s'\"<>]{1,2048}\?)[^#\s'\"<>]{1,4096}")
_HEADER = re.compile(
    r"(?i)\b((?:proxy-)?authorization|cookie|set-cookie|x-api-key)(['\"]?\s{0,4}[:=]\s{0,4})[^\r\n]{1,4096}"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]{8,4096}")


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Values that must not be shown: of settings with a secret name, and passwords inside addresses.

    Args:
        environment: settings by name.

    Returns:
        The values, also as they stand in an address (percent-encoded), the longest first.
    """
    plain: set[str] = set()
    for name, value in environment.items():
        if _SECRET_NAME.search(name):
            plain.add(value.strip())
        plain.update(_PASSWORD_OF_ADDRESS.findall(value))
    found = {form for value in plain for form in (value, quote(value, safe=""), quote_plus(value))}
    return tuple(sorted((value for value in found if len(value) >= SHORTEST), key=lambda value: (-len(value), value)))


def redactor(environment: Mapping[str, str]) -> Callable[[str], str]:
    """A function that takes secrets out of a text.

    Args:
        environment: settings by name, as they are now; a later change is not seen.

    Returns:
        text → text with `***` for every secret value, every credential and every query string of an address.
    """
    values = secrets_of(environment)
    known = re.compile("|".join(re.escape(value) for value in values)) if values else None

    def redact(text: str) -> str:
        if known is not None:
            text = known.sub(HIDDEN, text)
        text = _CREDENTIALS.sub(rf"\g<1>{HIDDEN}@", text)
        text = _QUERY.sub(rf"\g<1>{HIDDEN}", text)
        text = _HEADER.sub(rf"\g<1>\g<2>{HIDDEN}", text)
        return _BEARER.sub(rf"\g<1> {HIDDEN}", text)

    return redact

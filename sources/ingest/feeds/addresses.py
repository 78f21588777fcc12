"""Addresses on the web in one form, and which hosts a feed may ask. Pure: no name is looked up here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

MAX_LENGTH = 2_000
DEFAULT_PORTS = {"http": 80, "https": 443}

# Controls, blanks inside, marks that turn the writing direction, and backslashes: programs differ in what they make of them.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff\\\\]")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PLAIN = _UNRESERVED | frozenset("!$&'()*+,;=:@/?")
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,252})")


class BadAddress(ValueError):
    """No address that may be asked for. The message says why and names it in a form that can be shown."""


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where one request goes: scheme, host in ASCII, port, and path with query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Host, with the port where it is not the scheme's own."""
        return self.host if self.port == DEFAULT_PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def text(self) -> str:
        """The canonical address."""
        return f"{self.scheme}://{self.authority}{self.target}"


def address_of(text: str, base: str | None = None) -> Address:
    """Reads an address and writes it in one form (RFC 3986, section 6.2.2).

    Scheme and host in small letters, no default port, no fragment, dots resolved, needless escapes undone, the others in
    capitals, everything else escaped as UTF-8.

    Args:
        text: as it is printed; blanks around it are dropped.
        base: what a relative address is relative to.

    Raises:
        BadAddress: not http or https, with a user name, with controls inside, without a host, or too long.
    """
    printed = text.strip(" \t\r\n\f")
    if _FORBIDDEN.search(printed):
        raise BadAddress(f"{shown(printed)}: holds control characters, backslashes or marks that hide what it says")
    try:
        parts = urlsplit(urljoin(base, printed) if base is not None else printed)
        port = parts.port
    except ValueError as error:
        raise BadAddress(f"{shown(printed)}: no address ({error})") from error
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        raise BadAddress(f"{shown(printed)}: only http and https are fetched")
    if parts.username is not None or parts.password is not None:
        raise BadAddress(f"{shown(printed.rpartition('@')[2])}: an address with a user name is not fetched")
    host = _host(parts.hostname or "", printed)
    path = _without_dots(_escaped(parts.path)) or "/"
    target = f"{path}?{_escaped(parts.query)}" if parts.query else path
    address = Address(scheme, host, DEFAULT_PORTS[scheme] if port is None else port, target)
    if address.port == 0 or len(address.text) > MAX_LENGTH:
        raise BadAddress(
            f"{shown(printed)}: {'port 0' if address.port == 0 else f'longer than {MAX_LENGTH:,} characters'}"
        )
    return address


def shown(text: str) -> str:
    """An address as it can be shown: short, and without what hides or turns it."""
    visible = _FORBIDDEN.sub("\ufffd", text)
    return visible if len(visible) <= 200 else f"{visible[:200]}…"


def is_allowed(address: Address, hosts: tuple[str, ...]) -> bool:
    """Whether a feed may ask a host.

    Args:
        address: where the request would go.
        hosts: `example.com`, `example.com:8080` or `*.example.com`; without a port, the default ports of http and https.
    """
    for host in hosts:
        name, _, port = host.partition(":")
        ports = {int(port)} if port else set(DEFAULT_PORTS.values())
        below = name.startswith("*.") and address.host.endswith(name[1:])
        if address.port in ports and (below or address.host == name):
            return True
    return False


def _host(name: str, printed: str) -> str:
    try:
        host = name.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise BadAddress(f"{shown(printed)}: no name of a host") from error
    if not _HOST.fullmatch(host):
        raise BadAddress(f"{shown(printed)}: no name of a host; give it by name")
    return host


def _escaped(text: str) -> str:
    written = []
    at = 0
    while at < len(text):
        if _ESCAPE.match(text, at):
            code = text[at : at + 3].upper()
            letter = chr(int(code[1:], 16))
            written.append(letter if letter in _UNRESERVED else code)
            at += 3
            continue
        letter = text[at]
        written.append(letter if letter in _PLAIN else "".join(f"%{byte:02X}" for byte in letter.encode()))
        at += 1
    return "".join(written)


def _without_dots(path: str) -> str:
    steps: list[str] = []
    parts = path.split("/")[1:]
    for number, part in enumerate(parts):
        if part == "..":
            if steps:
                steps.pop()
        elif part != ".":
            steps.append(part)
        if part in (".", "..") and number == len(parts) - 1:
            steps.append("")
    return "/" + "/".join(steps)

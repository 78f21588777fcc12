"""Mails (RFC 5322, MIME): the text of a mail and its attachments as documents.

Of a text in several forms the page is taken, because it has the tables. Pictures inside the text are no documents; whatever is attached is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime

from sources.ingest.containers.member import Member
from sources.parse.canonical import server_charset

_HEAD = 16_384
_FIELD = re.compile(rb"(?m)^([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]")
# A mail that was stored has these; a text that begins with "From:" and "Subject:" has not.
_OF_TRANSPORT = frozenset({b"message-id", b"mime-version", b"received", b"return-path", b"x-mailer", b"delivered-to"})
_BODY = ("html", "plain")
_ENDINGS = {"html": "body.html", "plain": "body.txt"}


def is_mail(content: bytes) -> bool:
    """Whether bytes are a stored mail, by the fields that they begin with."""
    head = re.split(rb"\r?\n\r?\n", content[:_HEAD].lstrip(b"\r\n"), maxsplit=1)[0]
    if not _FIELD.match(head):
        return False
    fields = {name.lower() for name in _FIELD.findall(head)}
    return b"from" in fields and bool(fields & _OF_TRANSPORT)


def members_of_mail(content: bytes) -> tuple[Member, ...]:
    """The text of a mail, then its attachments in their order. Attached mails are opened by the caller."""
    message = BytesParser(policy=policy.default).parsebytes(content)
    assert isinstance(message, EmailMessage)
    body = message.get_body(_BODY)
    members = list(_body(message, body))
    for number, part in enumerate(_attachments(message, body), start=1):
        attached = _bytes_of(part)
        if attached.strip():
            name = (part.get_filename() or "attached").replace("\\", "/").rsplit("/", 1)[-1]
            members.append(Member(f"{number}-{name}", attached, charset=_charset(part)))
    return tuple(members)


def _body(message: EmailMessage, body: MIMEPart | None) -> Iterator[Member]:
    if body is None or not (text := _bytes_of(body)).strip():
        return
    subject = " ".join(str(message.get("subject", "")).split()) or None
    yield Member(
        _ENDINGS[body.get_content_subtype()], text, title=subject, published_on=_day(message), charset=_charset(body)
    )


def _attachments(message: MIMEPart, body: MIMEPart | None) -> Iterator[MIMEPart]:
    """Parts that a person sees as attached: neither the text, in any of its forms, nor a picture inside it."""
    for part in message.iter_attachments() if message.is_multipart() else ():
        if part is body or not isinstance(part, MIMEPart):
            continue
        if part.get_content_maintype() == "multipart":
            yield from _attachments(part, body)
        elif part.is_attachment() or part.get_filename() or part.get_content_type() == "message/rfc822":
            is_picture = part.get_content_maintype() == "image" and not part.is_attachment()
            if not is_picture:
                yield part


def _bytes_of(part: MIMEPart) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0)
        return inner.as_bytes() if isinstance(inner, EmailMessage) else b""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _charset(part: MIMEPart) -> str | None:
    return server_charset(str(part.get("content-type", ""))) if part.get_content_maintype() == "text" else None


def _day(message: EmailMessage) -> date | None:
    try:
        return parsedate_to_datetime(str(message["date"])).date() if message["date"] else None
    except (ValueError, TypeError):
        return None

"""Mails (RFC 5322, MIME): what the sender says, each older message that it quotes, and its attachments, as documents.

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
from itertools import count
from typing import Any

from sources.ingest.containers.member import Member, Taken
from sources.ingest.containers.quoted_mail import parted
from sources.parse.canonical import normalised, server_charset
from sources.parse.foreign import library
from sources.records import Unreadable

_HEAD = 16_384
_FIELD = re.compile(rb"(?m)^([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]")
# A mail that was stored has these; a text that begins with "From:" and "Subject:" has not.
_OF_TRANSPORT = frozenset({b"message-id", b"mime-version", b"received", b"return-path", b"x-mailer", b"delivered-to"})
_BODY = ("html", "plain")
_ENDINGS = {"html": "body.html", "plain": "body.txt"}
_MAX_LINES = 3_000_000  # as many as 200 MB of attachments take
_MAX_LEVELS = 50


def is_mail(content: bytes) -> bool:
    """Whether bytes are a stored mail, by the fields that they begin with."""
    head = re.split(rb"\r?\n\r?\n", content[:_HEAD].lstrip(b"\r\n"), maxsplit=1)[0]
    if not _FIELD.match(head):
        return False
    fields = {name.lower() for name in _FIELD.findall(head)}
    return b"from" in fields and bool(fields & _OF_TRANSPORT)


def members_of_mail(content: bytes, taken: Taken) -> Iterator[Member]:
    """The text of a mail with what it quotes, then its attachments in their order. Attached mails are opened by the caller.

    Args:
        content: bytes that `is_mail` knows.
        taken: what was taken from the same file before.

    Raises:
        Unreadable: `damaged` or `too_much_work`, where it cannot be taken apart, or as `Taken.add`.
    """
    if (n_lines := content.count(b"\n")) > _MAX_LINES:
        raise Unreadable("too_much_work", f"it has {n_lines:,} lines, more than {_MAX_LINES:,}: split it")
    parts = count(1)

    def part(policy: policy.EmailPolicy | None = None) -> _Part:
        Taken().add(next(parts), 0)  # before they are made: taking a mail apart costs more than its bytes tell
        return _Part(policy)

    with library("it is no whole mail"):
        message = BytesParser(part, policy=policy.default).parsebytes(content)
        body = message.get_body(_BODY)
        whole = list(_body(message, body))
        attached = list(_attachments(message, body))
    text = [piece for member in whole for piece in parted(member)]
    taken.add(len(text) + len(attached), len(content))
    yield from text
    for number, attachment in enumerate(attached, start=1):
        try:
            with library("it cannot be taken out of its mail"):
                member = _member(attachment, number)
        except Unreadable as problem:
            member = Member(f"{number}-attached", b"", problem)
        if member.content.strip() or member.problem:
            yield member


class _Part(EmailMessage):
    """A part of a mail that knows how deep it lies: each line is held against the boundary of every level."""

    level = 0

    def attach(self, payload: Any) -> None:
        if isinstance(payload, _Part):
            payload.level = self.level + 1
        if self.level >= _MAX_LEVELS:
            raise Unreadable(
                "too_much_work", f"its parts lie in more than {_MAX_LEVELS} levels: save them on their own"
            )
        super().attach(payload)


def _member(part: MIMEPart, number: int) -> Member:
    name = (part.get_filename() or "attached").replace("\\", "/").rsplit("/", 1)[-1]
    return Member(normalised(f"{number}-{name}"), _bytes_of(part), charset=_charset(part))


def _body(message: EmailMessage, body: MIMEPart | None) -> Iterator[Member]:
    if body is None or not (text := _bytes_of(body)).strip():
        return
    subject = normalised(" ".join(str(message.get("subject", "")).split())) or None
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

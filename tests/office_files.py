"""Office files, mails and archives for tests, made by hand or by the libraries that write them."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

Rows = Sequence[Sequence[str | float | int | None]]

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" '
    'Target="{target}"/></Relationships>'
)
_STYLES = (
    f'<?xml version="1.0"?><w:styles {_W}>'
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>'
)
HIDDEN = "<w:rPr><w:vanish/></w:rPr>"


def paragraph(text: str, style: str = "", run: str = "") -> str:
    """A paragraph of a Word document; `run` holds properties of its run."""
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{named}<w:r>{run}<w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def word_table(rows: Rows) -> str:
    """A table of a Word document."""
    cells = ("".join(f"<w:tc>{paragraph(str(cell))}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def docx(*body: str, head: str = '<?xml version="1.0"?>') -> bytes:
    """A Word document of paragraphs and tables."""
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _RELATIONS.format(kind="officeDocument", target="word/document.xml"),
            "word/document.xml": f"{head}<w:document {_W}><w:body>{''.join(body)}</w:body></w:document>",
            "word/styles.xml": _STYLES,
            "word/_rels/document.xml.rels": _RELATIONS.format(kind="styles", target="styles.xml"),
        }
    )


def xlsx(sheets: dict[str, Rows], formats: dict[str, str] | None = None) -> bytes:
    """A workbook; `formats` gives cells of the first sheet their number formats."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    for place, code in (formats or {}).items():
        book.worksheets[0][place].number_format = code
    stored = BytesIO()
    book.save(stored)
    return stored.getvalue()


def pptx(*slides: tuple[str, str | Rows]) -> bytes:
    """A presentation: title of each slide, with its text or its table."""
    from pptx import Presentation
    from pptx.util import Inches

    shown = Presentation()
    for title, content in slides:
        slide = shown.slides.add_slide(shown.slide_layouts[1 if isinstance(content, str) else 5])
        slide.shapes.title.text = title
        if isinstance(content, str):
            slide.placeholders[1].text = content
        else:
            shape = slide.shapes.add_table(len(content), len(content[0]), Inches(1), Inches(2), Inches(6), Inches(2))
            for number, row in enumerate(content):
                for column, cell in enumerate(row):
                    shape.table.cell(number, column).text = str(cell)
    stored = BytesIO()
    shown.save(stored)
    return stored.getvalue()


def mail(text: str, page: str | None = None, attached: dict[str, bytes] | None = None, **fields: str) -> bytes:
    """A stored mail."""
    message = EmailMessage()
    for name, value in {"From": "Research Desk <desk@example.org>", "Message-ID": "<1@example.org>", **fields}.items():
        message[name.replace("_", "-")] = value
    message.set_content(text, cte="quoted-printable")
    if page is not None:
        message.add_alternative(page, subtype="html", cte="quoted-printable")
    for name, content in (attached or {}).items():
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def zipped(members: dict[str, str | bytes]) -> bytes:
    """A zip of members by name."""
    stored = BytesIO()
    with ZipFile(stored, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stored.getvalue()

"""Build the input files of the cases beside this module.

`bytes_of(case)` gives the bytes of one case: its `text`, or a document made from its spec (`sheets`,
`paragraphs`, `slides` or `drawn`). As a script, `build_cases.py OUT` builds all cases of the YAML files here.
"""

import io
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import yaml
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet
from pptx import Presentation
from pptx.util import Pt
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Spec = Mapping[str, Any]

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_DOCX_PARTS = {
    "[Content_Types].xml": f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>',
    "_rels/.rels": f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "word/styles.xml": f'{_XML}<w:styles {_WORD}><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
    '<w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
    '<w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style></w:styles>',
}


def bytes_of(case: Mapping[str, Any]) -> bytes:
    """Build the input of a case; the suffix of its `file` decides how."""
    suffix = Path(case["file"]).suffix
    if suffix not in _BUILDERS:
        return str(case["text"]).encode()
    key, build = _BUILDERS[suffix]
    target = io.BytesIO()
    build(case[key], target)
    return target.getvalue()


def _workbook(sheets: Sequence[Spec], target: io.BytesIO) -> None:
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        _fill_sheet(book.create_sheet(sheet["name"]), sheet)
    book.save(target)


def _fill_sheet(page: Worksheet, sheet: Spec) -> None:
    """Write the cells of a sheet, then what is merged, hidden, filtered and styled."""
    for number, row in enumerate(sheet["rows"], start=1):
        for column, value in enumerate(row, start=1):
            page.cell(number, column, value)
    for area in sheet.get("merged", ()):
        page.merge_cells(area)
    for number in sheet.get("hidden_rows", ()):
        page.row_dimensions[number].hidden = True
    for letter in sheet.get("hidden_columns", ()):
        page.column_dimensions[letter].hidden = True
    for letter, width in sheet.get("widths", {}).items():
        page.column_dimensions[letter].width = width
    for place, code in sheet.get("formats", {}).items():
        page[place].number_format = code
    struck, bold = set(sheet.get("struck", ())), set(sheet.get("bold", ()))
    for place in struck | bold:
        page[place].font = Font(strike=place in struck, bold=place in bold)
    page.auto_filter.ref = sheet.get("filter")
    page.sheet_state = "hidden" if sheet.get("hidden") else "visible"


def _word_document(paragraphs: Sequence[Spec], target: io.BytesIO) -> None:
    """Pack the parts of a Word document; python-docx is not needed."""
    body = "".join(_table(part) if "table" in part else _paragraph(part) for part in paragraphs)
    document = f"{_XML}<w:document {_WORD}><w:body>{body}<w:sectPr/></w:body></w:document>"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in {**_DOCX_PARTS, "word/document.xml": document}.items():
            package.writestr(zipfile.ZipInfo(name), content)


def _paragraph(part: Spec | str) -> str:
    """Write a paragraph given as plain text, as `text` with a `style`, or as `runs`."""
    part = {"text": part} if isinstance(part, str) else part
    style = f'<w:pPr><w:pStyle w:val="{part["style"]}"/></w:pPr>' if "style" in part else ""
    return f"<w:p>{style}{''.join(map(_run, part.get('runs', [part])))}</w:p>"


def _run(run: Spec) -> str:
    """Write a run; heights and sizes are points, the format counts half points."""
    marks = "<w:b/>" if run.get("bold") else ""
    if "strike" in run:
        marks += {True: "<w:strike/>", False: '<w:strike w:val="0"/>', "double": "<w:dstrike/>"}[run["strike"]]
    marks += "<w:vanish/>" if run.get("vanish") else ""
    if "raised" in run:
        marks += f'<w:position w:val="{round(2 * run["raised"])}"/>'
    if "size" in run:
        marks += f'<w:sz w:val="{round(2 * run["size"])}"/>'
    return f'<w:r><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{escape(run["text"])}</w:t></w:r>'


def _table(part: Spec) -> str:
    """Write a table; an entry of `spans` is [row, column, columns] from 0, and the row holds no cell for the rest."""
    wide = {(row, column): columns for row, column, columns in part.get("spans", ())}
    lines = ""
    for row, cells in enumerate(part["table"]):
        lines += "<w:tr>"
        for column, cell in enumerate(cells):
            shape = f'<w:tcPr><w:gridSpan w:val="{wide.get((row, column), 1)}"/></w:tcPr>'
            lines += f"<w:tc>{shape}{_paragraph(cell)}</w:tc>"
        lines += "</w:tr>"
    grid = '<w:gridCol w:w="1800"/>' * max(map(len, part["table"]))
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{lines}</w:tbl>"


def _presentation(slides: Sequence[Spec], target: io.BytesIO) -> None:
    """Place text boxes on empty slides; positions and sizes are points from the upper left."""
    deck = Presentation()
    for slide in slides:
        page = deck.slides.add_slide(deck.slide_layouts[6])
        for box in slide["boxes"]:
            place = (Pt(box["x"]), Pt(box["y"]), Pt(box["w"]), Pt(box["h"]))
            page.shapes.add_textbox(*place).text_frame.text = box["text"]
    deck.save(target)


def _drawn_pages(pages: Sequence[Spec], target: io.BytesIO) -> None:
    """Draw texts and rules on A4 pages, in the order of their `page`."""
    canvas = Canvas(target, pagesize=A4, invariant=1)
    for page in sorted(pages, key=lambda one: one["page"]):
        canvas.setLineWidth(0.5)
        for x, y, size, text, *weight in page["texts"]:
            canvas.setFont("Helvetica-Bold" if weight == ["bold"] else "Helvetica", size)
            canvas.drawString(x, y, text)
        for rule in page.get("rules", ()):
            canvas.line(*rule)
        canvas.showPage()
    canvas.save()


_BUILDERS: dict[str, tuple[str, Callable[[Sequence[Spec], io.BytesIO], None]]] = {
    ".xlsx": ("sheets", _workbook),
    ".docx": ("paragraphs", _word_document),
    ".pptx": ("slides", _presentation),
    ".pdf": ("drawn", _drawn_pages),
}


if __name__ == "__main__":
    for kind in sorted(Path(__file__).parent.glob("*.yml")):
        for number, one in enumerate(yaml.safe_load(kind.read_text())["cases"], start=1):
            path = Path(sys.argv[1], kind.stem, f"{number:02}", one["file"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes_of(one))

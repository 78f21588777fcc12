"""PDF files to canonical text: pdfminer follows what is drawn, pdfplumber makes words and tables of it, `layout` puts the pages together."""

from sources.parse.pdf.file import parse_pdf

__all__ = ["parse_pdf"]

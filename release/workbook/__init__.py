"""`workbook.xlsx`: the figures of a release for spreadsheets, a citation in every row. One verb, `write_workbook`."""

from release.workbook.build import EXCEL_ROWS, write_workbook

__all__ = ["EXCEL_ROWS", "write_workbook"]

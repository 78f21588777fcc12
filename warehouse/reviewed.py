"""Reading of reviewed YAML files for the rooms above `sources`; how it is done stands in `sources/reviewed.py`."""

from __future__ import annotations

from sources.reviewed import ReviewedFileError, read_reviewed

__all__ = ["ReviewedFileError", "read_reviewed"]

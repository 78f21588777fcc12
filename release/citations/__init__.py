"""Citations: the documents behind a figure of a release, as a footnote, APA reference, BibTeX or CSL-JSON. One verb, `cite`."""

from release.citations.citing import STYLES, Style, cite

__all__ = ["STYLES", "Style", "cite"]

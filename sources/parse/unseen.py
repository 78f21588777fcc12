"""Hidden content that was left out, and content that is only a picture, as counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.parse.draft import n_visible

_FIGURE = re.compile(r"(?<![0-9])[0-9](?:[0-9.,]*[0-9])?")


@dataclass(slots=True)
class Unseen:
    """Counts of one document.

    Attributes:
        n_hidden: characters that a reader of the document cannot see, white space not counted; they are left out of the text.
        n_hidden_figures: numbers among them: what somebody may have meant for machines only.
        n_recognised: characters that text recognition (OCR) added to a picture; they are in the text.
    """

    n_hidden: int = 0
    n_hidden_figures: int = 0
    n_recognised: int = 0

    def hide(self, text: str) -> None:
        """Notes a stretch of text that is left out because it does not show."""
        self.n_hidden += n_visible(text)
        self.n_hidden_figures += len(_FIGURE.findall(text))

"""`parallax cite`: one figure as a footnote, APA reference, BibTeX or CSL-JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption

EXAMPLES = """\b
Examples:
  parallax cite 3f9c2ab41d                       footnotes: one per document, one for the release
  parallax cite 3f9c2ab41d --quote               ... with the words, as far as the licence allows
  parallax cite 3f9c2ab41d --style apa           a reference list
  parallax cite 3f9c2ab41d --style bibtex >> refs.bib
  parallax cite 3f9c2ab41d --style csl-json      for Zotero, pandoc and citeproc
"""


class StyleName(StrEnum):
    """The styles, as the command line names them."""

    text = "text"
    apa = "apa"
    bibtex = "bibtex"
    csl_json = "csl-json"


def cite(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Id of an estimate, vendor figure, conflict, bridge, claim or decision, or its first characters.",
        ),
    ],
    style: Annotated[StyleName, typer.Option("--style", help="Style of the citation.")] = StyleName.text,
    quote: Annotated[
        bool,
        typer.Option("--quote", help="Add the quoted words; refused if they are longer than the licence allows."),
    ] = False,
    home: HomeOption = None,
    release: ReleaseOption = None,
) -> None:
    """Cite one figure: publisher, title, date, day of retrieval, address and place of every document behind it.

    An unknown date is n.d. The release itself is also cited.
    """
    from pipelines.home import data_home
    from release.catalogue import find
    from release.citations import cite as cited

    chosen = find(data_home(home), release)
    tell(whole(cited(chosen.database, wanted.strip(), style.value, with_quotes=quote)), to="stdout")

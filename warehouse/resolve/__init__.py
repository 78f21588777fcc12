"""Entity resolution: which publisher, market, segment, area, company and edition a printed name or text means.

Belongs here: the steps of the build that give claims their identities, and the reviewed vocabularies that they use, in
rooms by meaning. `words` is at the bottom, `claims` and `statements` are on top; no import runs up (`pyproject.toml` holds
the order). A module `core_<table>` is the step that builds the table `core.<table>`. Comparing or estimating figures does
not belong here (`warehouse/estimate`).
"""

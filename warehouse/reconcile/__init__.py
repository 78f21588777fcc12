"""Publishers against each other: observations, aligned figures, verdicts, estimates or refusals, conflicts, revisions.

Belongs here: everything that needs more than one figure of one series. Who is who and what is the same market does not
(`warehouse/resolve`); one publisher's own arithmetic does not (`warehouse/audit`).
"""

"""Documents: publisher, dates, edition, and which documents are independent of each other.

Belongs here: what is known of a document as a whole, and the origin of its figures. What it states does not (`claims`,
`companies`, `statements`).
"""

"""Who says it, about what, and in which edition: printed names to publishers, markets, segments, areas and editions.

Belongs here: the steps of the build that give claims their identities, the reviewed vocabularies those rest on, and the
independence of documents. Comparing or estimating figures does not.
"""

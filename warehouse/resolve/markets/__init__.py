"""Markets of a build: entity resolution over all printed names, relations of markets, and the human decisions on both.

Belongs here: core.markets, core.market_relations and core.market_facets. Words and scopes of single names do not.
"""

"""How rows of a release read: the one place that shapes them for the command line, API, MCP, site and workbook.

Belongs here: which rows of the marts make up a market, a figure, its evidence, a conflict, and their words. Not here: how a
face draws them.
"""

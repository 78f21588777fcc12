"""The release as pages that open from a file path: plain HTML, no server, no request that leaves the machine.

Belongs here: which rows make up which page, and how they are drawn. Not here: making or judging figures, citations
(`release/citations`), the terminal (`pipelines/cli`). Data moves rows → pages → files; a page computes no figure.
"""

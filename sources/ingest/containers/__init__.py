"""Files that hold documents and are none: mails (.eml) and archives (.zip), opened into an arrival for each document inside.

Belongs here: which bytes are a container, and what it holds. What a document says is `sources.parse`'s. Nothing is written to disk: the
name of a member is never a path of this machine.
"""

"""Documents from the web: pages, and the entries of RSS and Atom lists, that a reviewed file names.

Belongs here: the only HTTP of `sources`. What a page says is not looked at; what became of it is the ledger's to judge.
Nothing is imported here, so that whoever needs only the file's schema or the record of a visit loads no HTTP library.
"""

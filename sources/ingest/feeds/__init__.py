"""Documents from the web: pages and RSS or Atom lists that a reviewed file names, fetched politely and with suspicion.

Belongs here: the only HTTP of `sources`. What a page says is not looked at; what became of it is the ledger's to judge.
Nothing is imported here, so that whoever needs only the file's schema or the record of a visit loads no HTTP library.

    feed_file.py     PARALLAX_HOME/feeds/*.yml → Feed
    fetching.py      Feed, what is known of it, now → documents that arrived, and what became of each address
    visiting.py      manners: hosts allowed, robots.txt, waiting, redirects, retries
    downloading.py   one request with its limits
    connecting.py    which addresses of the network may be connected to
"""

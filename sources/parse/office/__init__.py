"""Office files (.docx, .xlsx, .pptx): bytes to canonical text with blocks.

Belongs here: the package that all three share (`package.py`) and a module for each. The libraries that read them are loaded when one
arrives. Mails and archives hold documents and are none: `sources/ingest/containers` opens them.
"""

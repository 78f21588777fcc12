"""A release for programs and agents: plain functions that answer questions, and two faces over them (HTTP, MCP).

Belongs here: what is asked, what is answered, how it is served. Not here: making figures (`warehouse`), starting servers
(`pipelines/cli`). Nothing is imported here: the faces bring FastAPI and MCP with them.
"""

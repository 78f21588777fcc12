"""Ten questions that every release answers in its README: the reviewed list, and the answers from the release itself."""

from release.reading.queries.answering import Answered, answer
from release.reading.queries.reading import ReviewedQuery, reviewed_queries

__all__ = ["Answered", "ReviewedQuery", "answer", "reviewed_queries"]

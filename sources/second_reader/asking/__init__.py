"""The only place that calls a model. It sends questions and returns text; other modules judge the answers."""

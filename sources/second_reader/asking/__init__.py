"""The one place that speaks to a model. It sends questions and brings back words; what they are worth is judged elsewhere."""

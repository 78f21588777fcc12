"""The built-in model: sessions over its graphs, and from what they compute to answers."""

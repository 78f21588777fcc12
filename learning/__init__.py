"""Training of the reader's model: base model, examples, steps, export. Nothing installed imports it; its environment has torch."""

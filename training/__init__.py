"""Training of the chooser: labelled texts in, a weights file out. Nothing here is installed; the program reads the weights only."""

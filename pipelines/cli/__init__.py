"""The program `parallax`: one module per command, thin; what is slow is imported inside the command that needs it."""

"""The program `parallax`: one thin module per command, which imports slow libraries only when it runs."""

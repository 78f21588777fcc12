"""What changed between two releases and why: new, revised and withdrawn figures, estimates that moved, and alerts.

Belongs here: comparing marts of two releases, and naming the cause of each move. Drawing it is the site's and the command
line's; running a hook is `hook.py`, the only edge.
"""

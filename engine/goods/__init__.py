"""The goods of stables in an event, there and back: a file for each kind, which its game and the league read."""

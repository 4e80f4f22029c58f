"""The tracks, the cards and their texts."""

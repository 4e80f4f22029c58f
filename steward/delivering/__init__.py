"""Notices on their way, pictures, proofs."""

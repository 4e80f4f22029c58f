"""What is shown: views, refusals, moments, the notation of a drive, corrections, proofs."""

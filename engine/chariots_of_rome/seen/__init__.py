"""Public sights of a race: views, refusals, moments, the notation of a drive, corrections, proofs."""

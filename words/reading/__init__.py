"""What people type, read: one reader each for sums, spans, times of day, dates, time zones and numbers."""

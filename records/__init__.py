"""Records, as plain data: they know no rules, no SQL, no Discord."""

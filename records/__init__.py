"""What is kept, as plain data: it knows no rules, no SQL, no Discord."""

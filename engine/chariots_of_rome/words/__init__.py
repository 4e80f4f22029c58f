"""State, questions, answers, reasons, facts: plain data."""

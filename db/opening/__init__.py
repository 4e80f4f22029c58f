"""Opening the database, and transactions in it: the only floor that knows which database it is."""

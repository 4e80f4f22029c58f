"""All tables of the database."""

"""A whole round ordered by mail: orders, judgements that write them, and how they are followed."""

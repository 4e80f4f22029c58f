"""The rules as numbered cases that anyone can read, write and run; docs/cases.md tells how a case is written."""

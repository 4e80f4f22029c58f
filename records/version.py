"""The number of this version. docs/deploy.md says what its parts mean."""

VERSION = "0.1.0"

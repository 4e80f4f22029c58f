"""An archive in files: what each holds, in words, tables and pages."""

from words.exports.files import files_of

__all__ = ["files_of"]

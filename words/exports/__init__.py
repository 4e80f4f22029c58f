"""The files of an archive: stories, tables and pages."""

from words.exports.files import files_of

__all__ = ["files_of"]

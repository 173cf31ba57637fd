"""Text output of analyses and boards for terminals."""

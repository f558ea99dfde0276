"""The HTML pages that the server renders."""

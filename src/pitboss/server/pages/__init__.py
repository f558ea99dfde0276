"""The pages that are rendered on the server."""

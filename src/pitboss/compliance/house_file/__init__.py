"""The house file: read, described by a JSON Schema, and judged."""

"""The effects of an amendment of the law, or of a change of a house file, on tables and on a house."""

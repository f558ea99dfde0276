"""What an amendment of the law, or a change of a house file, does to tables and to a house."""

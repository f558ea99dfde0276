"""What an amendment of the law, or a changed house file, does to tables and to a house."""

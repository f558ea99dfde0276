"""The papers of a table: placards, submissions and notices of a change."""

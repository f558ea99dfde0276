"""What several commands share: arguments, how they print, and the files they read and write."""

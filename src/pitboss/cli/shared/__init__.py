"""Parts that several commands share: options, printing, and the files that they read and write."""

"""Play the same units through the audited engine, undisturbed or with incidents."""

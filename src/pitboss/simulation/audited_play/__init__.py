"""The same units through the audited engine, undisturbed or with incidents."""

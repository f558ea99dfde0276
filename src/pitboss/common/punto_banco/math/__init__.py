"""What punto banco costs and holds, counted and simulated. No paragraph is carried out here."""

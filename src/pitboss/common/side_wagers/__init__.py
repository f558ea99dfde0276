"""Side wagers that the house describes, at games with hands: how they are bet and settled, cited as the house's own."""

"""Ways in: each reads what it is given, makes one call on the facade, and renders the answer."""

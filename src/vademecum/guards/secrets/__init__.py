"""Keys, tokens and passwords in a text: where they are, and the text without them."""

"""Block recall: up to five literal keywords, counted in every block, with floors below which nothing is an answer."""

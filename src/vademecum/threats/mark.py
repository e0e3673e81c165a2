"""A mark of all rules of this folder: what an index says of threats by other rules is made anew. It imports nothing."""

RULES_MARK = "threats-12"

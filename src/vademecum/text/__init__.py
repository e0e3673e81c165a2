"""Words as search sees them: folding, and the terms of a text or of a query. Pure; it knows no page and no index."""

from vademecum.text.fold import fold
from vademecum.text.words import RULES, Kind, Term, index_terms, query_terms, terms

__all__ = ["RULES", "Kind", "Term", "fold", "index_terms", "query_terms", "terms"]

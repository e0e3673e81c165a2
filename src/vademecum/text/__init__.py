"""Words as search sees them: folding, and the terms of a text or of a query. Pure; it knows no page and no index."""

from vademecum.text.chunks import is_sign
from vademecum.text.fold import fold
from vademecum.text.words import Kind, Term, index_terms, index_terms_of, phrase, query_terms, rules, terms

__all__ = [
    "Kind",
    "Term",
    "fold",
    "index_terms",
    "index_terms_of",
    "is_sign",
    "phrase",
    "query_terms",
    "rules",
    "terms",
]

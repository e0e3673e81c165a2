"""Text that tries to give orders to whoever reads it: found by what a sentence asks for, not by whole phrases."""

from vademecum.guards.threats.scan import RULES_MARK, Threat, is_threat, scan

__all__ = ["RULES_MARK", "Threat", "is_threat", "scan"]

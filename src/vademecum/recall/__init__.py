"""Finding: from a query to ranked, explained blocks that reopen by their address."""

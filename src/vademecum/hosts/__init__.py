"""Installing Vademecum into other people's programs. It knows nothing of pages, and never runs a host."""

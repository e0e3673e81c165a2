"""``vade rpc``: a host's plugin asks over pipes, for as long as the host runs, what its sessions are to be given."""

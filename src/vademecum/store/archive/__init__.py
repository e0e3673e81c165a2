"""Export and import formats, packing and unpacking. It reads stores and archives; it proposes writes and makes none."""

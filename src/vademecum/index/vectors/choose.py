"""From the configuration to an embedder, or to the reason why there is none. It makes no connection."""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.config import VectorsConfig
from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Embedder, need_numpy
from vademecum.index.vectors.local import LocalEmbedder
from vademecum.index.vectors.remote import OLLAMA, OPENAI, Endpoint, RemoteEmbedder

OLLAMA_URL = "http://127.0.0.1:11434"
OLLAMA_MODEL = "bge-m3"
"""It takes long texts, in Chinese as in English, and wants nothing put before them."""


def embedder_of(config: VectorsConfig, env: Mapping[str, str]) -> Embedder | None:
    """What makes vectors, None when nobody asked for any. Raises VectorsFailedError for what is missing.

    ``env`` is where the key of a server is looked up, each time that it is asked.
    """
    if config.embedder == "off":
        return None
    need_numpy()
    if config.embedder == "local":
        return LocalEmbedder()
    dialect, url, model = OPENAI, config.url, config.model
    if config.embedder == "ollama":
        dialect, url, model = OLLAMA, url or OLLAMA_URL, model or OLLAMA_MODEL
    if not url:
        raise VectorsFailedError("vectors.url is not set", hint="vade config vectors.url https://…/v1")
    if not model:
        raise VectorsFailedError("vectors.model is not set", hint="vade config vectors.model NAME")
    endpoint = Endpoint(
        url=url,
        model=model,
        key_variable=config.key_variable or "",
        prefixes={"query": config.query_prefix or "", "passage": config.passage_prefix or ""},
        timeout=config.timeout,
        query_timeout=config.query_timeout,
    )
    return RemoteEmbedder(dialect, endpoint, env)

# One door: `make test` runs every check that CI runs. The tools live in .venv, at the versions in requirements/.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
WORKERS ?= auto
DATA ?=
PARTS ?=
SIZES ?=

.PHONY: help setup demo test lint pytest format bench docs clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Pins of our own replace a constraint that a machine's pip configuration may hold.
$(READY): pyproject.toml requirements/run.txt requirements/test.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is older than 3.11; set PYTHON=python3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "$(PYTHON) can make no virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	PIP_CONSTRAINT=requirements/run.txt $(BIN)/python -m pip install --quiet -r requirements/test.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

setup: $(READY) ## make .venv with the package and all tools

demo: $(READY) ## see it work, in a folder that is gone afterwards
	@home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; \
	  env -u MEMORY_DIR HOME="$$home" XDG_CONFIG_HOME="$$home/config" XDG_CACHE_HOME="$$home/cache" \
	    XDG_STATE_HOME="$$home/state" XDG_DATA_HOME="$$home/data" $(BIN)/python -m vademecum demo

test: lint pytest ## run all checks

lint: $(READY) ## rules, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pytest: $(READY) ## the tests alone
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

format: $(READY) ## put the code in the agreed format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## measure again every number of docs/reference/benchmarks.md: make bench DATA=folder
	@[[ -n "$(DATA)" ]] || { echo "say where the data are: make bench DATA=folder" >&2; exit 2; }
	$(BIN)/python -m bench "$(DATA)" --write $(if $(PARTS),--parts $(PARTS)) $(if $(SIZES),--sizes $(SIZES))

docs: $(READY) ## write the generated reference pages again
	$(BIN)/python docs/generate.py

clean: ## remove what can be made again
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

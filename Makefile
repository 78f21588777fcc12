# One entry point for people and for CI. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
LOCK := requirements/lock.txt
PEERS := requirements/peers.txt
PEERS_READY := .venv-peers/.ready
SPARK := requirements/spark.txt
SPARK_READY := .venv-spark/.ready
CHAOS ?= quick
PARALLAX_HOME ?= data
export PARALLAX_HOME
export DO_NOT_TRACK = 1
export GX_ANALYTICS_ENABLED = false

.PHONY: help setup picture run test test-slow test-all proofs lint format bench chaos peers calibrate train train-chooser histories baseline dev lock clean audit spark spark-test

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## own .venv from the hash-pinned lock, wheels only

$(READY): $(LOCK) requirements/installer.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11, 5) <= sys.version_info < (3, 12) else "Parallax needs Python 3.11, from 3.11.5 on (earlier ones match some patterns wrongly and would misread figures); found %d.%d.%d. Set PYTHON=/path/to/python3.11" % sys.version_info[:3])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/installer.txt
	$(BIN)/uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes --only-binary :all: $(LOCK)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $(READY)

run: setup ## the main job on the bundled sample inbox (PARALLAX_HOME says where to; INBOX=DIR takes another inbox)
	$(BIN)/parallax run $(if $(INBOX),--inbox "$(INBOX)")

TESTS = $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
test: setup ## what a change needs: units, samples and one way through the whole program
	$(TESTS) -m "not slow"

test-slow: setup ## the rest: whole runs, browser, spreadsheet, labelled texts, machinery, long properties
	$(TESTS) -m "slow and not proof"

test-all: test test-slow ## all tests but proofs

proofs: setup ## whole builds that prove a machine against itself: orders of arrival, rebuilds, histories, the recipes of CONTRIBUTING
	$(TESTS) -m proof

lint: setup ## ruff, mypy --strict, import contracts, sqlfluff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sqlfluff lint --processes 1 dbt_project/models dbt_project/tests/*.sql

format: setup ## rewrite Python and SQL in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## seconds and memory of full runs and updates, questions, and peers (SIZES=100,1000,10000: numbers of synthetic reports)
	$(BIN)/python -m benchmarks $(if $(SIZES),--sizes $(SIZES))

picture: setup ## the README's picture of a market page, from a home with the samples (HOME_OF_SAMPLES=DIR; needs a Chromium)
	$(BIN)/python -m trials.picture $(or $(HOME_OF_SAMPLES),data)

chaos: setup ## faults injected into the real program, one table, exit 1 where a promise broke (CHAOS=quick|full, FAMILIES="killing readers": these only; PAIRS=300 SEED=words: of decisions)
	$(BIN)/python -m chaos --size $(CHAOS) $(if $(FAMILIES),--only $(FAMILIES))

HISTORIES ?= 200
histories: setup ## random histories of homes, each compared with a full rebuild without stores (HISTORIES=N)
	$(BIN)/python -m trials.histories $(HISTORIES)

LEDGER ?= samples
COMMIT ?= HEAD
baseline: setup ## the release that a commit makes of a fixed ledger, and the command that compares two (LEDGER=samples|synthetic|seeds, COMMIT=HEAD, SHARED=DIR)
	@$(BIN)/python -m trials.baseline $(LEDGER) $(COMMIT) $(if $(SHARED),--shared "$(SHARED)")

peers: $(PEERS_READY) ## own .venv-peers with the programs that bench compares with, hash-pinned, wheels only

$(PEERS_READY): $(PEERS) | $(READY)
	$(PYTHON) -m venv --without-pip .venv-peers
	$(BIN)/uv pip sync --quiet --python .venv-peers/bin/python --require-hashes --only-binary :all: $(PEERS)
	@touch $(PEERS_READY)

spark: $(SPARK_READY) ## own .venv-spark with the program, pyspark and dbt-spark, hash-pinned; the default install has none of it

# pyspark is published as source that holds the jars: it is built here, by the pinned setuptools, without a compiler.
$(SPARK_READY): $(SPARK) pyproject.toml | $(READY)
	$(PYTHON) -m venv --without-pip .venv-spark
	grep -A9 '^setuptools==' $(SPARK) | awk 'NR > 1 && /^[a-z]/ {exit} {print}' > .venv-spark/setuptools.txt
	$(BIN)/uv pip install --quiet --python .venv-spark/bin/python --require-hashes --only-binary :all: -r .venv-spark/setuptools.txt
	$(BIN)/uv pip sync --quiet --compile-bytecode --python .venv-spark/bin/python --require-hashes --only-binary :all: --no-binary pyspark --no-build-isolation $(SPARK)
	$(BIN)/uv pip install --quiet --python .venv-spark/bin/python --no-deps --no-build-isolation --editable .
	@touch $@

# How many generated documents beside the samples: SPARK_DOCUMENTS=N, 10,000 with SPARK_TEST=full. INBOX=DIR takes reports of your own.
SPARK_DOCUMENTS ?= $(if $(filter full,$(SPARK_TEST)),10000,120)
spark-test: setup ## both engines on a real cluster of this machine, mart by mart; needs Java 17 and says so (SPARK_TEST=full, SPARK_DOCUMENTS=N)
	@if $(BIN)/python -m benchmarks.spark --needs; then \
	  $(MAKE) --no-print-directory spark && \
	  .venv-spark/bin/python -m benchmarks.spark --out benchmarks/results/spark.json $(if $(INBOX),--inbox "$(INBOX)",--documents $(SPARK_DOCUMENTS)); \
	fi

calibrate: setup ## fit confidence on the stored first readings, print how far it can be believed and what counts
	$(BIN)/python -m calibration

TRAIN_ENV := .venv-train/.ready
train: $(TRAIN_ENV) ## fit the reader's model on the corpus and write it; gone on from its last epoch (TRAIN="--steps 20 --texts 10": a few steps only)
	.venv-train/bin/python -m learning $(TRAIN)
	$(if $(TRAIN),,.venv-train/bin/python -m learning.joining)

$(TRAIN_ENV): $(LOCK) requirements/train.txt | $(READY)
	$(PYTHON) -m venv .venv-train
	$(BIN)/uv pip sync --quiet --python .venv-train/bin/python --require-hashes --only-binary :all: $(LOCK) requirements/installer.txt
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements/train.txt \
	  || { echo "torch 2.13.0+cpu was not found: requirements/train.in says where pip may look" >&2; exit 1; }
	@touch $@

train-chooser: setup ## fit the rules' chooser on the labelled texts, print how it reads families left out (CHOOSER=--check: measure only)
	$(BIN)/python -m training $(CHOOSER)

audit: .venv-audit/.ready ## known advisories against the locks, where the advisories can be reached
	$(BIN)/python .ci/audit.py .venv-audit/bin/pip-audit $(LOCK) requirements/installer.txt

.venv-audit/.ready: requirements/audit.txt | $(READY)
	$(PYTHON) -m venv --without-pip .venv-audit
	$(BIN)/uv pip sync --quiet --python .venv-audit/bin/python --require-hashes --only-binary :all: requirements/audit.txt
	@touch $@

dev: setup ## the Dagster UI on loopback
	$(BIN)/parallax dev

lock: setup ## resolve anew and write the hash-pinned lock
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o $(LOCK)
	$(BIN)/uv pip compile requirements/peers.in --universal --python-version 3.11 --generate-hashes --no-emit-package docopt --no-header --no-annotate --quiet -o $(PEERS)
	$(BIN)/uv pip compile pyproject.toml requirements/spark.in --extra spark -c $(LOCK) --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o $(SPARK)
	$(BIN)/uv pip compile requirements/audit.in --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o requirements/audit.txt

clean: ## remove the environment and caches; the data home stays
	rm -rf .venv .venv-peers .venv-spark .venv-audit .venv-train .train .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info build

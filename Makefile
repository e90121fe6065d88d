# Two commands are all one needs: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TESTED := $(VENV)/tested

# A test with real servers that hangs is ended, and tried once more. The limit is for a busy machine; no test comes near it otherwise.
PYTEST := $(BIN)/python -m pytest --dist worksteal -rs --timeout 600 --reruns 1 --only-rerun Timeout

# Hundreds of processes take part in the tests; each would compile all modules anew if this were set.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test lint compile golden bench docs docs-serve pictures lock licences clean

play: $(READY)
	$(BIN)/tabletown serve

# Browser tests have a process of their own: Playwright keeps an event loop running that other tests can't share.
# Tests wait for servers and pages a good part of their time, so more of them run side by side than there are cores.
# mypy keeps one core busy and the compiler's last game another, so these two run side by side.
test: $(TESTED)
	$(MAKE) --jobs=2 lint compile
	$(PYTEST) -n 4 --ignore=tests/web/browser
	$(PYTEST) -n 4 tests/web/browser

lint: $(TESTED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Native code is compiled before the tests, so that no test's time limit counts a compilation.
compile: $(TESTED)
	$(BIN)/tabletown compile
	$(BIN)/tabletown compile --lab machi-koro
	$(BIN)/tabletown compile --lab little-town

golden: $(TESTED)
	$(BIN)/python tests/golden/remake.py

bench: $(TESTED)
	$(BIN)/python benchmarks/run.py

# The documentation site, in build/site; a broken link is an error. docs-serve shows it while it is written.
docs: $(TESTED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

docs-serve: $(TESTED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs serve

pictures: $(TESTED)
	$(BIN)/python docs/pictures/remake.py

# The exact versions that were tested: of the server with hashes, of everything without.
UV := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate
lock: $(TESTED)
	$(UV) --extra dev --upgrade --output-file requirements/dev.txt
	$(UV) --generate-hashes --extra web --extra arena --constraint requirements/dev.txt --output-file requirements/server.txt

licences: $(READY)
	$(BIN)/python tools/licences.py web arena

$(VENV)/bin/python:
	$(PYTHON) tools/check_python.py
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web,tui,arena]'
	touch $@

$(TESTED): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(READY)

clean:
	rm -rf $(VENV) build dist .cache

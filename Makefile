# Two commands are all one needs: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TESTED := $(VENV)/tested

.PHONY: play test lint golden bench clean

play: $(READY)
	$(BIN)/tabletown serve

# Browser tests have a process of their own: Playwright keeps an event loop running that other tests can't share.
test: $(TESTED) lint
	$(BIN)/python -m pytest -n 2 --dist worksteal -rs --ignore=tests/web/browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -rs tests/web/browser

lint: $(TESTED)
	$(BIN)/ruff check .
	$(BIN)/mypy

golden: $(TESTED)
	$(BIN)/python tests/golden/remake.py

bench: $(TESTED)
	$(BIN)/pip install --quiet -e '.[bench]'
	$(BIN)/python benchmarks/run.py

$(VENV)/bin/python:
	$(PYTHON) tools/check_python.py
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(TESTED): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(READY)

clean:
	rm -rf $(VENV) build dist

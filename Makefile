# Two commands are all one needs: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TESTED := $(VENV)/tested

# A test with real servers that hangs on a busy machine is ended, and tried once more.
PYTEST := $(BIN)/python -m pytest --dist worksteal -rs --timeout 300 --reruns 1 --only-rerun Timeout

.PHONY: play test lint compile golden bench clean

play: $(READY)
	$(BIN)/tabletown serve

# Browser tests have a process of their own: Playwright keeps an event loop running that other tests can't share.
# They wait for pages a good part of their time, so more of them run side by side than there are cores.
test: $(TESTED) lint compile
	$(PYTEST) -n 2 --ignore=tests/web/browser
	$(PYTEST) -n 3 tests/web/browser

lint: $(TESTED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Native code is compiled before the tests, so that no test's time limit counts a compilation.
compile: $(TESTED)
	$(BIN)/tabletown compile

golden: $(TESTED)
	$(BIN)/python tests/golden/remake.py

bench: $(TESTED)
	$(BIN)/python benchmarks/run.py

$(VENV)/bin/python:
	$(PYTHON) tools/check_python.py
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web,arena]'
	touch $@

$(TESTED): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(READY)

clean:
	rm -rf $(VENV) build dist

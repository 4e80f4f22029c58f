# Every target brings its own environment up to date first: nothing to install by hand.
PYTHON ?= python3.11
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed

.PHONY: run test bench check format clean

run: $(STAMP)
	$(RUN) bot.py

test: $(STAMP)
	$(RUN) -m pytest $(ARGS)

bench: $(STAMP)
	$(RUN) -m bench $(ARGS)

check: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(STAMP)
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

$(STAMP): requirements.txt requirements-dev.txt
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

clean:
	rm -rf $(VENV)

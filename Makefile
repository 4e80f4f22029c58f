# Every target brings its own environment up to date first: nothing to install by hand.
PYTHON ?= python3.11
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed
BROWSER := $(VENV)/.browser
APT := $(if $(filter 0,$(shell id -u)),,sudo) env DEBIAN_FRONTEND=noninteractive apt-get

.PHONY: run test bench check format clean

run: $(STAMP)
	$(RUN) bot.py

test: $(STAMP) $(BROWSER)
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

# The sandbox's page is tested in a real browser.
$(BROWSER): | $(STAMP)
	command -v chromium >/dev/null || ($(APT) update -qq && $(APT) install -y -qq chromium fonts-noto-color-emoji >/dev/null)
	touch $@

clean:
	rm -rf $(VENV)

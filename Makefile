# Every target brings its own environment up to date first: nothing to install by hand.
# The newest that is there, unless you name one: make test PYTHON=python3.12 VENV=.venv-3.12
PYTHON ?=
VENV ?= .venv
RUN := $(VENV)/bin/python
ROOMS := cogs db engine records renderers sandbox steward words
RUNNING := $(VENV)/.running
TESTING := $(VENV)/.testing
BROWSER := $(VENV)/.browser
SERVER := $(VENV)/.server
# What is pinned is all there is to install: nothing is left to work out.
INSTALL := .ci/pip $(VENV) install --quiet --disable-pip-version-check --no-deps --require-hashes -r
# What is compiled is kept, whatever the environment says: each of many processes would compile all of it anew.
KEEP := env -u PYTHONDONTWRITEBYTECODE
LOCK := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header
APT = $(if $(filter 0,$(shell id -u)),,sudo) env DEBIAN_FRONTEND=noninteractive apt-get

.PHONY: run setup invite test coverage bench check format lock release clean

run: $(RUNNING)
	@echo "Starting Quadriga. The first start takes some seconds longer. Ctrl+C ends it."
	@$(KEEP) $(RUN) bot.py

# Asks for the token, checks it, and keeps it in .env; then the link that brings the bot to a server.
setup invite: $(RUNNING)
	@$(KEEP) $(RUN) bot.py $@

test: $(TESTING) $(BROWSER) $(SERVER)
	$(KEEP) $(RUN) -m pytest $(ARGS)

# Which share of the bot's lines the quick tests run, in per cent; those that start a bot or a browser are left out.
coverage: $(TESTING) $(SERVER)
	$(KEEP) $(RUN) -m coverage run -m pytest -m "not slow" $(addprefix --ignore=tests/,e2e sandbox sandbox_page) $(ARGS)
	$(RUN) -m coverage combine --quiet
	$(RUN) -m coverage report --format=total --precision=1

bench: $(TESTING)
	$(RUN) -m bench $(ARGS)

check: $(TESTING)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(RUN) .ci/audit.py requirements-dev.txt

format: $(TESTING)
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# After a change of a requirements*.in: pins what those stand on, too, each with its hashes, for every Python.
lock: $(TESTING)
	$(LOCK) requirements.in -o requirements.txt
	$(LOCK) requirements-dev.in -c requirements.txt -o requirements-dev.txt

# What a version is made of, in dist/: a wheel, the licences of all that it carries, and an image where docker is. It
# tells what is to be tagged and pushed, and does neither. ARGS=--strict: only if nothing is in the way.
release: $(RUNNING)
	$(RUN) .ci/release.py $(ARGS)
	.ci/pip $(VENV) wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@number="$$($(RUN) .ci/release.py --number)"; if docker version >/dev/null 2>&1; then docker build --tag "quadriga:$$number" .; \
	else echo "Docker does not run here, so there is no image. Where it runs: docker build --tag quadriga:$$number ."; fi
	@echo "In dist: $$(ls dist | tr '\n' ' ')"

$(RUN):
	@python="$(or $(PYTHON),$$(.ci/pythons | head -n 1))"; test -n "$$python" && "$$python" -m venv --clear --without-pip $(VENV)

# What running needs. Our own modules are compiled meanwhile; of the others only those that are imported, at the first start.
$(RUNNING): requirements.txt | $(RUN)
	@$(RUN) -m compileall -q $(ROOMS) & $(RUN) .ci/install.py $(VENV) requirements.txt && wait
	@touch $@

# What running and testing need.
$(TESTING): requirements-dev.txt | $(RUN)
	$(INSTALL) requirements-dev.txt
	touch $@

# The sandbox's page is tested in a real browser.
$(BROWSER): | $(TESTING)
	command -v chromium >/dev/null || ($(APT) update -qq && $(APT) install -y -qq chromium fonts-noto-color-emoji >/dev/null)
	touch $@

# Tests of the database start a server of their own, from Debian's package; without one they say so.
$(SERVER): | $(TESTING)
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || ($(APT) update -qq && $(APT) install -y -qq postgresql >/dev/null)
	touch $@

clean:
	rm -rf $(VENV)

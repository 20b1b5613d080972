# Build, run, check and test Keypeg. Needs Python 3.11 or later with pip, and make.

PYTHON ?= python3
UV_VERSION := 0.13.7
LOCK_OPTIONS ?=
MINUTES ?= 10
LEAKS ?= 10000
SERVES := aiosqlite|alembic|asyncpg|httptools|msgspec|numba|numpy|sqlalchemy|uvloop|websockets
KILLS ?= 200

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
UV := $(BIN)/uv
UV_READY := $(VENV)/uv-$(UV_VERSION).ready
READY := $(VENV)/keypeg.ready
KERNELS_READY := $(VENV)/kernels.ready
PAGE_CHECKED := $(VENV)/page-checked.ready
PAGE_READY := src/keypeg/server/static/index.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f ! -name generated.ts -print) \
	$(wildcard src/keypeg/words/*.json src/keypeg/look/*) src/keypeg/api/openapi.json
PYTEST := $(BIN)/pytest -n auto --dist worksteal

# A proxy's certificate is in the system's store, not in the one that uv ships.
ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt),)
export UV_SYSTEM_CERTS := 1
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-rules test-lowest test-newest test-all check check-python check-page format coverage mutation bench soak openapi lock clean compile docs kernels lab page screenshots programs pyodide static

help: ## print these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

# Ctrl-C stops the server and is not an error.
run: compile kernels page ## set everything up and start Keypeg
	@trap : INT; $(BIN)/keypeg serve || test $$? -eq 130

test: compile kernels page programs check ## set everything up, check the sources and run the tests
	$(PYTEST)

# The tests of tests/server, faults, browser, terminal, cli and pyodide, and of lab/tests/cli, start servers, shells, a browser, Node.js and a database.
test-rules: compile kernels ## the tests that start no other program: rules, notation, engine, players, words
	$(PYTEST) $(filter-out $(addprefix tests/,server faults browser terminal cli client conformance pyodide),$(patsubst %/,%,$(wildcard tests/*/))) \
		tests/test_playthroughs.py tests/test_refusals.py $(filter-out lab/tests/cli/,$(wildcard lab/tests/*/))

# The versions are those that `pip install 'keypeg[server]'` may choose, not those of the lock.
test-lowest: with-lowest ## the tests of rules and server on the lowest versions of other packages that are allowed
test-newest: with-highest ## the same on the newest

with-%: kernels page programs
	$(UV) venv --quiet --clear --python $(BIN)/python $(VENV)-$*
	$(UV) pip install --quiet --python $(VENV)-$* --resolution $(if $(filter lowest,$*),lowest-direct,$*) --editable '.[server,terminal]' \
		'anyio>=4.16' 'ipykernel>=7' 'nbclient>=0.11' 'pytest>=9.2' 'pytest-xdist>=3.8' 'hypothesis>=6.170'
	$(UV) pip freeze --python $(VENV)-$* | grep -i -E '^($(SERVES))=='
	NUMBA_CACHE_DIR=$(abspath $(VENV)-$*/kernels) $(VENV)-$*/$(notdir $(BIN))/python -m pytest -n auto --dist worksteal -p no:cacheprovider $(addprefix tests/,api boxes core deduce \
		engine notation players rules server table)

test-all: compile kernels page programs check ## make test with the tests that take minutes
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -m ""

check: $(READY) ## lint, formatting, types, the direction of imports, and the page’s own checks
	@$(MAKE) --no-print-directory --jobs=2 check-python check-page

check-python: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

check-page: $(PAGE_CHECKED)
	$(BIN)/python hatch_build.py test

# Half a minute, and nothing outside the page can change the result.
$(PAGE_CHECKED): $(PAGE_SOURCES) hatch_build.py | $(READY)
	$(BIN)/python hatch_build.py check
	@touch $@

format: $(READY) ## format the sources and fix what lint can fix
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python hatch_build.py format

coverage: $(READY) ## list the lines that the tests do not reach
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report

# Resumes after an interruption; without the folder mutants it starts over. docs/measurements.md names the survivors.
mutation: $(READY) ## mutate core, boxes and notation, and list the mutants that no test notices
	$(BIN)/python -m tests.mutation

bench: $(READY) ## run every script in bench/, with times also as passes of plain NumPy
	@$(BIN)/python bench/all.py

soak: compile kernels programs ## LEAKS (10000) pairs of matches, KILLS (200) crashes, then all tests for MINUTES (10)
	KEYPEG_TEST_SEED="$$(date +%s)" KEYPEG_TEST_MATCHES=$(LEAKS) KEYPEG_TEST_KILLS=$(KILLS) \
		$(PYTEST) -q tests/faults/test_leaks.py tests/faults/test_crashes.py
	@set -e; end=$$(( $$(date +%s) + 60 * $(MINUTES) )); \
	while [ "$$(date +%s)" -lt "$$end" ]; do $(PYTEST) -q -m "" --hypothesis-seed="$$(date +%s)"; done

# Warnings are errors: a link that leads nowhere, a docstring that is not understood.
docs: compile kernels static ## build the documentation into build/docs, and run its notebook
	@rm -rf docs/reference build/docs
	$(BIN)/sphinx-build -W --keep-going -q -c docs . build/docs
	@echo "The documentation is in build/docs/index.html"

openapi: $(READY) ## write the description of the API, src/keypeg/api/openapi.json, anew
	$(BIN)/python -m keypeg.api.openapi

# Of our own distributions only the sources are here, without a hash: keypeg and keypeg-lab are installed editable, and the
# files of keypeg-pyodide are in src. CuPy is left out with what it brings: most machines have no GPU, and mypy and the tests do without.
CUPY := cupy-cuda13x cuda-pathfinder cuda-toolkit \
	$(addprefix nvidia-,cublas cuda-nvrtc cuda-runtime cufft curand cusolver cusparse nvjitlink)
lock: $(UV_READY) ## update requirements.lock; LOCK_OPTIONS=--upgrade takes the newest versions
	$(UV) pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" $(addprefix --no-emit-package ,keypeg keypeg-lab keypeg-pyodide $(CUPY)) $(LOCK_OPTIONS) \
		pyproject.toml lab/pyproject.toml --all-extras --group dev --output-file requirements.lock

clean: ## remove everything that make has made
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-highest web/node_modules docs/reference src/keypeg/server/static src/keypeg_pyodide/files web/src/api/generated.ts screenshots .coverage .hypothesis mutants .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find src lab tests -type d -name __pycache__ -prune -exec rm -rf {} +

# Without this, every start would recompile all of Keypeg if PYTHONDONTWRITEBYTECODE is set.
compile: $(READY)
	@$(BIN)/python -m compileall -q src lab/src

# Compiling the kernels takes half a minute. Numba does not notice changes in kernels that others import, so clear its cache.
kernels: $(KERNELS_READY)

$(KERNELS_READY): $(READY) $(wildcard src/keypeg/solve/_kernels/*.py lab/src/keypeg_lab/reprove/*.py)
	@echo "Compiling the engine, once …"
	@find src lab/src -name '*.nb[ic]' -delete
	@$(BIN)/python -c "from keypeg.solve import warm; from keypeg_lab import optimal; warm(); optimal.warm()"
	@touch $@

# Rebuild the page if its sources are newer.
page: $(PAGE_READY)

$(PAGE_READY): $(PAGE_SOURCES) hatch_build.py | $(READY)
	@echo "Building the page …"
	@$(BIN)/python hatch_build.py build

static: compile ## write a site without a server into build/static, for any file server
	$(BIN)/python scripts/static_site.py
	@echo "The site is in build/static/index.html; a file server has to serve it"

pyodide: $(READY) ## build the distribution keypeg-pyodide, which a server needs to offer play offline, into dist
	cd packaging/pyodide && $(abspath $(BIN))/python -m hatchling build -t wheel -d ../../dist

# A release has it beside Keypeg.
lab: $(READY) ## build the distribution keypeg-lab into dist
	cd lab && $(abspath $(BIN))/python -m hatchling build -t wheel -d ../dist

screenshots: compile page programs ## take every screen in three sizes and two themes, into screenshots/
	$(BIN)/python scripts/screenshots.py

# Find Chromium, PostgreSQL, tmux, zsh and fish, or install them if possible.
programs: $(READY)
	@$(BIN)/python -m tests.programs

$(UV_READY):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

$(READY): requirements.lock pyproject.toml lab/pyproject.toml | $(UV_READY)
	$(UV) pip sync --quiet --python $(BIN)/python --require-hashes --compile-bytecode requirements.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable . --editable lab
	@touch $@

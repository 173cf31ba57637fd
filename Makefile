# Every target sets up what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := CMakeLists.txt $(wildcard core/*.hpp core/*.cpp core/bindings/*.hpp core/bindings/*.cpp)
CPP := $(wildcard core/*.hpp core/*.cpp core/bindings/*.hpp core/bindings/*.cpp core/tests/*.hpp core/tests/*.cpp)
SMALL_BOARDS = $(shell $(BIN)/python -c "print(*(f'{p}x{q}' for p in range(1, 11) for q in range(max(p, 2), 11)))")
CMAKE_DEFINES ?= -C cmake.define.SAPPER_WERROR=ON

.DEFAULT_GOAL := help
.PHONY: help build test demo bench literature reproduce lint types unit sanitize stub format clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

$(VENV)/.packages: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.22" ninja
	touch $@

$(VENV)/.built: $(VENV)/.packages $(CORE)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation $(CMAKE_DEFINES) -e ".[dev]"
	touch $@

build: $(VENV)/.built  ## set up .venv and compile (again, in seconds, after an edit)

demo: build  ## critical densities of all boards up to 10x10 beside paper 000, with figures
	$(BIN)/sapper density $(SMALL_BOARDS) --games 1000 --store sapper.db --figures figures

test: build lint types sanitize unit  ## lint, types, sanitizers and all tests

unit: build  ## the Python tests alone
	$(BIN)/python -m pytest -q

lint: build  ## ruff and clang-format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

types: build  ## mypy --strict
	$(BIN)/mypy

sanitize: build  ## fuzz the C++ core under AddressSanitizer and UBSan
	PATH="$(abspath $(BIN)):$$PATH" cmake -S . -B build/sanitize -G Ninja -DSAPPER_PYTHON=OFF -DSAPPER_FUZZ=ON -DSAPPER_SANITIZE=ON -DSAPPER_WERROR=ON > /dev/null
	PATH="$(abspath $(BIN)):$$PATH" cmake --build build/sanitize
	./build/sanitize/sapper_fuzz 3000
	./build/sanitize/sapper_shortcuts 2000

bench: build  ## measure speed beside a peer, alone on an idle machine
	$(BIN)/python -m pip install --quiet "ms-toollib>=1.5"
	$(BIN)/python benchmarks/analysis.py
	$(BIN)/python benchmarks/games.py

literature: build  ## win rates beside the literature, a few minutes
	$(BIN)/python benchmarks/literature.py

reproduce: build  ## compute everything the papers claim, and write docs/reproduction.md
	$(BIN)/sapper reproduce --markdown docs/reproduction.md

stub: build  ## write src/sapper/_core.pyi from the compiled module
	$(BIN)/python -m nanobind.stubgen -q -m sapper._core -o src/sapper/_core.pyi

format: build  ## format Python and C++ in place
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

clean:  ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

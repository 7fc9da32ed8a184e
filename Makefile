# make lab        set up, and open lesson 1 in JupyterLab (ARGS='--no-browser' passes options on)
# make test       set up, and run every test
# make clean      remove the environment and the caches; your own work stays
# PYTHON=python3.13 before or after a target chooses another Python than python3

PYTHON ?= python3
PY := .venv/bin/python
MADE_BY_MAKE := .venv/.made-by-make
INSTALLED := .venv/.installed

# Packages are kept here and not in the home folder; tests and refreshed notebooks also keep away
# from the learner's own Jupyter settings and own work. Only JupyterLab itself is as usual.
export UV_CACHE_DIR := $(CURDIR)/.cache/uv
export PIP_NO_CACHE_DIR := 1
unexport PYTHONPATH PYTHONHOME
test notebooks: export IPYTHONDIR := $(CURDIR)/.cache/ipython
test notebooks: export JUPYTER_CONFIG_DIR := $(CURDIR)/.cache/jupyter/config
test notebooks: export JUPYTER_DATA_DIR := $(CURDIR)/.cache/jupyter/data
test notebooks: export JUPYTER_RUNTIME_DIR := $(CURDIR)/.cache/jupyter/runtime
test notebooks: export MPLCONFIGDIR := $(CURDIR)/.cache/matplotlib
test notebooks: export CHUNKLAB_WORK := $(CURDIR)/.cache/work

.PHONY: help lab test clean sound-environment

help:
	@for file in $(MAKEFILE_LIST); do sed -n -e '/^$$/q' -e 's/^# *//p' "$$file"; done

lab: $(INSTALLED)
	@exec .venv/bin/chunklab lab $(ARGS)

# The child's own modules find each other only beside the worker, and have no examples.
CONFINED := landlock seccomp sandbox loaded

# Every step runs, also after one that fails. A learner's edition has no solutions: only folders
# that are there are named.
test: $(INSTALLED)
	@failed=0; rm -rf .cache/work; \
	step() { echo "+ $$*"; $(PY) -m "$$@" || failed=1; }; \
	step ruff check; \
	step ruff format --check; \
	step mypy; \
	step pytest -q --doctest-modules $(CONFINED:%=--ignore=chunklab/grading/%.py) --nbval --nbval-current-env --nbval-cell-timeout 60 \
	    $(wildcard chunklab solutions tests notebooks); \
	exit $$failed

clean:
	@if [ -e $(MADE_BY_MAKE) ]; then rm -rf .venv; \
	elif [ -e .venv ]; then echo "Left .venv alone: make did not make it."; fi
	rm -rf .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@for folder in $(wildcard chunklab solutions exercises tests benchmarks); do \
	    find "$$folder" -name __pycache__ -type d -prune -exec rm -rf {} +; done

# The environment. $(MADE_BY_MAKE) is its first file and $(INSTALLED), which holds the folder's
# path, its last. One without the last was interrupted, and is made again from nothing.
$(INSTALLED): requirements.txt pyproject.toml | sound-environment
	@stop() { printf '%s\n' "$$@" >&2; exit 1; }; \
	if [ ! -e $(INSTALLED) ]; then \
	    command -v "$(PYTHON)" >/dev/null || stop "$(PYTHON) is not to be found." \
	        "Install Python 3.11 or newer, or name one: make PYTHON=python3.13 $(MAKECMDGOALS)"; \
	    "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || stop \
	        "Python 3.11 or newer is needed; $(PYTHON) is $$("$(PYTHON)" --version 2>&1)." \
	        "Name a newer one: make PYTHON=python3.13 $(MAKECMDGOALS)"; \
	    "$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || stop \
	        "$(PYTHON) cannot make environments: its venv or ensurepip module is missing." \
	        "On Debian and Ubuntu: sudo apt install python3-venv"; \
	    echo "Making the Python environment in .venv (once, about a minute) ..."; \
	    rm -rf .venv && mkdir .venv && : >$(MADE_BY_MAKE) || exit 1; \
	    "$(PYTHON)" -m venv .venv && $(PY) -m pip --quiet --disable-pip-version-check install uv \
	        || stop "The environment could not be made: see the messages above."; \
	fi; \
	rm -f $(INSTALLED); \
	$(PY) -m uv pip install --quiet --python $(PY) --compile-bytecode -r requirements.txt && \
	$(PY) -m uv pip install --quiet --python $(PY) --no-deps --editable . && \
	pwd -P >$(INSTALLED) || stop "The packages could not be installed: see the messages above."

# Runs every time, so it starts Python only once, and a second one only where PYTHON is given.
sound-environment:
	@version='import sys; print("%d.%d" % sys.version_info[:2])'; \
	stop() { printf '%s\n' "$$@" >&2; exit 1; }; \
	[ -e .venv ] || [ -h .venv ] || exit 0; \
	[ -e $(MADE_BY_MAKE) ] || stop "There is a .venv here that make did not make." \
	    "Rename it or remove it, then run make again."; \
	[ -e $(INSTALLED) ] || exit 0; \
	[ "$$(cat $(INSTALLED))" = "$$(pwd -P)" ] || stop \
	    "The environment in .venv was made when this folder was $$(cat $(INSTALLED))." \
	    "Remove it with 'make clean', then run make again."; \
	have=$$($(PY) -c "$$version" 2>/dev/null) || stop \
	    "The environment in .venv is broken: its Python does not start." \
	    "Remove it with 'make clean', then run make again."; \
	[ "$(origin PYTHON)" != file ] || exit 0; \
	want=$$("$(PYTHON)" -c "$$version") || stop "$(PYTHON) does not start."; \
	[ "$$have" = "$$want" ] || stop \
	    "The environment in .venv has Python $$have, and PYTHON=$(PYTHON) is Python $$want." \
	    "Remove it with 'make clean', then run make again."

-include contributing.mk

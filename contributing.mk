# For those who change the course; the learner's edition does without.
# make bench      compare the library with code that does the same, side by side
# make notebooks  run the notebooks again and save the outputs that the lessons show
# make splitters  run the public splitters again and save what they do, for chunklab.splitters
# make retrieval  search the corpus again and save what is found, for chunklab.retrieval
# make site       build the course as static pages, and as an app that needs no server, in site/
# make lock       choose the pinned versions again (ARGS=--upgrade takes the newest of all)

.PHONY: bench notebooks splitters retrieval site lock

bench: $(INSTALLED)
	@for file in benchmarks/*.py; do $(PY) "$$file" || exit 1; done

notebooks: $(INSTALLED)
	@$(PY) tests/notebooks/refresh.py $(ARGS)

splitters: $(INSTALLED)
	@python=$$($(PY) tests/outside/provided.py environment tests/splitters/requirements.txt)/python && \
	PYTHONPATH=. $$python -m chunklab.splitters

retrieval: $(INSTALLED)
	@python=$$($(PY) tests/outside/provided.py environment tests/retrieval/requirements.txt)/python && \
	PYTHONPATH=. $$python -m chunklab.retrieval

site: $(INSTALLED)
	@python=$$($(PY) tests/outside/provided.py environment docs/site/requirements.txt)/python && \
	modules=$$($(PY) tests/outside/provided.py node_modules docs/site) && \
	PYTHONPATH=. $$python docs/site/build.py --node-modules=$$modules $(ARGS)

lock: $(INSTALLED)
	$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --all-extras \
	    --no-emit-index-url --no-emit-find-links --no-header --no-annotate $(ARGS) \
	    --output-file requirements.txt pyproject.toml

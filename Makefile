# Needs python3 (3.11 or later) and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
# Python compiles what it imports; pip would compile all there is.
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check --no-compile
# Tests start hundreds of programs. Python keeps what it has compiled for all of them, also where the environment says no.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test times listed warm bench load soak campaign equal law-teeth mutants renew corpus pages pots docs-site pictures release lint setup tools programs clean

run: setup
	$(BIN)/pitboss serve

# Three at a time on two cores: whoever waits for a browser or a server leaves his core to the others.
test:
	@$(MAKE) --no-print-directory -j 2 warm lint listed programs
	$(BIN)/python -m pytest -q -n 3 --dist worksteal --teeth --mutants=sample --evidence=check -m "not soak"

# What each test of a test run takes of the processor; tests/kit/long_tests.txt says which cases it leaves out.
times: tools warm programs
	rm -rf build/times
	-$(BIN)/python -m pytest -q -n 2 --dist worksteal --teeth --mutants=sample -m "not soak" -p kit.times
	PYTHONPATH=tests $(BIN)/python -m kit.times

# Python compiles all tests here, once, and not in each process that runs some. What is wrong with one the run tells.
listed: tools
	-@$(BIN)/python -m pytest -qq --collect-only -m "not soak" > /dev/null

# Compiles what exact analysis needs, once.
warm: setup
	$(BIN)/pitboss warm

lint: tools
	$(BIN)/ruff check -q
	$(BIN)/ruff format -q --check
	$(BIN)/mypy
	PYTHONPATH=tests $(BIN)/python -m kit.page_lint

# The long tests, and every law test again with what it claims switched off, and with it carried out wrongly. You can stop
# it at any moment: the next run on the same files goes on. Some parts alone: make soak PARTS="server store".
soak: tools programs warm
	PYTHONPATH=tests $(BIN)/python -m kit.soak $(PARTS)

# What takes hours; docs/campaigns.md says what came of it. It can be stopped like the soak.
campaign: tools programs warm
	PYTHONPATH=tests $(BIN)/python -m kit.soak --campaign $(PARTS)

# Every law test again with its paragraph carried out wrongly, one thing at a time. `make test` has a fixed sample of it.
mutants: tools
	$(BIN)/python -m pytest -q -n 2 tests/games -k test_law --mutants=check

# A million rounds through the audited engine and through the kernels that simulate, every seat to the cent: half an hour.
equal: tools warm
	PYTHONPATH=tests $(BIN)/python -m simulation.equal 1000000

law-teeth: tools
	$(BIN)/python -m pytest -q tests/games/*/test_law*.py --teeth

bench: tools .venv/bench
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/rounds.py
	$(BIN)/python bench/craps.py
	$(BIN)/python bench/server.py
	$(BIN)/python -m bench.acks
	$(BIN)/python -m bench.tables
	$(BIN)/python -m bench.lever
	$(BIN)/python -m bench.page
	$(BIN)/python bench/exact.py
	$(BIN)/python bench/edge.py

# Six hundred people at a hundred tables for fifteen minutes, and then ever faster; see docs/performance.md. Options go
# into LOAD: make load LOAD="--minutes 2".
load: tools programs
	$(BIN)/python -m bench.load $(LOAD)

# Every generated file that a change made stale, and no other: evidence, corpus, reference pages, schemas, prices.
renew: tools warm
	PYTHONPATH=tests $(BIN)/python -m kit.renew

# The pages about what the tests show, for a release. Some alone: make pages PAGES="held.md sweep.md".
pages: tools warm
	PYTHONPATH=tests $(BIN)/python -m kit.pages $(PAGES)

# After `behaviour` of a game was raised, or its golden rounds changed: what happens at its tables, frozen. A game whose
# acts changed while the number did not is refused. One game alone: make corpus GAME=craps.
corpus: tools
	PYTHONPATH=tests $(BIN)/python -m corpus.make $(GAME)

# Version, changelog, pages and upgrade data of a release: make release VERSION=0.4.0. It refuses unless the soak is green.
release: tools warm
	PYTHONPATH=tests $(BIN)/python -m kit.release $(VERSION)

# The pages about the pot of Winner's Pot Poker: a few minutes of counting, and a few of simulation.
pots: warm
	PYTHONPATH=tests $(BIN)/python -m analysis.pots docs/winners-pot.md
	PYTHONPATH=tests $(BIN)/python -m analysis.pot_tables docs/winners-pot-tables.md

# The pictures of the documents, played at a server with a fixed seed. Look at each before you commit it.
pictures: tools programs warm
	PYTHONPATH=tests $(BIN)/python -m kit.pictures docs/pictures

# The documents as a site in build/docs, to be read without a network. A dead link, a dead anchor or a page that is
# nowhere in the navigation stops it. (Not with -q: mkdocs counts no warning that it does not print.)
docs-site: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --clean
	@echo "open build/docs/index.html"

setup: .venv/installed

.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pitboss needs Python 3.11 or later; try: make PYTHON=python3.11"; exit 1; }
	@echo "setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# What the tests need besides.
tools: .venv/tools .venv/plots .venv/cluster

.venv/tools: requirements-test.lock .venv/installed
	@echo "installing what the tests need (once) ..."
	@$(PIP) -r requirements-test.lock
	@touch $@

.venv/plots: requirements-plots.lock .venv/tools  # one after the other, also where make does two things at a time
	@$(PIP) -r requirements-plots.lock
	@touch $@

.venv/cluster: requirements-cluster.lock .venv/plots
	@$(PIP) -r requirements-cluster.lock
	@touch $@

# A Chromium and the shells that completions are for: found, or installed from the system's packages.
programs: tools
	@$(BIN)/python tests/kit/programs.py

.venv/bench: requirements-bench.lock .venv/installed
	@$(PIP) -r requirements-bench.lock
	@touch $@

.venv/docs: requirements-docs.lock .venv/installed
	@$(PIP) -r requirements-docs.lock
	@touch $@

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

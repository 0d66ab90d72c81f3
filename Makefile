# One target a job; `make test` passes on a bare machine with the Rust toolchain, Python 3 and Node.

# Labelled sets and their scoring tool, where they are: see README, "Measured".
DATA ?= ../shared/data
SCORE ?= ../shared/tools/score.py
# What is shipped is measured.
PROGRAM = target/dist/zhengwen
# Training takes the evaluator built as the program is; figures take what compiles sooner.
EVALUATOR = target/dist/zhengwen-eval
DEV_PROGRAM = target/debug/zhengwen
DEV_EVALUATOR = target/debug/zhengwen-eval
# Pages that are measured on and never read, where they are.
JUDGE ?= ../shared/blind/judge.py
export CARGO_TERM_COLOR ?= never
# Builds from nothing gain nothing by it, and it takes gigabytes.
ifdef CI
export CARGO_INCREMENTAL ?= 0
endif

# What was skipped, and why: one line each, printed at the end.
SKIPPED = $(CURDIR)/target/skipped.txt
skip = { mkdir -p target && echo "skipped: $(1)" >> $(SKIPPED); }
export ZHENGWEN_SKIPPED = $(SKIPPED)

.PHONY: test nightly weekly check features browser unit long reader serve-load eval pin-floors agree bench bench-gate bench-worst bench-peers bench-python bench-engines bench-scale forms judge
.PHONY: variants variants-labelled mutants
.PHONY: memory faults soak deny msrv sbom web-pace fuzz train results test-python test-engines wheel help wasm test-npm bench-npm strip addresses extension test-extension dist publish-dry-run

help:
	@echo "make test     what a change needs: formatter, linter, docs, tests"
	@echo "make nightly  the rest that CI runs: figures, features, instruction gate, long tests, browser, reader page, books, Python and npm packages, browser extension"
	@echo "make weekly   what takes hours: engines, fuzzing, screenshots, the Python package beside others (see CONTRIBUTING.md)"
	@echo "make eval     figures of every method on every set, against quality/floors.toml"
	@echo "make pin-floors  pin today's figures as floors"
	@echo "make agree    our figures against the scoring tool of the sets, and against the floors"
	@echo "make strip    fields of pages whose own data are cut out, against what those data declare"
	@echo "make addresses  how much the answer depends on the address that a page is said to have"
	@echo "make forms    text, Markdown, HTML, chunks and posts of every labelled page, compared"
	@echo "make variants fixtures written in forty other ways: what the answer loses, against quality/variants.json"
	@echo "make variants-labelled  the same with the labelled pages"
	@echo "make mutants  200 small changes of the code, another sample each week: which of them no test notices"
	@echo "make judge    figures on pages that nobody reads (JUDGE); OTHER=PROGRAM compares two programs"
	@echo "make train    fit the model of auto, cross-validated by site, and without whole sets"
	@echo "make results  write docs/results.md (after make train)"
	@echo "make fuzz     a minute of each fuzz target (installs cargo-fuzz)"
	@echo "make faults   full disks, cut connections, kills, hostile servers: what the program does then (3 minutes)"
	@echo "make soak     service and batch under real-shaped and hostile pages, MINUTES=30 each"
	@echo "make deny     licences, sources, duplicates and known holes of what is built in (needs cargo-deny)"
	@echo "make msrv     the workspace by the oldest compiler that Cargo.toml names (installs it by rustup)"
	@echo "make sbom     what is built in, as CycloneDX in out/sbom (installs cargo-cyclonedx)"
	@echo "make bench    megabytes of HTML per CPU second, and what each stage costs"
	@echo "make bench-gate  instructions a byte of each stage, against those pinned, and their growth (needs valgrind)"
	@echo "make bench-worst the ten hostile pages that cost most instructions, and how they grow (needs valgrind)"
	@echo "make memory   peak memory of every hostile shape, in every form"
	@echo "make reader   the reader page in a real browser, the tools for agents, the books"
	@echo "make test-python  the Python package: built, installed into out/, tested (needs the package registry)"
	@echo "make test-engines the package on Spark, Ray, datatrove and Scrapy (installs 3 GB into out/)"
	@echo "make wasm     the WebAssembly module of the npm package (the target by rustup, or by Debian's archive)"
	@echo "make test-npm the npm package: built, packed, installed, in Node, in Chromium, beside the program, its types"
	@echo "make extension the browser extension: a folder and a zip in out/"
	@echo "make test-extension the browser extension in Chromium, and in Firefox where there is one"
	@echo "make wheel    a portable wheel of the Python package in out/wheels (installs zig into out/)"
	@echo "make dist     a release in out/release: Linux programs, .deb, wheels, npm package, extension, image, sums (see docs/releasing.md)"
	@echo "make publish-dry-run  the crates as cargo would publish them"
	@echo "make serve-load   10,000 posted pages: times, memory, throughput beside batch"
	@echo "make web-pace     500 pages of five local hosts: time, memory, kill and resume (4 minutes)"
	@echo "make bench-scale  archives and tables beside plain files: CPU seconds of the same pages"
	@echo "make bench-peers  other extractors on the same pages in the same run"
	@echo "make bench-python the Python package beside the program and beside other packages"
	@echo "make bench-npm the npm package beside the same code run natively, Readability and defuddle"
	@echo "make bench-engines the package on Spark, Ray and datatrove beside the program (after test-engines and wheel)"

test:
	@rm -f $(SKIPPED)
	@$(MAKE) --no-print-directory check unit; status=$$?; sort -u $(SKIPPED) 2>/dev/null; exit $$status

# In this order: what fails most often first.
NIGHTLY = agree features bench-gate deny variants faults long reader test-python test-npm test-extension forms
nightly:
	@rm -f $(SKIPPED)
	@python3 quality/nightly.py $(NIGHTLY); status=$$?; sort -u $(SKIPPED) 2>/dev/null; exit $$status

# Hours on two cores. CONTRIBUTING.md has the day of each part's last run.
WEEKLY = test-python test-engines fuzz screenshots strip addresses variants-labelled mutants
weekly:
	@rm -f $(SKIPPED)
	@SECONDS_A_TARGET=600 python3 quality/nightly.py $(WEEKLY); status=$$?; sort -u $(SKIPPED) 2>/dev/null; exit $$status

# Pictures of the reader page and the report at both sizes and in both themes, to be looked at.
screenshots:
	SCREENSHOTS=$(CURDIR)/out/screenshots $(MAKE) --no-print-directory reader

# Each ability by itself, and none, compiles without a warning; `make check` looks at all together. What io does for the program is
# compiled with the program, which always fetches.
CLI_FEATURES = book browser cache mcp s3 serve tables templates
IO_FEATURES = fetch
features:
	cargo clippy --quiet --locked -p zhengwen-html --no-default-features -- -D warnings
	@for name in "" $(CLI_FEATURES); do echo "zhengwen-cli with: $${name:-nothing}"; \
	cargo clippy --quiet --locked -p zhengwen-cli --no-default-features --features "$$name" -- -D warnings || exit 1; done
	@for name in "" $(IO_FEATURES); do echo "zhengwen-io with: $${name:-nothing}"; \
	cargo clippy --quiet --locked -p zhengwen-io --no-default-features --features "$$name" -- -D warnings || exit 1; done

# The formatter and the linter come with rustup; a change is not checked without them.
check:
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || \
	rustup component add rustfmt clippy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps --locked --quiet
	python3 quality/public_items.py
	python3 -m compileall -q train quality
	python3 -m unittest discover --quiet --start-directory quality

# What counts steps and allocations of large pages takes minutes without optimisation: `make long` runs it.
LARGE = accounting:: growth:: memory:: work::
unit:
	cargo test --workspace --all-features --locked -- $(addprefix --skip ,$(LARGE))

# Tests that render pages want Chromium: root on Debian and its kin gets it, others are told.
BROWSERS = chromium chromium-browser google-chrome google-chrome-stable chrome
browser:
	@for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	echo "installing chromium for the tests that render pages"; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium \
	>/dev/null || $(call skip,the tests that render pages (chromium could not be installed)); \
	else $(call skip,the tests that render pages (install chromium to run them)); fi

# Tests too long for every change: those that render pages, and the parser beside html5ever on all labelled pages and on
# 50,000 mixtures of markup. The short runs of the fuzz checks have the same inputs each time; without PROPTEST_RNG_SEED they have new ones.
long: browser
	cargo test --profile dev --workspace --all-features --locked --test core -- $(LARGE)
	@for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then needs=ZHENGWEN_NEEDS_BROWSER=1; fi; done; \
	env $$needs PROPTEST_RNG_SEED=1 cargo test --profile dev --workspace --all-features --locked --test '*' -- --ignored

# The reader page, the report, the tools for agents and the books, in a real browser, by the official client and by
# epubcheck. They want Node with npm, Chromium, and for the books a Java machine, and say what they skip.
reader: browser $(DEV_PROGRAM)
	@if ! command -v npm >/dev/null 2>&1; then $(call skip,the tests of the reader page (install Node with npm)); exit 0; fi; \
	if ! (cd quality/reader && npm install --no-package-lock --no-audit --no-fund --silent >/dev/null 2>&1); then \
	$(call skip,the tests of the reader page (npm could not install what they need)); exit 0; fi; \
	for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then found=1; fi; done; \
	if [ -z "$$found" ]; then $(call skip,the tests of the reader page (no Chromium)); only="agent.test.mjs markdown.test.mjs shapes.test.mjs"; fi; \
	(cd quality/reader && node --test --test-concurrency=1 --test-reporter=spec $$only)
	@python3 quality/books.py target/debug/zhengwen target/debug/examples/local_site

# Faults of the machine and of others, by servers of its own on loopback. Browsers are tried where there is one.
faults: browser $(DEV_PROGRAM)
	python3 quality/faults.py $(DEV_PROGRAM)

# Long: half an hour each for the service and for batch.
MINUTES ?= 30
soak: $(DEV_PROGRAM)
	python3 quality/soak.py $(DEV_PROGRAM) $(MINUTES)

# The list of known holes comes from the network, the rest is looked at anywhere.
deny:
	@if ! cargo deny --version >/dev/null 2>&1; then \
	$(call skip,licences; sources; duplicates and known holes of what is built in (cargo install cargo-deny)); exit 0; fi; \
	cargo deny --locked --offline check bans licenses sources && \
	if cargo deny --locked fetch db >/dev/null 2>&1; then cargo deny --locked check advisories; \
	else $(call skip,the known holes of what is built in (their list could not be fetched)); fi

MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv:
	@if ! rustup toolchain install $(MSRV) --profile minimal >/dev/null 2>&1; then \
	$(call skip,the oldest compiler (Rust $(MSRV) could not be installed by rustup)); exit 0; fi; \
	cargo +$(MSRV) check --workspace --locked --target-dir target/msrv

# One file a crate that is shipped.
sbom:
	cargo cyclonedx --version >/dev/null 2>&1 || cargo install cargo-cyclonedx --locked
	cargo cyclonedx --format json --spec-version 1.5 --all
	mkdir -p out/sbom && for crate in cli python; do mv crates/$$crate/*.cdx.json out/sbom/; done; rm -f crates/*/*.cdx.json; ls out/sbom

# The Python package, in a lighter profile than that of a release. Older versions of pip fail on what it has to install.
PYTHON = $(CURDIR)/out/python-tests/bin
test-python: $(DEV_PROGRAM)
	@if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then \
	$(call skip,the tests of the Python package (they need Python 3.10 or newer)); exit 0; fi; \
	if ! (python3 -m venv out/python-tests && $(PYTHON)/pip install --quiet --upgrade pip && \
	$(PYTHON)/pip install --quiet --requirement crates/python/tests/requirements.txt); then \
	$(call skip,the tests of the Python package (pip could not install what they need)); exit 0; fi; \
	$(PYTHON)/pip install --quiet 'datasets>=4' || $(call skip,tables as datasets loads them (pip could not install datasets)); \
	rm -rf out/wheels/test && cd crates/python && \
	$(PYTHON)/maturin build --quiet --locked --profile dev --out ../../out/wheels/test && \
	$(PYTHON)/pip install --quiet --force-reinstall --no-deps ../../out/wheels/test/*.whl && \
	$(PYTHON)/abi3audit --strict ../../out/wheels/test/*.whl && \
	$(PYTHON)/python -m mypy.stubtest zhengwen --mypy-config-file pyproject.toml --allowlist tests/stubtest.txt --ignore-unused-allowlist && $(PYTHON)/mypy python tests && \
	ZHENGWEN_PROGRAM=$(CURDIR)/$(DEV_PROGRAM) $(PYTHON)/python -m pytest -rs

# The package on the engines themselves, after test-python, whose wheel and program it takes.
ENGINES = $(CURDIR)/out/engines/bin
OLDEST = $(CURDIR)/out/oldest/bin
test-engines:
	@if ! ls out/wheels/test/*.whl >/dev/null 2>&1; then $(call skip,the tests on engines (run make test-python first)); exit 0; fi; \
	if ! command -v java >/dev/null 2>&1 && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless >/dev/null || true; fi; \
	command -v java >/dev/null 2>&1 || $(call skip,the tests on Spark (no Java)); \
	if python3 -m venv out/engines && $(ENGINES)/pip install --quiet --upgrade pip && \
	$(ENGINES)/pip install --quiet --requirement crates/python/engines/requirements.txt; then \
	$(ENGINES)/pip install --quiet --no-deps nemo-curator || $(call skip,the extractor for NeMo Curator (pip could not install it)); \
	$(ENGINES)/pip install --quiet --force-reinstall --no-deps out/wheels/test/*.whl && \
	(cd crates/python/engines && ZHENGWEN_PROGRAM=$(CURDIR)/$(DEV_PROGRAM) $(ENGINES)/python -m pytest -rs .) || exit 1; \
	else $(call skip,the tests on Spark 4; Ray; datatrove; Scrapy (pip could not install them)); fi; \
	if python3 -m venv out/oldest && $(OLDEST)/pip install --quiet --upgrade pip && \
	$(OLDEST)/pip install --quiet --requirement crates/python/engines/oldest.txt; then \
	$(OLDEST)/pip install --quiet --force-reinstall --no-deps out/wheels/test/*.whl && \
	(cd crates/python/engines && $(OLDEST)/python -m pytest -rs .) || exit 1; \
	else $(call skip,the tests on the oldest versions of engines (pip could not install them)); fi

# Fails if a build fails; a machine that lacks what it takes is said to skip it.
wasm:
	@npm/build.sh; status=$$?; if [ $$status = 3 ]; then $(call skip,the WebAssembly module (see docs/typescript.md)); else exit $$status; fi

# The whole package. ZHENGWEN_PAGES=FOLDER:FOLDER also compares pages there with the program.
test-npm: browser wasm $(DEV_PROGRAM)
	@if [ ! -f npm/wasm/zhengwen.wasm ]; then $(call skip,the tests of the npm package (no module)); exit 0; fi; \
	if ! command -v npm >/dev/null 2>&1; then $(call skip,the tests of the npm package (install Node with npm)); exit 0; fi; \
	if ! (cd npm && npm install --no-package-lock --no-audit --no-fund --silent >/dev/null 2>&1); then \
	$(call skip,the tests of the npm package (npm could not install what they need)); exit 0; fi; \
	for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then found=1; fi; done; \
	[ -n "$$found" ] || $(call skip,the npm package in a browser (no Chromium)); \
	cd npm && node --test --test-reporter=spec test/*.test.mjs

# Takes the module, the package for browsers and the reader page as they are here.
EXTENSION = out/zhengwen-extension.zip
extension: wasm
	@rm -rf out/extension $(EXTENSION); \
	if [ ! -f npm/wasm/zhengwen.wasm ]; then $(call skip,the browser extension (no module)); exit 0; fi; \
	if ! command -v node >/dev/null 2>&1; then $(call skip,the browser extension (install Node)); exit 0; fi; \
	node extension/build.mjs && (cd out/extension && python3 -m zipfile -c ../../$(EXTENSION) *) && ls -l $(EXTENSION)

test-extension: browser extension
	@if [ ! -d out/extension ]; then $(call skip,the tests of the browser extension (it is not built)); exit 0; fi; \
	for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then found=1; fi; done; \
	if [ -z "$$found" ]; then $(call skip,the tests of the browser extension (no Chromium)); exit 0; fi; \
	if ! command -v npm >/dev/null 2>&1; then $(call skip,the tests of the browser extension (install Node with npm)); exit 0; fi; \
	if ! (cd extension && npm install --no-package-lock --no-audit --no-fund --silent >/dev/null 2>&1); then \
	$(call skip,the tests of the browser extension (npm could not install what they need)); exit 0; fi; \
	for name in "$$FIREFOX" firefox firefox-esr; do if command -v "$$name" >/dev/null 2>&1; then fox=1; fi; done; \
	[ -n "$$fox" ] || $(call skip,the browser extension in Firefox (install firefox-esr or set FIREFOX)); \
	cd extension && node --test --test-reporter=spec test/*.test.mjs

bench-npm: wasm
	@if [ ! -d "$(DATA)/portals" ] || [ ! -f npm/wasm/zhengwen.wasm ]; then \
	echo "skipped: no labelled sets in $(DATA) (set DATA), or no module"; exit 0; fi; \
	cargo build --profile dist --locked -p zhengwen-wasm --example native && cd npm && \
	npm install --no-package-lock --no-audit --no-fund --silent && \
	node bench.mjs ../target/dist/examples/native "$(abspath $(DATA))/portals" "$(abspath $(DATA))/wcxb" "$(abspath $(DATA))/zh-web"

# Linked against the C library of 2014 by zig, so that it runs on any Linux; one wheel for every Python from 3.10 on.
wheel:
	python3 -m venv out/wheel && out/wheel/bin/pip install --quiet --upgrade pip && out/wheel/bin/pip install --quiet 'maturin[zig]>=1.16,<2'
	rm -f out/wheels/*.whl
	PATH="$(CURDIR)/out/wheel/bin:$$PATH" maturin build --profile dist --locked --zig --compatibility manylinux_2_17 \
	--compression-level 9 --manifest-path crates/python/Cargo.toml --out out/wheels

# The pieces of a release, each also alone as dist-NAME. What the machine lacks is said, and the other pieces are built.
DIST = linux-x64 linux-arm64 deb deb-arm64 wheel-x64 wheel-arm64 npm extension image
dist: $(addprefix dist-,$(DIST)) dist-sums
dist-npm: wasm
dist-extension: extension
dist-%: FORCE
	@release/build.sh $*; status=$$?; if [ $$status = 3 ]; then echo "skipped: dist-$*" >&2; else exit $$status; fi

# In the order in which they need each other. `cargo publish --workspace` without --dry-run publishes.
publish-dry-run:
	cargo publish --workspace --dry-run --no-verify --locked

# One run, ratios of CPU time; the wheel and the program are those of a release.
bench-python: $(PROGRAM) wheel
	@if [ ! -d "$(DATA)/portals" ]; then echo "skipped: no labelled sets in $(DATA) (set DATA)"; exit 0; fi; \
	python3 -m venv out/bench-python && out/bench-python/bin/pip install --quiet --upgrade pip && \
	out/bench-python/bin/pip install --quiet pyarrow trafilatura lxml_html_clean readability-lxml gne resiliparse newspaper4k && \
	out/bench-python/bin/pip install --quiet --force-reinstall --no-deps out/wheels/*.whl && \
	out/bench-python/bin/python quality/bench_python.py $(PROGRAM) out/wheels "$(DATA)/portals/pages" "$(DATA)/wcxb/pages"

# Takes the environments of test-engines and the wheel of `make wheel`.
bench-engines: $(PROGRAM)
	@if [ ! -d "$(DATA)/portals" ] || [ ! -d out/engines ] || ! ls out/wheels/*.whl >/dev/null 2>&1; then \
	echo "skipped: no labelled sets in $(DATA) (set DATA), or make test-engines and make wheel were not run"; exit 0; fi; \
	$(ENGINES)/pip install --quiet 'trafilatura>=2.3,<2.4' lxml_html_clean && \
	$(ENGINES)/pip install --quiet --force-reinstall --no-deps out/wheels/*.whl && \
	if [ -d out/oldest ]; then $(OLDEST)/pip install --quiet --force-reinstall --no-deps out/wheels/*.whl; old=$(OLDEST)/python; else old=-; fi && \
	python3 quality/bench_engines.py $(PROGRAM) $(ENGINES)/python "$$old" "$(DATA)/portals/pages" "$(DATA)/wcxb/pages"

# 10,000 posted pages against the service, beside `batch` on the same pages.
serve-load: $(PROGRAM)
	@if [ ! -d "$(DATA)/portals" ]; then echo "skipped: no labelled sets in $(DATA) (set DATA)"; exit 0; fi; \
	cargo build --profile dist --locked -p zhengwen-cli --example load && \
	python3 quality/service_load.py $(PROGRAM) target/dist/examples/load "$(DATA)/portals/pages" "$(DATA)/wcxb/pages"

$(PROGRAM): FORCE
	cargo build --profile dist --features full --locked

$(EVALUATOR): FORCE
	cargo build --profile dist --locked -p zhengwen-eval

# Figures do not depend on how well a program is optimised. Both share the crates of others with `cargo test`, which puts programs of its
# own at these places: so this rule always runs.
$(DEV_PROGRAM): FORCE
	cargo build --workspace --all-features --locked --quiet --bin zhengwen --bin zhengwen-eval --examples
$(DEV_EVALUATOR): $(DEV_PROGRAM) ;
FORCE:

eval: $(DEV_EVALUATOR)
	@if [ -d "$(DATA)" ]; then $(DEV_EVALUATOR) eval "$(DATA)" --method all --floors quality/floors.toml; \
	else echo "skipped: no labelled sets in $(DATA) (set DATA)"; fi

# After a change for the better, or for the worse with a reason.
pin-floors: $(DEV_EVALUATOR)
	python3 quality/pin_floors.py $(DEV_EVALUATOR) "$(DATA)" quality/floors.toml

# One run of the evaluation for both: the floors, and the figures of the sets' own tool.
addresses: $(DEV_EVALUATOR)
	@if [ -f "$(SCORE)" ] && [ -d "$(DATA)" ]; then python3 quality/addresses.py $(DEV_EVALUATOR) "$(DATA)" "$(SCORE)"; \
	else $(call skip,the answers by address: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA and SCORE)); fi

strip: $(DEV_PROGRAM)
	@if [ -f "$(SCORE)" ] && [ -d "$(DATA)" ]; then python3 quality/strip.py $(DEV_PROGRAM) "$(DATA)" "$(SCORE)"; \
	else $(call skip,the fields of pages without their data: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA and SCORE)); fi

agree: $(DEV_EVALUATOR)
	@if [ -f "$(SCORE)" ] && [ -d "$(DATA)" ]; then \
	python3 quality/agree.py $(DEV_EVALUATOR) fixtures/eval/small "$(SCORE)" && \
	python3 quality/agree.py $(DEV_EVALUATOR) "$(DATA)" "$(SCORE)" quality/floors.toml; \
	else $(call skip,the figures: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA, SCORE)); fi

# Text, Markdown, HTML, chunks and posts of every labelled page say the same.
forms: $(DEV_PROGRAM)
	@if [ -d "$(DATA)" ]; then python3 quality/forms.py $(DEV_PROGRAM) "$(DATA)"; \
	else $(call skip,the forms of labelled pages: no labelled sets in $(DATA) (set DATA)); fi

# Fixtures written differently. After a new fixture, or a change for the better: make variants VARIANTS=--pin
variants: $(DEV_PROGRAM)
	python3 quality/variants.py $(DEV_PROGRAM) fixtures/pages fixtures/fields --bounds quality/variants.json $(VARIANTS)

# All labelled pages take about an hour, by what 160 of each set took; SAMPLE=160 takes that many of each set.
variants-labelled: $(PROGRAM)
	@if [ -f "$(SCORE)" ] && [ -d "$(DATA)" ]; then python3 quality/variants.py $(PROGRAM) "$(DATA)" --score "$(SCORE)" $(if $(SAMPLE),--sample $(SAMPLE)) --json out/variants.json; \
	else $(call skip,labelled pages written differently: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA and SCORE)); fi

# COUNT and SEED for another sample. The list of those that nothing notices is in out/mutants/survivors.md.
COUNT ?= 200
mutants:
	@if python3 -m venv out/mutants-python && out/mutants-python/bin/pip install --quiet --requirement quality/requirements-mutants.txt; then \
	out/mutants-python/bin/python -m unittest --quiet quality/test_mutants.py && \
	out/mutants-python/bin/python quality/mutants.py "$(DATA)" --count $(COUNT) $(if $(SEED),--seed $(SEED)); \
	else $(call skip,changes of the code that tests should notice (pip could not install tree-sitter)); fi

# Once or twice for a change, as a scale is used; never to choose among settings.
judge: $(PROGRAM)
	@if [ -f "$(JUDGE)" ]; then python3 "$(JUDGE)" $(PROGRAM) $(OTHER) --by-kind; else echo "skipped: no judge in $(JUDGE) (set JUDGE)"; fi

bench: $(PROGRAM)
	@if [ -d "$(DATA)/portals" ]; then python3 quality/speed.py $(PROGRAM) "$(DATA)/portals" && \
	cargo run --profile dist --locked --quiet -p zhengwen-eval --example stages -- "$(DATA)/portals/pages" "$(DATA)/wcxb/pages" && \
	cargo run --profile dist --locked --quiet -p zhengwen-html --example parsers -- "$(DATA)/portals/pages" "$(DATA)/wcxb/pages" && \
	cargo run --profile dist --locked --quiet -p zhengwen-cli --example encodings -- "$(DATA)/portals/pages" "$(DATA)/wcxb/pages" && \
	cargo run --profile dist --locked --quiet -p zhengwen-cli --example site_costs -- "$(DATA)/portals/pages"; \
	else echo "skipped: no labelled sets in $(DATA) (set DATA)"; fi

# Counts of instructions are the same in every run, times on a shared machine are not.
bench-gate:
	@if ! command -v valgrind >/dev/null 2>&1; then $(call skip,the instruction gate (install valgrind)); exit 0; fi; \
	cargo bench --locked --quiet -p zhengwen-html -p zhengwen --bench tree --bench stages --no-run && \
	programs=$$(cargo bench --locked -p zhengwen-html -p zhengwen --bench tree --bench stages --no-run --message-format json 2>/dev/null | \
	python3 -c 'import json, sys; print(*[line["executable"] for line in map(json.loads, sys.stdin) if line.get("executable") and "bench" in line["target"]["kind"]])') && \
	python3 quality/instructions.py quality/instructions.json $$programs $(GATE)

# The table of docs/performance.md: what costs most instructions a byte, and how it grows.
bench-worst:
	@$(MAKE) --no-print-directory bench-gate GATE=--worst

# Bytes that are allocated at once, counted: the same in every run. `make long` runs it too. SHAPE=items for one shape.
memory:
	cargo test --locked -p zhengwen --test core memory:: -- --include-ignored --nocapture

web-pace: $(PROGRAM)
	cargo build --locked -p zhengwen-cli --example local_site
	python3 quality/pace.py $(PROGRAM) target/debug/examples/local_site

# FastWARC is read beside where test-engines has installed it.
bench-scale: $(PROGRAM)
	@python=$$(command -v $(ENGINES)/python || echo python3); \
	if [ -d "$(DATA)/portals" ]; then $$python quality/bench_scale.py $(PROGRAM) "$(DATA)/portals" "$(DATA)/wcxb"; \
	else echo "skipped: no labelled sets in $(DATA) (set DATA)"; fi

# Installs the others from the registries into out/, and builds them there.
bench-peers:
	@if [ ! -d "$(DATA)/portals" ] || [ ! -f "$(SCORE)" ]; then \
	echo "skipped: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA, SCORE)"; exit 0; fi; \
	python3 -m venv out/peers && out/peers/bin/pip install --quiet --upgrade pip && \
	out/peers/bin/pip install --quiet --requirement quality/peers/requirements.txt && \
	cargo build --release --manifest-path quality/peers/Cargo.toml --target-dir out/peers-target && \
	out/peers/bin/python quality/peers.py out/peers-target/release/zhengwen-peers "$(DATA)" "$(SCORE)"

# libFuzzer's flags need the compiler's unstable options; no sanitiser is needed: the one unsafe block calls a safe function.
# Targets start from fixtures, a small archive and a small table.
SECONDS_A_TARGET ?= 60
CORPUS = fuzz/corpus
fuzz: $(DEV_PROGRAM)
	cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	for target in bytes page tree warc tables saved small; do \
	mkdir -p $(CORPUS)/$$target && cp fixtures/*/*.html $(CORPUS)/$$target/ || exit 1; done
	target/debug/examples/generate_warc --gigabytes 1e-6 --output $(CORPUS)/warc/small.warc.gz
	gzip -dc $(CORPUS)/warc/small.warc.gz | head -c 4000 > $(CORPUS)/warc/small.warc
	cp fixtures/saved/* $(CORPUS)/saved/
	$(DEV_PROGRAM) batch fixtures/pages/auto--wall-*.html --columns html,url -o $(CORPUS)/tables/small.parquet
	for target in bytes page tree warc tables saved small; do \
	RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $$target -- -max_total_time=$(SECONDS_A_TARGET) -timeout=60 -max_len=4000 || exit 1; done

# The same data give the same files on the same kind of processor. `make eval` of the fitted model is only a regression guard:
# docs/results.md has its quality on sites, and on whole sets, that it has not seen. Groups are of sets of one make, or of sets that
# have little to do with each other. MEASURE=--measure fits no model of all pages.
MODEL = out/model
UNSEEN = wcxb+portals,classic+zh-web+zh-wide+zh-more+zh-extra+zh-new+kinds-mixed+dragnet,daniel,world+news424,cleaneval+magic-article+magic-forum,fields-htmldate+fields-postlight+product-facts+recipes
train: $(EVALUATOR)
	python3 -m venv out/python
	out/python/bin/pip install --quiet --requirement train/requirements.txt
	out/python/bin/python train/fit.py $(EVALUATOR) "$(DATA)" $(MODEL) --unseen $(UNSEEN) $(MEASURE)
	@echo "To ship it: cp $(MODEL)/model/* crates/core/model/, then make pin-floors results"

# Measures the models of `make train`, and by the judge and in other ways of writing the program that is shipped.
results: $(PROGRAM) $(EVALUATOR)
	python3 quality/results.py $(PROGRAM) $(EVALUATOR) "$(DATA)" $(MODEL) $(wildcard $(JUDGE) out/variants.json) > out/results.md && mv out/results.md docs/results.md

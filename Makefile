# One target a job; `make test` passes on a bare machine with the Rust toolchain, Python 3 and Node.

# Labelled sets and their scoring tool, where they are: see README, "Measured".
DATA ?= ../shared/data
SCORE ?= ../shared/tools/score.py
PROGRAM = target/release/zhengwen
EVALUATOR = target/debug/zhengwen
export CARGO_TERM_COLOR ?= never
# Builds from nothing gain nothing by it, and it takes gigabytes.
export CARGO_INCREMENTAL ?= 0

# What was skipped, and why: one line each, printed at the end.
SKIPPED = $(CURDIR)/target/skipped.txt
skip = mkdir -p target && echo "skipped: $(1)" >> $(SKIPPED)
export ZHENGWEN_SKIPPED = $(SKIPPED)

.PHONY: test nightly check browser unit long reader serve-load eval pin-floors agree bench bench-gate bench-peers web-pace fuzz train results help

help:
	@echo "make test     what a change needs: formatter, linter, docs, tests"
	@echo "make nightly  the rest: figures, instruction gate, long tests, browser, reader page, books"
	@echo "make eval     figures of every method on every set, against quality/floors.toml"
	@echo "make pin-floors  pin today's figures as floors"
	@echo "make agree    our figures against the scoring tool of the sets, and against the floors"
	@echo "make train    fit the model of auto, cross-validated by site, and without whole sets"
	@echo "make results  write docs/results.md (after make train)"
	@echo "make fuzz     a minute of each fuzz target (installs cargo-fuzz)"
	@echo "make bench    megabytes of HTML per CPU second, and what each stage costs"
	@echo "make bench-gate  instructions a byte of each stage, against those pinned, and their growth (needs valgrind)"
	@echo "make reader   the reader page in a real browser, the tools for agents, the books"
	@echo "make serve-load   10,000 posted pages: times, memory, throughput beside batch"
	@echo "make web-pace     500 pages of five local hosts: time, memory, kill and resume (4 minutes)"
	@echo "make bench-peers  other extractors on the same pages in the same run"

test:
	@rm -f $(SKIPPED)
	@$(MAKE) --no-print-directory check unit; status=$$?; sort -u $(SKIPPED) 2>/dev/null; exit $$status

# In this order: what fails most often first.
NIGHTLY = agree bench-gate long reader
nightly:
	@rm -f $(SKIPPED)
	@python3 quality/nightly.py $(NIGHTLY); status=$$?; sort -u $(SKIPPED) 2>/dev/null; exit $$status

# The formatter and the linter come with rustup; a change is not checked without them.
check:
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || \
	rustup component add rustfmt clippy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
	python3 quality/public_items.py
	python3 -m compileall -q train quality

unit:
	cargo test --workspace --locked

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
# 50,000 mixtures of markup. The programs are those of `cargo test`: another way to build them would build much twice.
long: browser
	@for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then needs=ZHENGWEN_NEEDS_BROWSER=1; fi; done; \
	env $$needs cargo test --workspace --locked -- --ignored

# The reader page, the report, the tools for agents and the books, in a real browser, by the official client and by
# epubcheck. They want Node with npm, Chromium, and for the books a Java machine, and say what they skip.
# The programs are those of `cargo test`: another way to build them would build much twice.
reader: browser $(EVALUATOR)
	@if ! command -v npm >/dev/null 2>&1; then $(call skip,the tests of the reader page (install Node with npm)); exit 0; fi; \
	if ! (cd quality/reader && npm install --no-package-lock --no-audit --no-fund --silent >/dev/null 2>&1); then \
	$(call skip,the tests of the reader page (npm could not install what they need)); exit 0; fi; \
	for name in $(BROWSERS); do if command -v $$name >/dev/null 2>&1; then found=1; fi; done; \
	if [ -z "$$found" ]; then $(call skip,the tests of the reader page (no Chromium)); only="agent.test.mjs markdown.test.mjs shapes.test.mjs"; fi; \
	(cd quality/reader && node --test --test-concurrency=1 --test-reporter=spec $$only)
	@python3 quality/books.py target/debug/zhengwen target/debug/examples/local_site

# 10,000 posted pages against the service, beside `batch` on the same pages.
serve-load: $(PROGRAM)
	@if [ ! -d "$(DATA)/portals" ]; then echo "skipped: no labelled sets in $(DATA) (set DATA)"; exit 0; fi; \
	cargo build --release --locked -p zhengwen-cli --example load && \
	python3 quality/service_load.py $(PROGRAM) target/release/examples/load "$(DATA)/portals/pages" "$(DATA)/wcxb/pages"

$(PROGRAM): FORCE
	cargo build --release --locked
# Figures do not depend on how well the program is optimised; that of `cargo test` takes a minute for all of them, and
# another would take longer to build.
$(EVALUATOR): FORCE
	cargo test --workspace --locked --no-run --quiet
FORCE:

eval: $(EVALUATOR)
	@if [ -d "$(DATA)" ]; then $(EVALUATOR) eval "$(DATA)" --method all --floors quality/floors.toml; \
	else echo "skipped: no labelled sets in $(DATA) (set DATA)"; fi

# After a change for the better, or for the worse with a reason.
pin-floors: $(EVALUATOR)
	python3 quality/pin_floors.py $(EVALUATOR) "$(DATA)" quality/floors.toml

# One run of the evaluation for both: the floors, and the figures of the sets' own tool.
agree: $(EVALUATOR)
	@if [ -f "$(SCORE)" ] && [ -d "$(DATA)" ]; then \
	python3 quality/agree.py $(EVALUATOR) fixtures/eval/small "$(SCORE)" && \
	python3 quality/agree.py $(EVALUATOR) "$(DATA)" "$(SCORE)" quality/floors.toml; \
	else $(call skip,the figures: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA, SCORE)); fi

bench: $(PROGRAM)
	@if [ -d "$(DATA)/portals" ]; then python3 quality/speed.py $(PROGRAM) "$(DATA)/portals" && \
	cargo run --release --locked --quiet -p zhengwen-cli --example stages -- "$(DATA)/portals/pages" "$(DATA)/wcxb/pages" && \
	cargo run --release --locked --quiet -p zhengwen-cli --example parsers -- "$(DATA)/portals/pages" "$(DATA)/wcxb/pages" && \
	cargo run --release --locked --quiet -p zhengwen-cli --example site_costs -- "$(DATA)/portals/pages"; \
	else echo "skipped: no labelled sets in $(DATA) (set DATA)"; fi

# Counts of instructions are the same in every run, times on a shared machine are not.
bench-gate:
	@if ! command -v valgrind >/dev/null 2>&1; then $(call skip,the instruction gate (install valgrind)); exit 0; fi; \
	program=$$(cargo bench --locked -p zhengwen --bench stages --no-run --message-format json 2>/dev/null | \
	python3 -c 'import json, sys; print([line["executable"] for line in map(json.loads, sys.stdin) if line.get("executable") and line["target"]["name"] == "stages"][-1])') && \
	python3 quality/instructions.py "$$program" quality/instructions.json

web-pace: $(PROGRAM)
	cargo build --locked -p zhengwen-cli --example local_site
	python3 quality/pace.py $(PROGRAM) target/debug/examples/local_site

# Installs the others from the registries into out/, and builds them there.
bench-peers:
	@if [ ! -d "$(DATA)/portals" ] || [ ! -f "$(SCORE)" ]; then \
	echo "skipped: no labelled sets in $(DATA) or no scoring tool in $(SCORE) (set DATA, SCORE)"; exit 0; fi; \
	python3 -m venv out/peers && out/peers/bin/pip install --quiet --upgrade pip && \
	out/peers/bin/pip install --quiet --requirement quality/peers/requirements.txt && \
	cargo build --release --manifest-path quality/peers/Cargo.toml --target-dir out/peers-target && \
	out/peers/bin/python quality/peers.py out/peers-target/release/zhengwen-peers "$(DATA)" "$(SCORE)"

# libFuzzer's flags need the compiler's unstable options; no sanitiser is needed: the one unsafe block calls a safe function.
SECONDS_A_TARGET ?= 60
fuzz:
	cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked
	for target in bytes page tree; do \
	mkdir -p fuzz/corpus/$$target && cp -n fixtures/pages/*.html fixtures/bytes/*.html fuzz/corpus/$$target/ && \
	RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $$target -- -max_total_time=$(SECONDS_A_TARGET) -timeout=60 -max_len=4000 || exit 1; done

# Needs about half an hour on two cores; the same data give the same files on the same kind of processor. `make eval` of the
# fitted model is only a regression guard: docs/results.md has its quality on sites that it has not seen.
MODEL = out/model
UNSEEN = daniel,news424,zh-wide+zh-more+zh-extra
train: $(PROGRAM)
	python3 -m venv out/python
	out/python/bin/pip install --quiet --requirement train/requirements.txt
	out/python/bin/python train/fit.py $(PROGRAM) "$(DATA)" $(MODEL) --unseen $(UNSEEN)
	@echo "To ship it: cp $(MODEL)/model/* crates/core/model/, then make pin-floors results"

# Measures the models of `make train`.
results: $(PROGRAM)
	python3 quality/results.py $(PROGRAM) "$(DATA)" $(MODEL) > out/results.md && mv out/results.md docs/results.md

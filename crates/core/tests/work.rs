//! The work on a page: counted, not timed, and ended by its limit or by the caller.

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use allocation_counter::measure;
use zhengwen::{
    Extraction, Extractor, Form, LIMITS, Limits, Options, Outputs, PageInfo, Selector, Stop,
};
use zhengwen_methods::METHODS;
use zhengwen_oracle::SHAPES;

fn extract(options: Options, html: &str) -> Extraction {
    Extractor::new(options).extract(html, &PageInfo::new())
}

fn within(steps: u64) -> Limits {
    let mut limits = Limits::default();
    limits.set("work", steps).unwrap();
    limits
}

fn tells(found: &Extraction, code: &str) -> bool {
    found.warnings.iter().any(|warning| warning.code() == code)
}

/// Options for all that a page can be asked for.
fn everything() -> Options {
    Options::new().outputs(Outputs::all()).chunks(Some(500)).trace(true)
}

/// An article with a list, comments and links.
fn article() -> String {
    let text = "<p>会议今天召开，代表们讨论了供水问题。水价不变，明天继续。".repeat(40);
    let links = "<li><a href=/1.html>首页的一条</a>".repeat(40);
    format!(
        "<title>会议召开</title><ul>{links}</ul><h1>会议召开</h1><p>作者：王小明 2024-05-01{text}<ul>{links}</ul>"
    )
}

/// Half of the steps that the default allows for a byte.
const STEPS_A_BYTE: u64 = 25;

#[test]
fn steps_are_few_for_every_byte_of_any_shape() {
    let growth = LIMITS.iter().find(|info| info.name == "work").unwrap().growth;
    assert_eq!(growth, (STEPS_A_BYTE * 2, 1));
    let mut failed = Vec::new();
    for (name, shape) in SHAPES {
        for n in [1_000, 4_000] {
            let html = shape(n);
            let limits = within(html.len() as u64 * STEPS_A_BYTE);
            let options = Options::new().limits(limits).trace(true).outputs(Outputs::all());
            if tells(&extract(options, &html), "work_cut") {
                failed.push((name, n));
            }
        }
    }
    assert!(failed.is_empty(), "over {STEPS_A_BYTE} steps a byte: {failed:?}");
}

#[test]
fn a_text_is_whole_or_not_there_wherever_the_work_ends() {
    let html = article();
    for info in METHODS {
        let options = || everything().method(info.method);
        let whole = extract(options(), &html);
        let (mut cut, mut steps) = (0, 1);
        loop {
            let found = extract(options().limits(within(steps)), &html);
            assert_eq!(found, extract(options().limits(within(steps)), &html));
            if !tells(&found, "work_cut") {
                assert_eq!(found, whole, "{}: {steps}", info.name);
                break;
            }
            assert!(
                found.text.is_empty() || found.text == whole.text,
                "{}: {steps}: {found:?}",
                info.name
            );
            for form in [Form::Markdown, Form::Html, Form::Tei] {
                let own = found.written(form);
                assert!(own.is_none() || own == whole.written(form), "{}: {steps}", info.name);
            }
            assert!(found.chunks.is_none() || found.chunks == whole.chunks);
            assert!(found.trace.is_none() || found.trace == whole.trace);
            assert!(!tells(&found, "nothing_selected"));
            (cut, steps) = (cut + 1, steps + steps / 8 + 1);
        }
        assert!(cut > 10, "{}: {cut}", info.name);
    }
}

#[test]
fn what_follows_the_end_of_work_costs_little() {
    for (name, shape) in SHAPES {
        let html = shape(60_000);
        let ended = Options::new().limits(within(1)).outputs(Outputs::all()).trace(true);
        let bytes = measure(|| drop(extract(ended, &html))).bytes_total;
        // The page itself is copied, and attributes of its first tags are read.
        assert!(bytes < html.len() as u64 * 16 + 1_000_000, "{name}: {bytes} of {}", html.len());
    }
}

#[test]
fn selectors_are_work() {
    let html = "<p>一</p>".repeat(3_000);
    let selector = || Selector::parse("a ~ p").unwrap();
    let all = |count: usize| (0..count).fold(Options::new(), |all, _| all.keep(selector()));
    // Each of them takes steps for every two of the siblings.
    let limits = within(20_000_000);
    assert!(!tells(&extract(all(2).limits(limits), &html), "work_cut"));
    let found = extract(all(20).limits(limits), &html);
    assert!(tells(&found, "work_cut") && found.text.is_empty(), "{:?}", found.warnings);
}

#[test]
fn a_stopped_extraction_has_nothing_and_says_so() {
    let html = article();
    for info in METHODS {
        let stop = Stop::default();
        let options = Options::new().method(info.method).outputs(Outputs::all()).trace(true);
        let mut extractor = Extractor::new(options.stop(stop.clone()));
        let whole = extractor.extract(&html, &PageInfo::new());
        assert!(!tells(&whole, "stopped"));
        stop.stop();
        let found = extractor.extract(&html, &PageInfo::new());
        assert!(found.text.is_empty() && tells(&found, "stopped"), "{:?}", found.warnings);
        assert!(found.markdown.is_none() && found.trace.is_none());
        let info = PageInfo::new();
        let report = extractor.analyze(&html, &info).report();
        assert!(report.blocks.is_empty() && tells(&report.extraction, "stopped"));
        extractor.options_mut().stop = Stop::default();
        let handle = extractor.options_mut().stop.clone();
        let analysis = extractor.analyze(&html, &info);
        handle.stop();
        assert!(analysis.report().blocks.is_empty());
        // A handle is for the runs that have it; buffers are whole.
        extractor.options_mut().stop = Stop::default();
        assert_eq!(extractor.extract(&html, &PageInfo::new()), whole);
    }
}

/// The looks at the handle that an extraction takes.
fn looks(options: &Options, html: &str) -> u64 {
    let is_stopped =
        |looks| tells(&extract(options.clone().stop(Stop::after(looks)), html), "stopped");
    let (mut from, mut to) = (0, 1);
    while is_stopped(to) {
        (from, to) = (to, 2 * to);
    }
    while to - from > 1 {
        let middle = from + (to - from) / 2;
        if is_stopped(middle) { from = middle } else { to = middle }
    }
    to
}

#[test]
fn the_handle_is_looked_at_for_every_chunk_form_and_traced_block() {
    let html = article();
    let chunked = || Options::new().chunks(Some(50));
    let chunks = extract(chunked(), &html).chunks.unwrap().len() as u64;
    let blocks = extract(everything(), &html).trace.unwrap().blocks.len() as u64;
    assert!(chunks > 20 && blocks > 100, "{chunks} {blocks}");
    let plain = looks(&Options::new(), &html);
    assert!(looks(&chunked(), &html) >= plain + chunks);
    assert!(looks(&Options::new().trace(true), &html) >= plain + blocks);
    let markdown = looks(&Options::new().markdown(true), &html);
    assert!(looks(&chunked().markdown(true), &html) >= markdown + 2 * chunks);
    assert!(looks(&Options::new().markdown(true).html(true), &html) > markdown);
}

/// A report ends before any of its methods.
#[test]
fn the_handle_is_looked_at_before_every_method_of_a_report() {
    let html = article();
    let methods = |looks| {
        let mut extractor = Extractor::new(Options::new().stop(Stop::after(looks)));
        extractor.analyze(&html, &PageInfo::new()).report().methods.len()
    };
    let all = methods(u64::MAX - 1);
    let counts: BTreeSet<usize> = (0..).map(methods).take_while(|count| *count < all).collect();
    assert!(all > 4 && counts.into_iter().eq(0..all), "not before each of {all}");
}

/// Bytes that may be allocated between two looks at the handle, for each byte of the page, and in addition.
const BETWEEN_LOOKS: (u64, u64) = (350, 100_000);

/// The bytes that an extraction allocates which is stopped at a look at the handle, and whether it is stopped.
fn stopped_after(html: &str, looks: u64) -> (u64, bool) {
    let mut is_stopped = false;
    let options = everything().stop(Stop::after(looks));
    let bytes = measure(|| is_stopped = tells(&extract(options, html), "stopped"));
    (bytes.bytes_total, is_stopped)
}

/// A stopped extraction, wherever it is, does little more: no stage is long.
#[test]
fn the_handle_is_looked_at_often() {
    let mut failed = Vec::new();
    // What is made once is made before.
    stopped_after(&article(), u64::MAX - 1);
    for (name, shape) in SHAPES {
        let html = shape(300);
        let (a_byte, added) = BETWEEN_LOOKS;
        let most = html.len() as u64 * a_byte + added;
        let mut last = 1;
        while stopped_after(&html, last).1 {
            last *= 2;
        }
        // Looks that are far apart in bytes are looked at in halves, until they follow each other.
        let mut open = vec![(0, last)];
        while let Some((from, to)) = open.pop() {
            let bytes = stopped_after(&html, to).0.saturating_sub(stopped_after(&html, from).0);
            match bytes > most {
                true if to - from > 1 => {
                    let middle = from + (to - from) / 2;
                    open.extend([(from, middle), (middle, to)]);
                }
                true => failed.push(format!("{name}: {bytes} of {most} after look {from}")),
                false => {}
            }
        }
    }
    assert!(failed.is_empty(), "long between two looks:\n{}", failed.join("\n"));
}

/// Without the handle it goes on to a limit of four thousand million steps.
#[test]
fn an_extraction_is_stopped_from_another_thread() {
    let stop = Stop::default();
    let selector = || Selector::parse("a ~ p, b ~ p").unwrap();
    let mut limits = within(u64::from(u32::MAX));
    limits.set("selector-steps", u64::from(u32::MAX)).unwrap();
    let options = (0..2_000).fold(Options::new(), |all, _| all.keep(selector()));
    let options = options.limits(limits).stop(stop.clone());
    let (sender, begun) = channel();
    std::thread::scope(|scope| {
        let found = scope.spawn(move || {
            let html = "<p>一</p>".repeat(20_000);
            sender.send(()).unwrap();
            extract(options, &html)
        });
        begun.recv().unwrap();
        stop.stop();
        let found = found.join().unwrap();
        assert!(tells(&found, "stopped") && !tells(&found, "work_cut"), "{:?}", found.warnings);
    });
}

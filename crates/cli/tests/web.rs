//! Pages from a web of several hosts: fetched, joined, drawn, gathered and learned, by the real program, a
//! real server and, where there is one, a real Chromium.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::answers::PARAGRAPHS;
use crate::hold;
use crate::run::{Outcome, command, objects, wait_until, zhengwen, zhengwen_reading};
use crate::server::{LOG, serve};

static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| serve(([127, 0, 0, 1], 0).into()).unwrap());

/// Tests that read the server's log come one after the other.
static TURN: Mutex<()> = Mutex::new(());

fn log() -> MutexGuard<'static, Vec<(String, String, Instant)>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

fn turn() -> MutexGuard<'static, ()> {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // What the tests of changing names and of feeds look for stays.
    log().retain(|(host, path, _)| path == "/rebinding" || host == "feeds.test");
    turn
}

fn url(host: &str, path: &str) -> String {
    format!("http://{host}:{}{path}", SERVER.port())
}

/// The flags that let the program reach the hosts, and do not make it wait.
const WEB: &[&str] = &[
    "--allow-private",
    "--delay=0",
    "--resolve=news.test:127.0.0.1",
    "--resolve=a.test:127.0.0.1",
    "--resolve=b.test:127.0.0.1",
    "--resolve=c.test:127.0.0.1",
    "--resolve=d.test:127.0.0.1",
    "--resolve=e.test:127.0.0.1",
];

fn get(arguments: &[&str], path: &str) -> Outcome {
    let url = url("news.test", path);
    zhengwen(&[&["extract"], WEB, arguments, &[url.as_str()]].concat())
}

/// The same for a page that is drawn, however long the browser takes.
fn get_drawn(arguments: &[&str], path: &str) -> Outcome {
    get(&[&["--timeout=600"], arguments].concat(), path)
}

fn asked(path: &str) -> usize {
    log().iter().filter(|(_, own, _)| own == path).count()
}

fn has_browser() -> bool {
    let outcome = get_drawn(&["--render=always"], "/app.html");
    let is_missing = outcome.stderr.contains("no Chromium found");
    assert!(!is_missing || std::env::var_os("ZHENGWEN_NEEDS_BROWSER").is_none());
    if is_missing {
        zhengwen_oracle::skipped("tests that render pages (install chromium)");
    }
    !is_missing
}

#[test]
fn pages_come_with_their_text_whatever_their_servers_do() {
    let _turn = turn();
    for path in ["/gbk.html", "/wrong-charset.html", "/cookie.html", "/flaky.html"] {
        let text = get(&[], path).code(0);
        assert!(text.contains(PARAGRAPHS[0]) && text.contains(PARAGRAPHS[5]), "{path}: {text}");
        assert!(!text.contains("联系我们"), "{path}: {text}");
    }
    let moved = objects(&get(&["-f", "json"], "/moved.html").code(0));
    assert_eq!(moved[0]["url"], url("news.test", "/news/001.html"));
}

#[test]
fn a_packed_page_that_breaks_off_is_told_and_read_up_to_the_break() {
    let _turn = turn();
    let (text, told) = get(&[], "/cut-gzip.html").code_and_stderr(0);
    assert!(text.contains(PARAGRAPHS[0]), "{text}");
    assert_eq!(told.lines().filter(|line| line.contains("body damaged")).count(), 1, "{told}");
    for arguments in [&["-f", "json"][..], &["-f", "json", "--join-pages"]] {
        let found = &objects(&get(arguments, "/cut-gzip.html").code(0))[0];
        assert!(found["text"].as_str().unwrap().contains(PARAGRAPHS[0]), "{found}");
        let warnings = found["warnings"].as_array().unwrap().iter();
        assert_eq!(warnings.filter(|one| one["code"] == "body_damaged").count(), 1, "{found}");
    }
}

#[test]
fn bad_manners_are_told_in_one_line() {
    let _turn = turn();
    for (path, told) in [
        ("/loop/a", "more than 5 redirects"),
        ("/to-private", "169.254.169.254 is a private or special address"),
        ("/to-file", "not an http or https address"),
        ("/bomb.html", "larger than"),
        ("/huge.html", "larger than"),
        ("/private/notes.html", "robots.txt of news.test forbids it"),
        ("/missing.html", "status 404"),
        ("/dot.png", "not a web page but image/png"),
    ] {
        // The guard is on for all but this machine.
        let mut arguments = WEB.to_vec();
        arguments[0] = "--allow-address=127.0.0.0/8";
        let url = url("news.test", path);
        let outcome = zhengwen(&[&["extract"], &arguments[..], &[url.as_str()]].concat());
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        outcome.fails_naming(1, told);
    }
    // The one never begins, the other goes on for minutes.
    let quick = ["--timeout=0.7", "--retries=0", "--ignore-robots"];
    for (hold, path) in [("never", "/slow.html"), ("drip 1", "/drip.html")] {
        let hold = format!("--header=X-Hold: {hold}");
        get(&[&quick[..], &[&hold]].concat(), path).fails_naming(1, "no answer within 0.7 s");
    }
    assert!(get(&["--ignore-robots"], "/private/notes.html").code(0).contains(PARAGRAPHS[3]));
    for address in ["ftp://a.test/", "file:///etc/passwd", "http://u:p@news.test/"] {
        assert_eq!(zhengwen(&[address]).code, 1, "{address}");
    }
    zhengwen(&[&url("localhost", "/")]).fails_naming(1, "private or special");
}

#[test]
fn an_article_of_three_pages_is_one() {
    let _turn = turn();
    let all = &["--join-pages", "-f", "json", "--add", "markdown,html,body,xml-tei"];
    let joined = objects(&get(all, "/long/1.html").code(0)).remove(0);
    let text = joined["text"].as_str().unwrap();
    for paragraph in PARAGRAPHS {
        assert_eq!(text.matches(paragraph).count(), 1, "{text}");
        for form in ["markdown", "html", "tei"] {
            assert!(joined[form].as_str().unwrap().contains(paragraph), "{form}");
        }
    }
    assert!(
        text.matches("渡口四十年").count() <= 1 && text.matches("周以宁").count() <= 1,
        "{text}"
    );
    let pages =
        ["/long/1.html", "/long/1_2.html", "/long/1_3.html"].map(|path| url("news.test", path));
    assert_eq!(joined["joined_pages"], serde_json::json!(pages));
    assert_eq!(joined["next_page"], serde_json::Value::Null);
    let two =
        objects(&get(&["--join-pages", "--most-pages=2", "-f", "json"], "/long/1.html").code(0));
    assert_eq!(two[0]["joined_pages"].as_array().unwrap().len(), 2);
    assert!(two[0]["warnings"].to_string().contains("pages missing"), "{}", two[0]["warnings"]);
    let alone = get(&["-f", "json"], "/long/1.html").code(0);
    assert!(!alone.contains("joined_pages") && !alone.contains(PARAGRAPHS[5]));
    // News lead on to other news, which are not pages of the same article.
    log().clear();
    get(&["--join-pages"], "/news/001.html").code(0);
    assert_eq!(log().iter().filter(|(_, path, _)| path.starts_with("/news")).count(), 1);
}

#[test]
fn similar_pages_are_fetched_for_the_methods_that_need_them() {
    let _turn = turn();
    let arguments = ["--similar=auto", "-m", "template-matching", "-f", "json"];
    let matched = objects(&get(&arguments, "/news/001.html").code(0)).remove(0);
    assert!(!matched["warnings"].to_string().contains("nothing of the site"), "{matched}");
    let text = matched["text"].as_str().unwrap();
    assert!(text.len() > 200 && !text.contains("联系我们"), "{text}");
    let fetched = || log().iter().filter(|(_, path, _)| path.starts_with("/news")).count();
    assert_eq!(fetched(), 6, "the page and five others");
    let learned = get(&["--similar=auto", "-m", "site-template", "-f", "json"], "/news/004.html");
    assert!(!learned.code(0).contains("nothing of the site"));
}

#[test]
fn a_site_is_gathered_and_learned_and_goes_on_after_a_kill() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("news.json");
    let first = url("news.test", "/");
    let own = ["site", "learn", &first, "-o", store.to_str().unwrap(), "--limit=12"];
    let learn = [&own, WEB].concat();
    // Four pages come, the next is on its way.
    let held = [&learn[..], &["--header=X-Hold: learn 4"]].concat();
    let mut child = command(&held).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let fetched = || {
        let log = log();
        let pages = log.iter().filter(|(_, path, _)| path.starts_with("/news/"));
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        pages.for_each(|(_, path, _)| *counts.entry(path.clone()).or_default() += 1);
        counts
    };
    wait_until("a page is on its way", || hold::waiting("learn") == 1);
    child.kill().unwrap();
    child.wait().unwrap();
    hold::let_go("learn");
    assert!(!store.exists());
    assert_eq!(fetched().len(), 5);
    let told = zhengwen(&learn).code(0);
    assert!(told.contains("12 pages learned"), "{told}");
    let counts = fetched();
    // The page that was on its way at the kill is fetched once more.
    assert_eq!(counts.values().filter(|count| **count > 1).count(), 1, "{counts:?}");
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains("partial")));
    let shown = zhengwen(&["site", "show", store.to_str().unwrap()]).code(0);
    assert!(shown.contains("12 in all"), "{shown}");
    let apply = ["site", "apply", store.to_str().unwrap(), "-f", "json"];
    let page = url("news.test", "/news/002.html");
    let applied = zhengwen(&[&apply, WEB, &[page.as_str()]].concat()).code(0);
    assert!(!applied.contains("template not used"), "{applied}");
    let lonely = url("news.test", "/missing.html");
    let outcome =
        zhengwen(&[&["site", "learn", &lonely, "-o", store.to_str().unwrap()], WEB].concat());
    outcome.fails_naming(1, "status 404");
}

#[test]
fn a_list_of_addresses_comes_as_it_is_fetched() {
    let _turn = turn();
    let list: String = ["a", "b", "c"]
        .iter()
        .flat_map(|host| {
            ["/news/001.html", "/gbk.html", "/missing.html"]
                .map(|p| url(&format!("{host}.test"), p))
        })
        .map(|url| url + "\n")
        .collect();
    let list = format!("# addresses\n\n{list}{}nonsense\n", url("a.test", "/gbk.html\n"));
    zhengwen(&["batch", "fixtures/pages", "--join-pages"]).fails_naming(2, "--urls");
    let words = [&["batch", "--urls", "-"], WEB].concat();
    let outcome = zhengwen_reading(&words, list.as_bytes());
    assert!(outcome.stderr.contains("not an address: nonsense"), "{outcome:?}");
    assert!(outcome.stderr.contains("6 pages (0 empty), 4 failed"), "{outcome:?}");
    let lines = objects(&outcome.fails_naming(1, "status 404"));
    assert_eq!(lines.len(), 6);
    assert!(lines.iter().all(|line| line["id"] == line["url"] && line["text"] != ""));
    crate::schema::check(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn rows_of_addresses_are_chosen_as_those_of_files() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    let addresses = ["/gbk.html", "/news/001.html", "/missing.html"].map(|p| url("a.test", p));
    std::fs::write(&list, addresses.join("\n")).unwrap();
    let summary = folder.path().join("summary.json");
    let own = ["batch", "--urls", list.to_str().unwrap()];
    let chosen = ["--columns", "id,text", "--summary", summary.to_str().unwrap()];
    let lines = zhengwen(&[&own, &chosen[..], WEB].concat()).code(1);
    for line in objects(&lines) {
        let names: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(names, ["id", "text"]);
    }
    let told: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&summary).unwrap()).unwrap();
    assert_eq!((&told["pages"], &told["failed"]), (&2.into(), &1.into()));
    // What is not asked for is dropped, with its reason.
    let none = ["--min-letters", "1000000"];
    let outcome = zhengwen(&[&own, &none[..], WEB].concat());
    assert_eq!(outcome.fails_naming(1, "dropped: letters 2"), "");
    // A missing address and a line that is no address get a row each. A resumed run does not try them again.
    std::fs::write(&list, format!("nonsense\n{}", addresses.join("\n"))).unwrap();
    let (out, partial) = (folder.path().join("e.jsonl"), folder.path().join("e.jsonl.partial"));
    let words = ["--error-rows", "--resume", "--columns", "id,text", "-o", out.to_str().unwrap()];
    let run = || zhengwen(&[&own, &words[..], WEB].concat()).code_and_stderr(1).1;
    let told = run();
    assert!(told.contains("list.txt:1: not an address: nonsense"), "{told}");
    assert!(told.contains("2 pages (0 empty), 2 failed"), "{told}");
    let rows = std::fs::read_to_string(&out).unwrap();
    let why = |id: &str| objects(&rows).into_iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(why("nonsense")["error"], "not an address: nonsense");
    let missing = why(&addresses[2]);
    assert!(missing["error"].as_str().unwrap().contains("status 404") && missing["text"].is_null());
    let before = asked("/missing.html");
    std::fs::rename(&out, &partial).unwrap();
    assert!(run().contains("2 pages (0 empty), 2 failed"));
    assert_eq!((asked("/missing.html"), std::fs::read_to_string(&out).unwrap()), (before, rows));
    std::fs::write(&list, addresses.join("\n")).unwrap();
    // A table has the same rows; a folder has no parts to go on with.
    let table = folder.path().join("out.parquet");
    let words = ["-o", table.to_str().unwrap()];
    zhengwen(&[&own, &words[..], WEB].concat()).code(1);
    assert_eq!(zhengwen_io::table::texts(&table, "id").unwrap().len(), 2);
    let into = folder.path().join("new/");
    let words = ["-f", "markdown", "-o", into.to_str().unwrap()];
    zhengwen(&[&own, &words[..], WEB].concat()).fails_naming(2, "--urls: writes one file");
    // A run that was stopped is gone on with by the same options only.
    let partial = folder.path().join("out.jsonl.partial");
    std::fs::write(&partial, lines.lines().next().unwrap().to_owned() + "\n").unwrap();
    let out = folder.path().join("out.jsonl");
    let words = ["-o", out.to_str().unwrap(), "--resume", "--columns", "id,text"];
    zhengwen(&[&own, &words[..], WEB].concat()).code(1);
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
}

#[test]
fn hosts_keep_their_pace_and_a_killed_run_loses_nothing() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let hosts = ["a.test", "b.test", "c.test", "d.test", "e.test"];
    const EACH: usize = 40;
    let addresses: Vec<String> = hosts
        .iter()
        .flat_map(|host| {
            (0..EACH).map(move |n| url(host, &format!("/news/{:03}.html?{n}", n % 60)))
        })
        .collect();
    let list = folder.path().join("list.txt");
    std::fs::write(&list, addresses.join("\n")).unwrap();
    let output = folder.path().join("out.jsonl");
    let partial = folder.path().join("out.jsonl.partial");
    let delay = Duration::from_millis(100);
    let mut web = WEB.to_vec();
    web[1] = "--delay=0.1";
    let own =
        ["batch", "--urls", list.to_str().unwrap(), "-o", output.to_str().unwrap(), "--resume"];
    let words = [&own, &web[..]].concat();
    let start = Instant::now();
    let held = [&words[..], &["--header=X-Hold: batch 60"]].concat();
    let mut child = command(&held).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let written = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    wait_until("60 pages are written, and one of each host is on its way", || {
        written() == 60 && hold::waiting("batch") == hosts.len()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    hold::let_go("batch");
    zhengwen(&words).code(0);
    let lines = objects(&std::fs::read_to_string(&output).unwrap());
    let mut found: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    found.sort_unstable();
    let mut wanted: Vec<&str> = addresses.iter().map(String::as_str).collect();
    wanted.sort_unstable();
    assert_eq!(found, wanted, "each address once");
    // What was fetched is on disk but for what was on its way.
    let log = log();
    let times = |host: &str| -> Vec<Instant> {
        let own = log.iter().filter(|(own, path, _)| own == host && path.starts_with("/news"));
        own.map(|(.., at)| *at).collect()
    };
    let times = hosts.map(times);
    assert_eq!(times.iter().map(Vec::len).sum::<usize>(), addresses.len() + hosts.len());
    for times in &times {
        // The second run does not know of the first. A request may be late but not too early.
        let too_early = |(place, at): (usize, &Instant)| *at < start + delay * place as u32;
        assert!(!times.iter().skip(1).enumerate().any(too_early), "{times:?}");
    }
    // Hosts do not wait for one another: each begins before any ends.
    assert!(times.iter().map(|own| own[0]).max() < times.iter().map(|own| own[EACH - 1]).min());
}

#[test]
fn the_cache_serves_two_programs_and_the_next_run() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let cache = format!("--cache={}", folder.path().join("cache").display());
    let first = get(&[&cache], "/gbk.html").code(0);
    assert_eq!(get(&[&cache], "/gbk.html").code(0), first);
    // This server says nothing of how long its pages hold, so they are asked for again.
    assert_eq!(asked("/gbk.html"), 2);
    let file = format!("--cache={}", folder.path().join("cache/pages.sqlite").display());
    get(&[&file], "/gbk.html").fails_naming(1, "--cache");
}

#[test]
#[ignore = "renders pages: make nightly"]
fn a_page_that_only_scripts_write_is_drawn() {
    let _turn = turn();
    if !has_browser() {
        return;
    }
    let plain = get(&[], "/app.html");
    assert!(!plain.stdout.contains(PARAGRAPHS[0]) && plain.stderr.contains("no main text"));
    let drawn =
        objects(&get_drawn(&["--render=auto", "-f", "json"], "/app.html").code(0)).remove(0);
    for paragraph in PARAGRAPHS {
        assert!(drawn["text"].as_str().unwrap().contains(paragraph), "{drawn}");
    }
    assert!(!drawn["text"].as_str().unwrap().contains("首页"));
    // A page with an article is not drawn: that takes a browser's time.
    log().clear();
    get_drawn(&["--render=auto"], "/lazy.html").code(0);
    assert_eq!(log().iter().filter(|(_, path, _)| path.starts_with("/dot")).count(), 0);
}

#[test]
#[ignore = "renders pages: make nightly"]
fn lazy_images_come_by_scrolling() {
    let _turn = turn();
    if !has_browser() {
        return;
    }
    let drawn =
        objects(&get_drawn(&["--render=always", "-f", "json"], "/lazy.html").code(0)).remove(0);
    let images = drawn["images"].as_array().unwrap();
    assert_eq!(images.len(), PARAGRAPHS.len(), "{images:?}");
    assert_eq!(images[5]["url"], url("news.test", "/dot.png?5"));
    // A file is drawn with the network off.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("app.html");
    let page = "<p id=a></p><script>a.textContent = '脚本写的一段正文，够长的一句话。'.repeat(9); \
        fetch('http://news.test/x').then(() => a.textContent = 'online')</script>";
    std::fs::write(&file, page).unwrap();
    log().clear();
    let text = zhengwen(&[
        "--render=auto",
        "--timeout=600",
        "--url",
        &url("news.test", "/a"),
        file.to_str().unwrap(),
    ]);
    assert!(text.code(0).contains("脚本写的一段正文"));
    assert!(log().is_empty());
}

#[test]
#[ignore = "renders pages: make nightly"]
fn template_matching_of_drawn_pages_has_boxes() {
    let _turn = turn();
    if !has_browser() {
        return;
    }
    let arguments =
        ["--render=always", "--similar=auto", "-m", "template-matching", "--trace", "-f", "json"];
    let drawn = objects(&get_drawn(&arguments, "/news/001.html").code(0)).remove(0);
    let matching = &drawn["trace"]["matching"];
    assert_eq!(matching["with_boxes"], true, "{matching}");
    // The body is as wide as the window without its margins, and the region is the middle of it.
    assert_eq!(matching["main_visual_region"]["width"], (1280.0 - 16.0) * 0.6, "{matching}");
    let clusters = matching["clusters"].as_array().unwrap();
    let kept: Vec<_> = clusters.iter().filter(|cluster| cluster["kept"] == true).collect();
    assert!(!kept.is_empty() && kept.iter().all(|c| c["area"].as_f64() > Some(1000.0)), "{kept:?}");
    crate::schema::check(&format!("{drawn}\n"));
}

#[test]
#[cfg(unix)]
#[ignore = "renders pages: make nightly"]
fn the_browser_ends_with_a_program_that_is_killed() {
    let _turn = turn();
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("endless.html");
    std::fs::write(&page, "<p>text<script>for (;;) {}</script>").unwrap();
    let own = folder.path().join("temporary");
    std::fs::create_dir(&own).unwrap();
    let words = ["--render=always", "--timeout=600", page.to_str().unwrap()];
    let mut child = command(&words).env("TMPDIR", &own).stderr(Stdio::null()).spawn().unwrap();
    let profiles = || std::fs::read_dir(&own).unwrap().flatten().map(|entry| entry.path());
    // Every process of the browser names its profile.
    let browsers = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        let own = own.to_str().unwrap().as_bytes();
        lines.filter(|line| line.windows(own.len()).any(|part| part == own)).count()
    };
    wait_until("the browser begins", || {
        profiles().any(|path| path.join("DevToolsActivePort").exists())
    });
    assert!(browsers() > 1);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the browser ends", || profiles().count() == 0 && browsers() == 0);
}

#[test]
fn a_browser_that_is_missing_is_told_in_one_line() {
    let _turn = turn();
    let outcome = get(&["--render=always", "--chromium=/no/such/browser"], "/app.html");
    assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
    outcome.fails_naming(1, "does not start");
    zhengwen(&["--viewport=wide", "x.html"]).fails_naming(2, "WIDTHxHEIGHT");
    zhengwen(&["--allow-address=x", "x.html"]).fails_naming(2, "not an address or block");
    zhengwen(&["batch", "--urls", "/no/such/list"]).fails_naming(1, "/no/such/list");
}

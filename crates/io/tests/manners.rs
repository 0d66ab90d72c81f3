//! Manners: robots.txt, pace, retries, cookies, cache, proxies, and the guard over all of it.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use zhengwen_io::fetch::{Client, FetchError, FetchOptions};
use zhengwen_io::guard::{AddressGuard, Lookup};

use crate::server::{HUNG, comes_true, header, path, response, serve, serve_with};

fn options() -> FetchOptions {
    FetchOptions { guard: AddressGuard::open(), delay: Duration::ZERO, ..FetchOptions::default() }
}

/// The heads of all requests that a server got.
type Log = Arc<Mutex<Vec<String>>>;

/// A server with a log; `answer` gets the head and how many requests came before it.
fn logged(answer: impl Fn(&str, usize) -> Vec<u8> + Send + Sync + 'static) -> (SocketAddr, Log) {
    let log = Log::default();
    let kept = Arc::clone(&log);
    let address = serve_with(move |head, mut stream| {
        let before = {
            let mut log = kept.lock().unwrap();
            log.push(head.to_owned());
            log.len() - 1
        };
        let _ = stream.write_all(&answer(head, before));
    });
    (address, log)
}

fn paths(log: &Log) -> Vec<String> {
    log.lock().unwrap().iter().map(|head| path(head).to_owned()).collect()
}

#[test]
fn robots_txt_is_obeyed_and_read_once() {
    let (address, log) = logged(|head, _| {
        match path(head) {
        "/robots.txt" => response(
            "200 OK",
            "",
            b"User-agent: *\nDisallow: /\n\nUser-agent: zhengwen\nDisallow: /private\nSitemap: http://a.example/s.xml\n",
        ),
        "/away" => response("302 Found", "Location: /private/a\r\n", b""),
        _ => response("200 OK", "", b"<p>page"),
    }
    });
    let client = Client::new(options()).unwrap();
    let get = |path: &str| client.fetch(&format!("http://{address}{path}"));
    assert!(get("/public").is_ok() && get("/").is_ok());
    for forbidden in ["/private", "/private/a?b", "/away"] {
        let error = get(forbidden).unwrap_err();
        assert!(matches!(error, FetchError::Robots(_)), "{forbidden}: {error}");
    }
    assert_eq!(paths(&log), ["/robots.txt", "/public", "/", "/away"]);
    assert_eq!(client.sitemaps(&format!("http://{address}/")).unwrap(), ["http://a.example/s.xml"]);
    let rude = Client::new(FetchOptions { robots: false, ..options() }).unwrap();
    assert!(rude.fetch(&format!("http://{address}/private")).is_ok());
    let other = FetchOptions { user_agent: "other/1".into(), ..options() };
    let error = Client::new(other).unwrap().fetch(&format!("http://{address}/public"));
    assert!(matches!(error, Err(FetchError::Robots(_))));
}

#[test]
fn robots_txt_that_fails_forbids_and_one_that_is_missing_does_not() {
    for (status, is_open) in [("404 Not Found", true), ("403 Forbidden", true), ("500 Oops", false)]
    {
        let address = serve(move |path| match path {
            "/robots.txt" => response(status, "", b""),
            _ => response("200 OK", "", b"<p>page"),
        });
        let client = Client::new(FetchOptions { retries: 0, ..options() }).unwrap();
        let result = client.fetch(&format!("http://{address}/a"));
        assert_eq!(result.is_ok(), is_open, "{status}: {result:?}");
        assert!(is_open || matches!(result, Err(FetchError::RobotsUnreachable(_, 500))));
    }
}

#[test]
fn a_host_that_is_not_there_is_told_as_such() {
    let lookup = Arc::new(Changing(Vec::new(), AtomicUsize::new(0)));
    let guard = AddressGuard { lookup, ..AddressGuard::open() };
    let client = Client::new(FetchOptions { guard, retries: 0, ..options() }).unwrap();
    let error = client.fetch("http://missing.test/").unwrap_err();
    assert_eq!(error.to_string(), "no such host");
}

#[test]
fn each_host_has_its_pace() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    // Each answer of the one waits for all of the other, which does not wait for it.
    let address = serve_with(move |head, mut stream| {
        let host = header(head, "host").unwrap().split(':').next().unwrap().to_owned();
        let is_first = host == "a.test";
        log.lock().unwrap().push((host, Instant::now()));
        let others = || log.lock().unwrap().iter().filter(|(host, _)| host == "b.test").count();
        if !is_first || comes_true(|| others() == 4) {
            let _ = stream.write_all(&response("200 OK", "", b"<p>page"));
        }
    });
    let delay = Duration::from_millis(120);
    let hosts: HashMap<String, IpAddr> =
        ["a.test", "b.test"].map(|host| (host.to_owned(), address.ip())).into();
    let guard = AddressGuard { hosts, ..AddressGuard::open() };
    let timeout = HUNG * 2;
    let options = FetchOptions { guard, delay, timeout, robots: false, retries: 0, ..options() };
    let client = Client::new(options).unwrap();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for host in ["a.test", "b.test"] {
            for number in 0..4 {
                let (client, port) = (&client, address.port());
                scope.spawn(move || {
                    client.fetch(&format!("http://{host}:{port}/{number}")).unwrap()
                });
            }
        }
    });
    for host in ["a.test", "b.test"] {
        let asked = asked.lock().unwrap();
        let times = asked.iter().filter(|(own, _)| own == host).map(|(_, at)| *at - start);
        let times: Vec<Duration> = times.collect();
        assert_eq!(times.len(), 4);
        assert!(times.iter().zip(0..).all(|(at, place)| *at >= delay * place), "{host}: {times:?}");
    }
}

#[test]
fn rules_and_redirects_cost_no_wait() {
    let (address, log) = logged(|head, _| match path(head) {
        "/old" => response("302 Found", "Location: /new\r\n", b""),
        _ => response("200 OK", "", b"<p>page"),
    });
    // Who waits at all waits an hour.
    let delay = Duration::from_secs(3600);
    let client = Client::new(FetchOptions { delay, ..options() }).unwrap();
    let (sender, done) = channel();
    std::thread::spawn(move || sender.send(client.fetch(&format!("http://{address}/old")).is_ok()));
    assert_eq!(done.recv_timeout(HUNG), Ok(true));
    assert_eq!(paths(&log), ["/robots.txt", "/old", "/new"]);
}

#[test]
fn crawl_delay_of_robots_txt_sets_the_pace() {
    let address = serve(|path| match path {
        "/robots.txt" => response("200 OK", "", b"User-agent: *\nCrawl-delay: 0.3\n"),
        _ => response("200 OK", "", b"<p>page"),
    });
    let client = Client::new(options()).unwrap();
    let start = Instant::now();
    for path in ["a", "b", "c"] {
        client.fetch(&format!("http://{address}/{path}")).unwrap();
    }
    assert!(start.elapsed() >= Duration::from_millis(600), "{:?}", start.elapsed());
}

#[test]
fn what_fails_in_passing_is_tried_again() {
    let (address, log) = logged(|_, before| match before {
        0 => response("503 Service Unavailable", "Retry-After: 0\r\n", b""),
        1 => Vec::new(),
        _ => response("200 OK", "", b"<p>page"),
    });
    let client = Client::new(FetchOptions { robots: false, ..options() }).unwrap();
    assert!(client.fetch(&format!("http://{address}/a")).is_ok());
    assert_eq!(log.lock().unwrap().len(), 3);
    let (address, log) = logged(|_, _| response("404 Not Found", "", b""));
    assert!(client.fetch(&format!("http://{address}/a")).is_err());
    assert_eq!(log.lock().unwrap().len(), 1);
    let (address, log) = logged(|_, _| response("429 Slow down", "Retry-After: 7000\r\n", b""));
    let error = client.fetch(&format!("http://{address}/a")).unwrap_err();
    assert!(matches!(error, FetchError::Status(429)));
    assert_eq!(log.lock().unwrap().len(), 1);
}

#[test]
fn cookies_live_within_a_run() {
    // A site that lets nobody in without the cookie that it sets, by a redirect to the same address.
    let (address, _) = logged(|head, _| match header(head, "cookie") {
        Some("seen=1") => response("200 OK", "", b"<p>page"),
        _ => response(
            "302 Found",
            &format!("Set-Cookie: seen=1\r\nLocation: {}\r\n", path(head)),
            b"",
        ),
    });
    let client = Client::new(FetchOptions { robots: false, ..options() }).unwrap();
    assert!(client.fetch(&format!("http://{address}/a")).is_ok());
}

#[test]
fn cookies_are_kept_apart_where_that_is_wanted() {
    let (address, log) = logged(|_, _| response("200 OK", "Set-Cookie: who=a\r\n", b"<p>page"));
    let asked = |shares_cookies: bool| {
        let options = FetchOptions { robots: false, shares_cookies, ..options() };
        let client = Client::new(options).unwrap();
        log.lock().unwrap().clear();
        for _ in 0..2 {
            client.fetch(&format!("http://{address}/a")).unwrap();
        }
        header(&log.lock().unwrap()[1], "cookie").map(str::to_owned)
    };
    assert_eq!(asked(true).as_deref(), Some("who=a"));
    assert_eq!(asked(false), None);
}

#[test]
fn a_person_is_not_held_by_the_pace() {
    let address = serve(|_| response("200 OK", "", b"<p>page"));
    // Who waits at all waits an hour.
    let delay = Duration::from_secs(3600);
    let client = Client::new(FetchOptions { delay, ..options() }).unwrap();
    let (sender, done) = channel();
    std::thread::spawn(move || {
        let read = |path: &str| client.fetch_for_person(&format!("http://{address}/{path}"));
        sender.send(["a", "b", "c"].iter().all(|path| read(path).is_ok()))
    });
    assert_eq!(done.recv_timeout(HUNG), Ok(true));
}

#[test]
fn markdown_is_offered_and_read() {
    let (address, log) = logged(|_, _| {
        let kind = "Content-Type: text/markdown\r\n";
        response("200 OK", kind, "---\ntitle: A\n---\n\nText *of* it.\n".as_bytes())
    });
    let client = Client::new(FetchOptions { robots: false, ..options() }).unwrap();
    let fetched = client.fetch(&format!("http://{address}/a")).unwrap();
    assert!(header(&log.lock().unwrap()[0], "accept").unwrap().contains("text/markdown"));
    let html = String::from_utf8(fetched.bytes).unwrap();
    assert!(html.contains("<title>A</title>") && html.contains("<p>Text <em>of</em> it.</p>"));
}

#[test]
fn headers_of_the_user_go_to_the_host_that_was_asked_for() {
    let (other, other_log) = logged(|_, _| response("200 OK", "", b"<p>page"));
    let target = format!("http://b.test:{}/end", other.port());
    let (first, first_log) = logged(move |head, _| match path(head) {
        "/robots.txt" => response("404 Not Found", "", b""),
        _ => response("302 Found", &format!("Location: {target}\r\n"), b""),
    });
    let hosts = ["a.test", "b.test"].map(|host| (host.to_owned(), first.ip())).into();
    let guard = AddressGuard { hosts, ..AddressGuard::open() };
    let own = [("Authorization", "Bearer x"), ("Accept-Language", "zh")];
    let headers = own.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let all = FetchOptions { guard, headers, ..options() };
    let client = Client::new(all.clone()).unwrap();
    client.fetch(&format!("http://a.test:{}/", first.port())).unwrap();
    let seen = |log: &Log, name| {
        let log = log.lock().unwrap();
        let page = log.iter().find(|head| path(head) != "/robots.txt").unwrap();
        header(page, name).map(str::to_owned)
    };
    let rules = |log: &Log| {
        let log = log.lock().unwrap();
        let rules = log.iter().find(|head| path(head) == "/robots.txt").unwrap();
        header(rules, "authorization").map(str::to_owned)
    };
    assert_eq!((rules(&first_log), rules(&other_log)), (None, None));
    assert_eq!(seen(&first_log, "authorization").as_deref(), Some("Bearer x"));
    assert_eq!(seen(&other_log, "authorization"), None);
    assert_eq!(seen(&other_log, "accept-language").as_deref(), Some("zh"));
    assert!(seen(&first_log, "user-agent").unwrap().starts_with("zhengwen/"));
    let wrong = FetchOptions { headers: vec![("a b".into(), "c".into())], ..all };
    assert!(matches!(
        Client::new(wrong).unwrap().fetch("http://a.test/"),
        Err(FetchError::Setting(_))
    ));
}

#[test]
fn the_cache_saves_requests_and_bodies() {
    let (address, log) = logged(|head, _| match path(head) {
        "/fresh" => response("200 OK", "Cache-Control: max-age=600\r\n", b"<p>fresh"),
        "/private" => response("200 OK", "Cache-Control: no-store\r\n", b"<p>private"),
        _ if header(head, "if-none-match") == Some("\"1\"") => {
            response("304 Not Modified", "ETag: \"1\"\r\n", b"")
        }
        _ => {
            response("200 OK", "ETag: \"1\"\r\nContent-Type: text/html; charset=gbk\r\n", b"<p>old")
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let cache = Some(folder.path().join("pages"));
    let all = FetchOptions { cache, robots: false, ..options() };
    let get = |path: &str| {
        // A client each: what is shared is on disk.
        Client::new(all.clone()).unwrap().fetch(&format!("http://{address}{path}")).unwrap()
    };
    for (path, body, requests) in
        [("/fresh", "<p>fresh", 1), ("/tagged", "<p>old", 2), ("/private", "<p>private", 2)]
    {
        log.lock().unwrap().clear();
        assert_eq!(get(path), get(path));
        assert_eq!(get(path).bytes, body.as_bytes());
        let asked = log.lock().unwrap().len();
        assert_eq!(asked, if requests == 1 { 1 } else { 3 }, "{path}");
    }
    // The charset of the first answer holds, though "not modified" does not repeat it.
    assert_eq!(get("/tagged").charset.as_deref(), Some("gbk"));
}

#[test]
fn two_clients_may_use_one_cache_at_once() {
    let address = serve(|_| response("200 OK", "Cache-Control: max-age=600\r\n", b"<p>page"));
    let folder = tempfile::tempdir().unwrap();
    let all = FetchOptions { cache: Some(folder.path().into()), robots: false, ..options() };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let client = Client::new(all.clone()).unwrap();
            scope.spawn(move || {
                for number in 0..40 {
                    let fetched =
                        client.fetch(&format!("http://{address}/{}", number % 10)).unwrap();
                    assert_eq!(fetched.bytes, b"<p>page");
                }
            });
        }
    });
}

/// A server of names that answers each question with the next of its answers.
#[derive(Debug)]
struct Changing(Vec<IpAddr>, AtomicUsize);

impl Lookup for Changing {
    fn addresses(&self, _: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
        let number = self.1.fetch_add(1, Ordering::SeqCst);
        if self.0.is_empty() {
            return Err(std::io::ErrorKind::NotFound.into());
        }
        Ok(vec![SocketAddr::new(self.0[number.min(self.0.len() - 1)], port)])
    }
}

#[test]
fn an_answer_of_dns_that_changes_is_of_no_use() {
    let open = serve(|_| response("302 Found", "Connection: close\r\nLocation: /next\r\n", b""));
    let secret = TcpListener::bind(("127.0.0.3", open.port())).unwrap();
    secret.set_nonblocking(true).unwrap();
    // The first answer may be reached, every later one may not.
    let [first, later] = ["127.0.0.1", "127.0.0.3"].map(|text| text.parse::<IpAddr>().unwrap());
    let lookup = Arc::new(Changing(vec![first, later], AtomicUsize::new(0)));
    let allowed = vec![first.into()];
    let guard = AddressGuard { allowed, lookup: lookup.clone(), ..AddressGuard::default() };
    let client = Client::new(FetchOptions { guard, robots: false, ..options() }).unwrap();
    let error = client.fetch(&format!("http://rebind.test:{}/", open.port())).unwrap_err();
    assert!(matches!(error, FetchError::Private(address) if address == later), "{error}");
    // Each connection asked once and went to the address in the answer.
    assert_eq!(lookup.1.load(Ordering::SeqCst), 2);
    assert!(secret.accept().is_err(), "the private host was reached");
}

#[test]
fn one_private_address_among_public_ones_is_refused() {
    #[derive(Debug)]
    struct Mixed;
    impl Lookup for Mixed {
        fn addresses(&self, _: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
            Ok(["1.1.1.1", "10.0.0.1"].map(|a| SocketAddr::new(a.parse().unwrap(), port)).into())
        }
    }
    let guard = AddressGuard { lookup: Arc::new(Mixed), ..AddressGuard::default() };
    let client = Client::new(FetchOptions { guard, robots: false, ..options() }).unwrap();
    let error = client.fetch("http://mixed.test/").unwrap_err();
    assert!(matches!(error, FetchError::Private(_)), "{error}");
}

/// A proxy that knows HTTP's CONNECT and SOCKS 5, as far as the tests go: what it was asked for.
fn proxy() -> (SocketAddr, Log) {
    let log = Log::default();
    let kept = Arc::clone(&log);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            let mut first = [0];
            let _ = client.read_exact(&mut first);
            let asked = if first[0] == 5 { socks(&mut client) } else { connect(&mut client) };
            kept.lock().unwrap().push(asked.clone());
            let port = asked.rsplit(':').next().unwrap_or("").parse().unwrap_or(0);
            let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
            let (mut up, mut down) = (server.try_clone().unwrap(), client.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut down, &mut up));
            std::thread::spawn(move || std::io::copy(&mut { server }, &mut client));
        }
    });
    (address, log)
}

fn connect(client: &mut TcpStream) -> String {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).is_ok_and(|n| n > 0) {
        head.push(byte[0]);
    }
    let _ = client.write_all(b"HTTP/1.1 200 Connected\r\n\r\n");
    path(&String::from_utf8_lossy(&head)).to_owned()
}

fn socks(client: &mut TcpStream) -> String {
    let mut methods = [0; 2];
    let _ = client.read_exact(&mut methods[..1]);
    let mut rest = vec![0; methods[0].into()];
    let _ = client.read_exact(&mut rest);
    let _ = client.write_all(&[5, 0]);
    let mut request = [0; 10];
    let _ = client.read_exact(&mut request);
    assert_eq!(request[3], 1, "an address is handed on, no name");
    let _ = client.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let [a, b, c, d] = [request[4], request[5], request[6], request[7]];
    format!("{a}.{b}.{c}.{d}:{}", u16::from_be_bytes([request[8], request[9]]))
}

#[test]
fn proxies_are_used_and_the_guard_stands_before_them() {
    let address = serve(|_| response("200 OK", "", b"<p>page"));
    let (proxy, log) = proxy();
    let hosts = HashMap::from([("a.test".to_owned(), address.ip())]);
    for scheme in ["http", "socks5"] {
        let guard = AddressGuard {
            hosts: hosts.clone(),
            allowed: vec!["127.0.0.1/32".parse().unwrap()],
            ..AddressGuard::default()
        };
        let all =
            FetchOptions { proxy: Some(format!("{scheme}://{proxy}")), robots: false, ..options() };
        let client = Client::new(FetchOptions { guard: guard.clone(), ..all.clone() }).unwrap();
        let fetched = client.fetch(&format!("http://a.test:{}/", address.port()));
        assert_eq!(fetched.unwrap().bytes, b"<p>page", "{scheme}");
        let asked = log.lock().unwrap().pop().unwrap();
        let name = if scheme == "http" { "a.test" } else { "127.0.0.1" };
        assert_eq!(asked, format!("{name}:{}", address.port()));
        let guard = AddressGuard { allowed: Vec::new(), ..guard };
        let client = Client::new(FetchOptions { guard, ..all }).unwrap();
        let error = client.fetch(&format!("http://a.test:{}/", address.port())).unwrap_err();
        assert!(matches!(error, FetchError::Private(_)), "{scheme}: {error}");
    }
    assert!(log.lock().unwrap().is_empty(), "what is private was asked of the proxy");
    let wrong = FetchOptions { proxy: Some("nonsense://".into()), ..options() };
    assert!(matches!(Client::new(wrong), Err(FetchError::Proxy(_))));
}

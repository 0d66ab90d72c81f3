//! `zhengwen serve` for readers of feeds: their own requests, and feeds made whole.

use std::net::SocketAddr;
use std::sync::{LazyLock, PoisonError};

use serde_json::{Value, json};

use crate::answers::PARAGRAPHS;
use crate::serve::{Service, WEB, check_by_openapi, site};
use crate::server::LOG;

/// A server whose log only these tests read: they ask it by a name of their own.
static SERVER: LazyLock<SocketAddr> =
    LazyLock::new(|| crate::server::serve(([127, 0, 0, 1], 0).into()).unwrap());

fn url(path: &str) -> String {
    format!("http://feeds.test:{}{path}", SERVER.port())
}

fn encoded(address: &str) -> String {
    url::form_urlencoded::byte_serialize(address.as_bytes()).collect()
}

/// The times that a path was asked for.
fn asked(path: &str) -> usize {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    log.iter().filter(|(host, own, _)| host == "feeds.test" && own == path).count()
}

#[test]
fn readers_get_articles_by_their_own_requests() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    let address = site("/feeds/1.html?from=a&to=b");
    // The plug-ins of FreshRSS and tt-rss for Mercury put the address behind the path as it is.
    let mercury = service.get(&format!("/parser?url={address}"));
    check_by_openapi(&document, "/parser", "get", &mercury);
    let found = mercury.json();
    assert_eq!((mercury.status, &found["url"]), (200, &json!(address)));
    assert!(found["title"].as_str().unwrap().starts_with("渡口"), "{found}");
    assert_eq!(found["domain"], "shelf.test");
    assert_eq!(found["date_published"], "2026-05-04T08:30:00");
    assert_eq!((&found["total_pages"], &found["direction"]), (&json!(1), &json!("ltr")));
    // The plug-in of FreshRSS for Readability posts JSON to the root.
    let posted = service.post_json("/", &json!({"url": address}));
    check_by_openapi(&document, "/", "post", &posted);
    let text = posted.json()["textContent"].as_str().unwrap().to_owned();
    assert!(PARAGRAPHS.iter().all(|paragraph| text.contains(paragraph)), "{text}");
    // Full-Text RSS takes it encoded.
    let full = service.get(&format!("/extract.php?url={}&format=json", encoded(&address)));
    check_by_openapi(&document, "/extract.php", "get", &full);
    assert_eq!(full.json()["effective_url"], json!(address));
    for answer in [mercury, posted, full] {
        assert_eq!(answer.status, 200);
        let content = answer.json()["content"].as_str().unwrap().to_owned();
        for paragraph in PARAGRAPHS {
            assert!(content.contains(&format!("<p>{paragraph}</p>")), "{content}");
        }
    }
}

#[test]
fn readers_get_no_article_where_there_is_none() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    // They put what comes with status 200 in the place of the entry.
    for (path, status, code) in
        [("/feeds/empty.html", 422, "no-article"), ("/feeds/missing.html", 502, "not-fetched")]
    {
        let address = site(path);
        for (path, method, answer) in [
            ("/parser", "get", service.get(&format!("/parser?url={address}"))),
            ("/extract.php", "get", service.get(&format!("/extract.php?url={address}"))),
            ("/", "post", service.post_json("/", &json!({"url": address}))),
        ] {
            check_by_openapi(&document, path, method, &answer);
            let told = (answer.status, answer.json()["error"]["code"].clone());
            assert_eq!(told, (status, json!(code)), "{path}");
        }
    }
    assert_eq!(service.get("/parser").status, 400);
    assert_eq!(service.post_json("/", &json!({"address": "x"})).status, 400);
    let stranger = [("Sec-Fetch-Site", "cross-site"), ("Content-Type", "text/plain")];
    let body = json!({"url": site("/feeds/1.html")}).to_string();
    assert_eq!(service.ask("POST", "/", &stranger, body.as_bytes()).status, 403);
    let offline = Service::start(&["--no-fetch"]);
    for path in ["/parser", "/extract.php", "/makefulltextfeed.php"] {
        let answer = offline.get(&format!("{path}?url=http://a.example/"));
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (403, &json!("fetching-off")));
    }
}

#[test]
fn a_feed_comes_with_whole_articles() {
    // The guard is on for all but this machine.
    let own = ["--allow-address=127.0.0.0/8", "--delay=0", "--resolve=feeds.test:127.0.0.1"];
    let service = Service::start(&own);
    let document = service.get("/openapi.json").json();
    let path = format!("/makefulltextfeed.php?url={}", encoded(&url("/feeds/atom.xml")));
    let answer = service.get(&path);
    check_by_openapi(&document, "/makefulltextfeed.php", "get", &answer);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/atom+xml; charset=utf-8");
    let feed = answer.text();
    let entries: Vec<&str> = feed.split("</entry>").collect();
    assert_eq!(entries.len(), 6, "{feed}");
    for (entry, is_whole) in entries.iter().zip([true, false, false, false, true]) {
        assert_eq!(entry.contains("<content type=\"html\"><![CDATA["), is_whole, "{entry}");
        assert_eq!(PARAGRAPHS.iter().all(|paragraph| entry.contains(paragraph)), is_whole);
        assert!(entry.contains("<summary>短"), "{entry}");
    }
    // Articles are kept, and so is that there are none.
    assert_eq!(service.get(&path).text(), feed);
    let counts =
        ["/feeds/atom.xml", "/feeds/1.html?a=1&b=2", "/feeds/missing.html", "/feeds/2.html"];
    assert_eq!(counts.map(asked), [2, 1, 1, 1]);
    let two = service.get(&format!("{path}&max=2")).text();
    assert_eq!(two.matches("<entry>").count(), 2, "{two}");
    for wrong in ["max=0", "max=x", "format=json"] {
        assert_eq!(service.get(&format!("{path}&{wrong}")).status, 400, "{wrong}");
    }
    // An address that leads to a private network is refused before it is asked.
    let private = service.get("/makefulltextfeed.php?url=http://169.254.169.254/feed");
    assert_eq!(private.json()["error"]["code"], "refused-address");
}

#[test]
fn a_feed_in_another_encoding_comes_in_utf_8() {
    let service = Service::start(WEB);
    let address = site("/feeds/gbk.xml");
    let answer = service.get(&format!("/makefulltextfeed.php?url={address}"));
    assert_eq!(answer.header("content-type"), "application/rss+xml; charset=utf-8");
    let feed = answer.text();
    let start = "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\"><channel><title>渡口</title>";
    assert!(feed.starts_with(start), "{feed}");
    assert!(feed.contains("<description>短一</description><content:encoded "), "{feed}");
    assert!(feed.contains(PARAGRAPHS[5]), "{feed}");
    let page: Value =
        service.get(&format!("/makefulltextfeed.php?url={}", site("/about.html"))).json();
    assert_eq!(page["error"]["code"], "no-feed");
}

//! `zhengwen serve` for readers of feeds: their own requests, and feeds made whole.

use std::net::SocketAddr;
use std::sync::{LazyLock, PoisonError};

use serde_json::json;

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
fn addresses_are_taken_as_readers_hold_them() {
    let service = Service::start(WEB);
    let address = site("/feeds/1.html?from=a&to=b&词=茶");
    // FreshRSS holds the ampersands of an address as references.
    let held = address.replace('&', "&amp;");
    // What the plug-in of tt-rss takes for an encoding of the answer.
    let headers = [("Accept", "*/*"), ("Accept-Encoding", "UTF-8")];
    for path in ["/parser", "/extract.php"] {
        let answer = service.ask("GET", &format!("{path}?url={held}"), &headers, b"").json();
        let read = url::Url::parse(&address).unwrap();
        assert_eq!(answer["url"].as_str().map(url::Url::parse), Some(Ok(read)), "{answer}");
        assert!(answer["content"].as_str().unwrap().contains(PARAGRAPHS[0]));
    }
    let posted = service.post_json("/", &json!({"url": held}));
    assert_eq!((posted.status, &posted.json()["url"]), (200, &json!(address)));
}

#[test]
fn a_reader_in_a_browser_asks_from_its_own_origin() {
    let own = ["--allow-origin=https://reader.example"];
    let service = Service::start(&[WEB, &own[..]].concat());
    let headers = [("Origin", "https://reader.example"), ("Sec-Fetch-Site", "cross-site")];
    // ReactFlux, over Miniflux, asks for an entry's article by the endpoint that the user gave.
    let asked = |path: &str| {
        let path = format!("/extract.php?links=preserve&url={}", encoded(&site(path)));
        service.ask("GET", &path, &headers, b"")
    };
    let answer = asked("/feeds/1.html");
    assert_eq!(answer.header("access-control-allow-origin"), "https://reader.example");
    let found = answer.json();
    assert!(found["content"].as_str().unwrap().contains(PARAGRAPHS[0]), "{found}");
    assert!(found["word_count"].as_u64().unwrap() > 0 && found["effective_url"].is_string());
    let none = asked("/feeds/empty.html");
    assert_eq!(none.header("access-control-allow-origin"), "https://reader.example");
    assert_eq!(none.status, 422);
}

#[test]
fn a_page_is_a_feed_of_one_entry() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    let address = site("/feeds/1.html?a=1&b=2");
    // As Full-Text RSS tells programs to ask; plug-ins of readers do.
    let path = format!("/makefulltextfeed.php?format=json&url={}", encoded(&address));
    let answer = service.get(&path);
    check_by_openapi(&document, "/makefulltextfeed.php", "get", &answer);
    let found = answer.json();
    let item = &found["rss"]["channel"]["item"];
    assert!(item["title"].as_str().unwrap().starts_with("渡口"), "{found}");
    assert_eq!((&item["link"], &item["guid"]), (&json!(address), &json!(address)));
    let content = item["description"].as_str().unwrap();
    assert!(PARAGRAPHS.iter().all(|paragraph| content.contains(paragraph)), "{content}");
    let feed = service.get(&path.replace("format=json&", ""));
    assert_eq!(feed.header("content-type"), "application/rss+xml; charset=utf-8");
    assert!(
        feed.text().contains("?a=1&amp;b=2</link><guid>") && feed.text().contains(PARAGRAPHS[5])
    );
    // A feed in JSON is no page either.
    for other in ["empty.html", "feed.json"] {
        let none = service.get(&path.replace("1.html", other));
        check_by_openapi(&document, "/makefulltextfeed.php", "get", &none);
        assert_eq!((none.status, &none.json()["error"]["code"]), (422, &json!("no-article")));
    }
    // The entries of a feed are a list.
    let feed = service
        .get(&format!("/makefulltextfeed.php?format=json&max=2&url={}", site("/feeds/atom.xml")));
    check_by_openapi(&document, "/makefulltextfeed.php", "get", &feed);
    let feed = feed.json();
    let items = feed["rss"]["channel"]["item"].as_array().unwrap();
    assert_eq!((items.len(), &items[1]["description"]), (2, &json!("短二")), "{feed}");
    assert!(items[0]["description"].as_str().unwrap().contains(PARAGRAPHS[5]), "{feed}");
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
    for wrong in ["max=0", "max=x", "format=xml"] {
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
}

//! `zhengwen serve`: the real program over real connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::answers::PARAGRAPHS;
use crate::hold;
use crate::run::{HUNG, command, root, wait_until};

static SITE: LazyLock<SocketAddr> =
    LazyLock::new(|| crate::server::serve(([127, 0, 0, 1], 0).into()).unwrap());

/// A running service; it ends with its test.
pub(crate) struct Service {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Service {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::of(command(&[&["serve", "--port", "0"], arguments].concat()))
    }

    fn of(mut command: std::process::Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it listens before it ends").unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split('/').next().unwrap().parse().unwrap();
            }
        };
        // Its log is read to the end, or it would wait for a reader.
        std::thread::spawn(move || lines.count());
        Self { child, address }
    }

    /// Answers with status, headers and body.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(HUNG)).unwrap();
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        stream.write_all((head + "\r\n").as_bytes()).unwrap();
        // A body that is too large is refused before it is read.
        let _ = stream.write_all(body);
        Answer::read(stream)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn post_json(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn post_html(&self, path: &str, html: &[u8]) -> Answer {
        self.ask("POST", path, &[("Content-Type", "text/html")], html)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let at = all.windows(4).position(|w| w == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(all[..at].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body: all[at + 4..].to_vec() }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        crate::answers::header(&self.head, name).unwrap_or("")
    }
}

pub(crate) fn fixture() -> Vec<u8> {
    std::fs::read(root().join("fixtures/pages/auto--news-article.html")).unwrap()
}

/// The flags that let the service reach the local site, and do not make it wait.
pub(crate) const WEB: &[&str] = &["--allow-private", "--delay=0", "--resolve=shelf.test:127.0.0.1"];

/// The flags that make it wait for an answer for longer than a test takes.
pub(crate) const PATIENT: &[&str] = &["--timeout=600", "--request-timeout=600"];

pub(crate) fn site(path: &str) -> String {
    format!("http://shelf.test:{}{path}", SITE.port())
}

#[test]
fn a_page_is_extracted_however_it_is_posted() {
    let service = Service::start(&["--no-fetch"]);
    let page = fixture();
    let expected = zhengwen::extract(&page).text;
    let html = String::from_utf8(page.clone()).unwrap();
    let bytes = service.post_html("/v1/extract", &page);
    assert_eq!((bytes.status, bytes.json()["text"].as_str().unwrap()), (200, expected.as_str()));
    let fields = service.post_json("/v1/extract", &json!({"html": html, "format": "text"}));
    assert_eq!(fields.text(), expected);
    let form: String = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("html", &html)
        .append_pair("format", "markdown")
        .append_pair("with_metadata", "true")
        .finish();
    let form = service.ask(
        "POST",
        "/v1/extract",
        &[("Content-Type", "application/x-www-form-urlencoded")],
        form.as_bytes(),
    );
    assert!(form.text().starts_with("---\ntitle: "), "{}", form.text());
    let options = json!({"html": html, "options": ["line-density.gap=2"]});
    let others = service.post_json("/v1/extract", &options);
    assert_eq!(others.status, 400);
    assert!(others.text().contains("an option of line-density"), "{}", others.text());
    // curl sends a page as a form by default.
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let no_form = service.ask("POST", "/v1/extract", &kind, &page);
    assert_eq!(no_form.status, 400);
    assert!(no_form.text().contains("Content-Type: text/html"), "{}", no_form.text());
    let accepted = [("Content-Type", "text/html"), ("Accept", "text/markdown, */*")];
    let accepted = service.ask("POST", "/v1/extract?drop=p%20~%20p", &accepted, &page);
    assert_eq!(accepted.header("content-type"), "text/markdown; charset=utf-8");
    assert!(accepted.text().len() < expected.len());
}

#[test]
fn fields_that_are_left_empty_say_nothing() {
    let service = Service::start(&["--no-fetch"]);
    let empty = "url=&method=&options=&favor=&format=&add=&include=&keep=&drop=&body=&encoding=&read_at=&lang=";
    let answer = service.post_html(&format!("/v1/extract?{empty}"), &fixture());
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(service.post_html(&format!("/v1/explain?{empty}"), &fixture()).status, 200);
}

#[test]
fn a_field_that_is_told_twice_is_a_list() {
    let service = Service::start(&["--no-fetch"]);
    let page = "<h1>题目</h1><h2>副题</h2><p>编码的故事，讲了很久。还有一句。</p>".as_bytes();
    let text = |query: &str| service.post_html(&format!("/v1/extract?{query}"), page).text();
    let one = text("format=text&body=body&drop=h1");
    let both = text("format=text&body=body&drop=h1&drop=h2");
    assert!(
        one.contains("副题") && !both.contains("副题") && both.contains("编码的故事"),
        "{both}"
    );
    assert_eq!(text("format=text&body=body&drop=h1,h2"), both);
    let add = service.post_html("/v1/extract?add=markdown,html&add=body", page).json();
    assert!(["markdown", "html", "body"].iter().all(|form| add.get(form).is_some()), "{add}");
}

#[test]
fn a_field_that_is_wrong_is_named() {
    let service = Service::start(&["--no-fetch"]);
    for (query, told) in [
        ("metod=auto", "\"metod\" is no field; the fields are add, "),
        ("trace=maybe", "trace: "),
        ("include=ads", "include: \"ads\" is none of images, "),
        ("method=auto&method=auto", "method: "),
        ("favor=recall&read_at=soon", "read_at: \"soon\" is not a date"),
    ] {
        let answer = service.post_html(&format!("/v1/extract?{query}"), b"x");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(answer.status == 400 && message.starts_with(told), "{query}: {message}");
    }
}

#[test]
fn bytes_are_decoded_by_header_and_page() {
    let service = Service::start(&["--no-fetch"]);
    let (page, _, _) = encoding_rs::GB18030.encode("<p>编码的故事，讲了很久。还有一句。</p>");
    let kind = [("Content-Type", "text/html; charset=gbk")];
    let found = service.ask("POST", "/v1/extract", &kind, &page).json();
    assert_eq!(found["text"], "编码的故事，讲了很久。还有一句。");
    assert_eq!(found["encoding"]["reason"], "http-header");
    // What comes as text is text, whatever it says of itself.
    let html = "<meta charset=gbk><p>编码的故事，讲了很久。还有一句。</p>";
    let found = service.post_json("/v1/extract", &json!({"html": html})).json();
    assert_eq!(found["text"], "编码的故事，讲了很久。还有一句。");
    assert_eq!(found["encoding"]["reason"], "already-text");
}

#[test]
fn pages_that_browsers_saved_are_read_as_they_were() {
    let service = Service::start(&["--no-fetch"]);
    let post = |query: &str, kind: &str, bytes: &[u8]| {
        service.ask("POST", &format!("/v1/extract{query}"), &[("Content-Type", kind)], bytes)
    };
    let address = "https://market.example/days/rain.html";
    for name in ["blink.mhtml", "safari.webarchive", "safari-xml.webarchive", "single-file.html"] {
        let file = std::fs::read(root().join("fixtures/saved").join(name)).unwrap();
        // The charset of the header would be that of the file, not that of the page in it.
        let mut answers = vec![
            post("", "application/octet-stream", &file),
            post("", "text/html; charset=utf-8", &file),
        ];
        if let Ok(html) = String::from_utf8(file.clone()) {
            answers.push(service.post_json("/v1/extract", &json!({"html": html})));
        }
        for answer in answers {
            let found = answer.json();
            assert_eq!((&found["url"], &found["title"]), (&json!(address), &json!("雨天的菜场")));
            assert!(found["text"].as_str().unwrap().contains("\n下雨天的菜场人少"), "{name}");
        }
        let other = post("?url=https://other.example/a/", "multipart/related", &file);
        assert_eq!(other.json()["url"], "https://other.example/a/", "{name}");
    }
    let damaged = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b--\n";
    let answer = post("", "multipart/related", damaged);
    let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(answer.status == 415 && message.contains("it has no parts"), "{message}");
}

#[test]
fn what_is_wrong_is_told_with_its_status() {
    let service = Service::start(&["--no-fetch", "--max-body", "1000"]);
    let wrong = |path: &str, body: Value| {
        let answer = service.post_json(path, &body);
        (answer.status, answer.json()["error"]["message"].as_str().unwrap_or("").to_owned())
    };
    for (body, what) in [
        (json!({}), "give url or html"),
        (json!({"html": "x", "method": "magic"}), "magic"),
        (json!({"html": "x", "format": "pdf"}), "pdf"),
        (json!({"html": "x", "drop": "p:::"}), "drop"),
        (json!({"html": "x", "surprise": 1}), "surprise"),
        (json!({"html": "x", "options": "line-density.gap=-"}), "line-density.gap"),
        (json!({"html": "x", "encoding": "klingon"}), "klingon"),
        (json!({"html": "x", "read_at": "soon"}), "soon"),
    ] {
        let (status, message) = wrong("/v1/extract", body);
        assert!(status == 400 && message.contains(what), "{what}: {status} {message}");
    }
    let (status, message) = wrong("/v1/extract", json!({"url": "https://example.com/"}));
    assert!(status == 403 && message.contains("--no-fetch"), "{status} {message}");
    assert_eq!(service.get("/v1/image?url=http://example.com/a.png").status, 403);
    assert_eq!(service.post_html("/v1/extract", &[b'x'; 2000]).status, 413);
    assert_eq!(service.get("/nothing").status, 404);
    assert_eq!(service.get("/v1/extract").status, 405);
    assert_eq!(service.post_html("/v1/extract?surprise=1", b"x").status, 400);
    assert_eq!(service.ask("POST", "/v2/scrape", &[], b"{").json()["success"], false);
}

/// The schema of an answer by the document that the service gives of itself.
pub(crate) fn check_by_openapi(document: &Value, path: &str, method: &str, answer: &Answer) {
    let operation = &document["paths"][path][method];
    let response = &operation["responses"][answer.status.to_string()];
    let kind = answer.header("content-type").split(';').next().unwrap();
    let schema = &response["content"][kind]["schema"];
    assert!(!schema.is_null(), "{path} {method}: {} {kind} is not documented", answer.status);
    if kind != "application/json" {
        return;
    }
    let whole = json!({"$ref": "#/at", "at": schema, "components": document["components"]});
    let validator = jsonschema::validator_for(&whole).unwrap();
    let value = answer.json();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{path}: {errors:#?}");
}

#[test]
fn answers_are_as_the_openapi_document_says() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    let (page, address) = (fixture(), site("/news/001.html"));
    let html = String::from_utf8(page.clone()).unwrap();
    for path in [
        "/",
        "/reader.webmanifest",
        "/icon.svg",
        "/healthz",
        "/metrics",
        "/openapi.json",
        "/v1/methods",
    ] {
        check_by_openapi(&document, path, "get", &service.get(path));
    }
    for format in ["json", "text", "markdown", "html", "page-html", "xml-tei"] {
        let answer = service.post_html(&format!("/v1/extract?format={format}"), &page);
        assert_eq!(answer.status, 200);
        check_by_openapi(&document, "/v1/extract", "post", &answer);
    }
    let traced = json!({"html": html, "trace": true, "add": ["markdown", "html", "body"]});
    for body in [
        traced,
        json!({"url": address}),
        json!({"url": "http://shelf.test:1/"}),
        json!({"method": 1}),
    ] {
        check_by_openapi(
            &document,
            "/v1/extract",
            "post",
            &service.post_json("/v1/extract", &body),
        );
    }
    for format in ["json", "html"] {
        let body = json!({"html": html, "format": format, "lang": "zh"});
        check_by_openapi(
            &document,
            "/v1/explain",
            "post",
            &service.post_json("/v1/explain", &body),
        );
        let asked = format!("/v1/explain?url={address}&format={format}");
        check_by_openapi(&document, "/v1/explain", "get", &service.get(&asked));
    }
}

#[test]
fn answers_in_the_shapes_of_others_are_as_the_openapi_document_says() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    let address = site("/news/001.html");
    let html = String::from_utf8(fixture()).unwrap();
    for (address, accept) in [
        (address.as_str(), "text/plain"),
        (&address, "application/json"),
        (&address, "text/event-stream"),
        ("http://shelf.test:1/", "application/json"),
        ("http://shelf.test:1/", "text/plain"),
    ] {
        let answer = service.ask("GET", &format!("/r/{address}"), &[("Accept", accept)], b"");
        check_by_openapi(&document, "/r/{address}", "get", &answer);
    }
    let answer = service.ask(
        "POST",
        "/r/",
        &[("Accept", "application/json")],
        json!({"html": html}).to_string().as_bytes(),
    );
    check_by_openapi(&document, "/r/", "post", &answer);
    let formats = json!(["markdown", "html", "rawHtml", {"type": "links"}]);
    for body in [
        json!({"url": address, "formats": formats}),
        json!({"url": address, "formats": ["json"]}),
        json!({}),
    ] {
        check_by_openapi(&document, "/v2/scrape", "post", &service.post_json("/v2/scrape", &body));
    }
}

#[test]
fn programs_written_for_jina_reader_are_answered() {
    let service = Service::start(WEB);
    let path = format!("/r/{}", site("/news/001.html?from=a&to=b"));
    let plain = service.get(&path).text();
    let lines: Vec<&str> = plain.lines().collect();
    assert!(
        lines[0].starts_with("Title: ") && lines[2].starts_with("URL Source: http://shelf.test"),
        "{plain}"
    );
    assert!(lines[2].ends_with("?from=a&to=b"), "{}", lines[2]);
    assert!(plain.contains("\nMarkdown Content:\n"));
    let data = |headers: &[(&str, &str)]| {
        let headers = [&[("Accept", "application/json")], headers].concat();
        service.ask("GET", &path, &headers, b"").json()["data"].clone()
    };
    let all = data(&[]);
    assert!(all["title"].as_str().is_some_and(|title| !title.is_empty()));
    let heading = data(&[("X-Target-Selector", "h1")]);
    assert_eq!(heading["content"].as_str().unwrap().trim_start_matches("# "), all["title"]);
    let without = data(&[("X-Remove-Selector", "p"), ("X-Respond-With", "text")]);
    assert!(without["content"].as_str().unwrap().len() < all["content"].as_str().unwrap().len());
    let html = service.ask("GET", &path, &[("X-Respond-With", "html")], b"");
    assert!(html.text().contains("<p>"));
    let events = service.ask("GET", &path, &[("Accept", "text/event-stream")], b"").text();
    assert!(events.starts_with("event: data\ndata: {"));
    let missing = service.ask(
        "GET",
        &format!("/r/{}", site("/none")),
        &[("Accept", "application/json")],
        b"",
    );
    assert_eq!((missing.status, missing.json()["code"].as_u64()), (502, Some(502)));
}

#[test]
fn the_examples_of_jina_reader_are_answered() {
    let service = Service::start(WEB);
    let address = site("/news/001.html");
    let plain = service.get(&format!("/r/{address}")).text();
    // curl -d 'url=...', which curl calls a form.
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let posted = service.ask("POST", "/r/", &form, format!("url={address}").as_bytes());
    assert_eq!(posted.text(), plain);
    let json = json!({"url": address}).to_string();
    assert_eq!(service.ask("POST", "/r/", &form, json.as_bytes()).text(), plain);
    let encoded = address.replace(':', "%3A").replace('/', "%2F");
    assert_eq!(service.get(&format!("/r/{encoded}")).text(), plain);
    // Lists of links are in text as well as in JSON.
    let links = [("X-With-Links-Summary", "true")];
    for form in ["markdown", "text"] {
        let headers = [&links[..], &[("X-Respond-With", form)]].concat();
        let page = json!({
            "html": "<h1>题目</h1><p>会议讨论了供水的问题，见<a href='https://a.example/plan'>规划</a>，代表们提出了建议。</p>",
            "url": "https://b.example/",
        });
        let answer = service.ask("POST", "/r/", &headers, page.to_string().as_bytes()).text();
        assert!(
            answer.contains("\n\nLinks/Buttons:\n- [规划](https://a.example/plan)\n"),
            "{form}: {answer}"
        );
    }
}

#[test]
fn everything_of_firecrawl_is_answered_or_refused_in_its_shape() {
    let service = Service::start(WEB);
    let document = service.get("/openapi.json").json();
    let map = service.post_json("/v2/map", &json!({"url": site("/news/001.html"), "limit": 4}));
    check_by_openapi(&document, "/v2/map", "post", &map);
    let links = map.json()["links"].as_array().unwrap().clone();
    assert!(links.len() == 4 && links[0]["url"] == site("/news/001.html"), "{links:?}");
    let found = service.post_json(
        "/v2/map",
        &json!({"url": site("/news/001.html"), "search": "ABOUT", "sitemap": "skip"}),
    );
    assert_eq!(found.json()["links"], json!([{"url": site("/about.html")}]));
    let wrong = service.post_json("/v2/map", &json!({"url": site("/"), "sitemap": "maybe"}));
    assert_eq!((wrong.status, &wrong.json()["success"]), (400, &json!(false)));
    for path in ["/v2/crawl", "/v2/batch/scrape", "/v2/search", "/v2/extract"] {
        let answer = service.post_json(path, &json!({"url": site("/")}));
        check_by_openapi(&document, "/v2/{other}", "post", &answer);
        assert_eq!((answer.status, &answer.json()["code"]), (501, &json!("not-offered")), "{path}");
    }
    assert_eq!(service.get("/v2/crawl/123").json()["success"], false);
    for path in ["/v1/map", "/v1/crawl/123", "/v1/batch/scrape", "/v0/scrape"] {
        let answer = service.post_json(path, &json!({"url": site("/")}));
        assert_eq!((answer.status, &answer.json()["code"]), (501, &json!("not-offered")), "{path}");
    }
    assert_eq!(service.get("/v1/mapped").status, 404);
}

#[test]
fn a_markdown_answer_is_read_as_an_article() {
    let service = Service::start(WEB);
    let found = service.post_json("/v1/extract", &json!({"url": site("/article.md")})).json();
    assert_eq!((&found["title"], &found["author"]), (&json!("渡口的早晨"), &json!("王芳")));
    assert!(found["publish_date"].as_str().unwrap().starts_with("2026-03-05"));
    let text = found["text"].as_str().unwrap();
    assert!(PARAGRAPHS.iter().all(|paragraph| text.contains(paragraph)), "{text}");
    let markdown = json!({"url": site("/article.md"), "format": "markdown"});
    let markdown = service.post_json("/v1/extract", &markdown).text();
    assert!(markdown.contains("```sh\nferry --at 6\n```"), "{markdown}");
    assert!(markdown.contains("| 早班 |"), "{markdown}");
}

#[test]
fn what_is_no_page_is_refused_by_its_content() {
    let service = Service::start(WEB);
    for (bytes, told) in [
        (&b"\x89PNG\r\n\x1a\n0000"[..], "image/png"),
        (b"%PDF-1.7\n%\xe2\xe3", "application/pdf"),
        (b"PK\x03\x04\x14\0\0\0", "application/zip"),
        (b"\x01\x02\x03\x04\x05\x06\x07\x08", "bytes that are no text"),
        (b"", "an empty file"),
    ] {
        let answer = service.post_html("/v1/extract", bytes);
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(answer.status == 415 && message.contains(told), "{told}: {message}");
    }
    // The server calls it a page.
    let fetched = service.post_json("/v1/extract", &json!({"url": site("/pdf.html")}));
    let message = fetched.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(fetched.status == 502 && message.contains("application/pdf"), "{message}");
}

#[test]
fn a_person_is_not_held_by_the_pace_of_crawling() {
    let own = ["--allow-private", "--delay=3600", "--resolve=shelf.test:127.0.0.1"];
    let service = Service::start(&own);
    for path in ["/news/001.html", "/news/002.html"] {
        let answer = service.post_json("/v1/extract", &json!({"url": site(path)}));
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(service.get(&format!("/v1/image?url={}", site("/dot.png"))).status, 200);
}

#[test]
fn cookies_of_different_people_are_kept_apart() {
    let service = Service::start(WEB);
    let read = |path: &str| service.post_json("/v1/extract", &json!({"url": site(path)})).json();
    // Within one fetch a cookie comes back to its server; the next fetch begins without it.
    assert_eq!(read("/cookie.html")["title"], "带着饼干来");
    assert_eq!(read("/told-cookies.html")["title"], "没有饼干");
}

#[test]
fn programs_written_for_firecrawl_are_answered() {
    let service = Service::start(WEB);
    let address = site("/news/001.html");
    let formats = json!(["markdown", "html", "rawHtml", "links"]);
    let answer = service.post_json(
        "/v2/scrape",
        &json!({"url": address, "formats": formats, "timeout": 30000, "mobile": false}),
    );
    let answer = answer.json();
    assert_eq!(answer["success"], true);
    let data = &answer["data"];
    assert_eq!(
        (data["metadata"]["sourceURL"].as_str().unwrap(), &data["metadata"]["statusCode"]),
        (address.as_str(), &json!(200))
    );
    assert!(data["rawHtml"].as_str().unwrap().contains("<html"));
    let title = format!("# {}\n\n", data["metadata"]["title"].as_str().unwrap());
    assert!(data["markdown"].as_str().unwrap().starts_with(&title), "{data}");
    assert!(
        data["links"]
            .as_array()
            .unwrap()
            .iter()
            .all(|link| link.as_str().unwrap().starts_with("http://shelf.test"))
    );
    let some = json!(["markdown", "screenshot", {"type": "summary"}]);
    let older = service.post_json("/v1/scrape", &json!({"url": address, "formats": some}));
    check_by_openapi(&service.get("/openapi.json").json(), "/v1/scrape", "post", &older);
    assert_eq!(older.json()["data"]["markdown"], data["markdown"]);
    let warning = older.json()["data"]["warning"].as_str().unwrap().to_owned();
    assert!(warning.starts_with(r#"formats: "screenshot", "summary" left out; "#), "{warning}");
    let whole =
        service.post_json("/v2/scrape", &json!({"url": address, "onlyMainContent": false})).json();
    let length = |value: &Value| value["data"]["markdown"].as_str().unwrap().len();
    assert!(length(&whole) > length(&answer), "the menu is part of the whole page");
    let less =
        service.post_json("/v2/scrape", &json!({"url": address, "excludeTags": ["p"]})).json();
    assert!(length(&less) < length(&answer));
}

#[test]
fn pictures_are_pictures_and_nothing_else() {
    let service = Service::start(WEB);
    let image = |path: &str| service.get(&format!("/v1/image?url={}", site(path)));
    let dot = image("/dot.png");
    assert_eq!((dot.status, dot.header("content-type")), (200, "image/png"));
    assert!(dot.header("content-security-policy").contains("sandbox"));
    for other in ["/picture.svg", "/news/001.html", "/none.png"] {
        assert_eq!(image(other).status, 502, "{other}");
    }
}

/// Addresses of every special block, and other ways to them.
const FORBIDDEN: &[&str] = &[
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://localhost/",
    "http://[::1]/",
    "http://[::]/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.0.0.1/",
    "http://192.0.2.1/",
    "http://192.88.99.1/",
    "http://192.168.0.1/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[100::1]/",
    "http://[2001:db8::1]/",
    "http://[2002:7f00:1::]/",
    "http://[fc00::1]/",
    "http://[fe80::1]/",
    "http://[ff02::1]/",
    "http://user:password@example.com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://127.0.0.1/",
    "data:text/html,x",
    "javascript:alert(1)",
];

#[test]
fn no_private_or_special_address_is_asked_by_any_way() {
    let service = Service::start(&["--delay=0"]);
    let encoded = |address: &str| {
        url::form_urlencoded::byte_serialize(address.as_bytes()).collect::<String>()
    };
    for address in FORBIDDEN {
        let ways = [
            service.post_json("/v1/extract", &json!({"url": address})),
            service.get(&format!("/v1/explain?url={}", encoded(address))),
            service.get(&format!("/v1/image?url={}", encoded(address))),
            service.post_json("/v2/scrape", &json!({"url": address})),
            service.post_json("/r/", &json!({"url": address})),
        ];
        for answer in &ways {
            assert_eq!(answer.status, 400, "{address}: {}", answer.text());
            assert!(!answer.text().contains("--allow"), "flags are not for strangers");
        }
        if address.starts_with("http") {
            assert_eq!(service.get(&format!("/r/{address}")).status, 400, "{address}");
        }
    }
}

#[test]
fn names_of_strangers_are_not_answered_to() {
    let status = |service: &Service, host: &str| {
        let mut stream = TcpStream::connect(service.address).unwrap();
        let head = format!("GET /v1/methods HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        Answer::read(stream).status
    };
    let service = Service::start(&["--no-fetch"]);
    assert_eq!((status(&service, "localhost"), status(&service, "evil.example")), (200, 421));
    let service = Service::start(&["--no-fetch", "--allow-host", "reader.example"]);
    assert_eq!((status(&service, "reader.example"), status(&service, "evil.example")), (200, 421));
}

#[test]
fn redirects_to_private_addresses_are_refused() {
    let block = format!("--allow-address={}", SITE.ip());
    let service = Service::start(&["--delay=0", "--resolve=shelf.test:127.0.0.1", &block]);
    for (path, image) in [("/to-private", false), ("/to-file", false), ("/image-to-private", true)]
    {
        let answer = match image {
            true => service.get(&format!("/v1/image?url={}", site(path))),
            false => service.post_json("/v1/extract", &json!({"url": site(path)})),
        };
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
    }
    assert_eq!(service.post_json("/v1/extract", &json!({"url": site("/moved.html")})).status, 200);
}

/// A resolver of names that changes its mind: `flip.test` is a public address at first and ours from then on,
/// `mixed.test` is both at once, `private.test` ours always. Returns the number of times that it answered with ours.
fn start_resolver(socket: std::net::UdpSocket) -> std::sync::Arc<std::sync::atomic::AtomicUsize> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let told = std::sync::Arc::new(AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&told);
    std::thread::spawn(move || {
        let (mut query, mut flips) = ([0; 512], 0);
        while let Ok((length, from)) = socket.recv_from(&mut query) {
            let question_end =
                12 + query[12..length].iter().position(|byte| *byte == 0).unwrap() + 5;
            let name: &[u8] = &query[13..question_end - 5];
            let is_ipv4 = query[question_end - 3] == 1;
            let (public, ours) = ([93, 184, 215, 14], [127, 0, 0, 1]);
            let answers: &[[u8; 4]] = match is_ipv4 {
                false => &[],
                true if name.starts_with(b"flip") => {
                    flips += 1;
                    if flips == 1 { &[public] } else { &[ours] }
                }
                true if name.starts_with(b"mixed") => &[public, ours],
                true => &[ours],
            };
            count.fetch_add(usize::from(answers.contains(&ours)), Ordering::Relaxed);
            let mut answer = query[..question_end].to_vec();
            answer[2..12].copy_from_slice(&[0x81, 0x80, 0, 1, 0, answers.len() as u8, 0, 0, 0, 0]);
            for address in answers {
                answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
                answer.extend(address);
            }
            let _ = socket.send_to(&answer, from);
        }
    });
    told
}

/// A service that asks a resolver of ours: it sees another `resolv.conf`. None where that cannot be had.
fn start_with_resolver(folder: &std::path::Path, arguments: &[&str]) -> Option<Service> {
    let file = folder.join("resolv.conf");
    std::fs::write(&file, "nameserver 127.0.53.53\noptions timeout:30 attempts:2\n").unwrap();
    let program = command(&[&["serve", "--port", "0"], arguments].concat());
    let bind = format!("mount --bind {} /etc/resolv.conf && exec \"$@\"", file.display());
    let mut inside = std::process::Command::new("unshare");
    let can = inside.args(["--mount", "sh", "-c", &bind, "sh", "true"]).output();
    if !can.is_ok_and(|done| done.status.success()) {
        return None;
    }
    let mut inside = std::process::Command::new("unshare");
    inside
        .args(["--mount", "sh", "-c", &bind, "sh"])
        .arg(program.get_program())
        .args(program.get_args());
    inside.current_dir(root());
    Some(Service::of(inside))
}

#[test]
fn names_that_change_their_address_lead_nowhere_private() {
    let Ok(socket) = std::net::UdpSocket::bind("127.0.53.53:53") else {
        zhengwen_oracle::skipped("a name that changes its address (its resolver needs root)");
        return;
    };
    let told = start_resolver(socket);
    let folder = tempfile::tempdir().unwrap();
    let rude = ["--delay=0", "--retries=1", "--ignore-robots"];
    let Some(open) =
        start_with_resolver(folder.path(), &[&rude[..], &["--allow-private"]].concat())
    else {
        zhengwen_oracle::skipped("a name that changes its address (needs mount namespaces)");
        return;
    };
    let ask = |service: &Service, name: &str| {
        let url = format!("http://{name}.test:{}/rebinding", SITE.port());
        service.post_json("/v1/extract", &json!({"url": url}))
    };
    let asked = |name: &str| {
        let log = crate::server::LOG.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        log.iter().filter(|(host, ..)| *host == format!("{name}.test")).count()
    };
    // With the guard open the resolver does lead there, so this test can fail.
    // There is no such page, but it is asked for.
    assert_eq!(ask(&open, "private").status, 502);
    assert!(asked("private") > 0);
    drop(open);
    // The public address is not waited for, as nobody may be there.
    let quick = [&rude[..], &["--timeout=2"]].concat();
    let guarded = start_with_resolver(folder.path(), &quick).unwrap();
    let before = (asked("private"), told.load(std::sync::atomic::Ordering::Relaxed));
    for name in ["private", "mixed", "flip", "flip", "flip"] {
        let answer = ask(&guarded, name);
        assert!(
            [400, 502, 504].contains(&answer.status),
            "{name}: {} {}",
            answer.status,
            answer.text()
        );
    }
    assert_eq!((asked("flip"), asked("mixed"), asked("private")), (0, 0, before.0));
    assert!(
        told.load(std::sync::atomic::Ordering::Relaxed) >= before.1 + 3,
        "private addresses were told"
    );
}

#[test]
fn hostile_pages_come_out_harmless() {
    let service = Service::start(&["--no-fetch"]);
    let vectors = std::fs::read_to_string(root().join("fixtures/xss/vectors.txt")).unwrap();
    let page = format!("<h1>题目</h1><p>{}</p>{vectors}<p>{}</p>", PARAGRAPHS[0], PARAGRAPHS[1]);
    for method in ["auto", "line-density", "block-smoothing"] {
        let path = format!("/v1/extract?format=html&with_metadata=true&method={method}&body=body");
        let answer = service.post_html(&path, page.as_bytes());
        let html = answer.text().to_lowercase();
        assert!(
            !html.contains("<script")
                && !html.contains("onerror=\"")
                && !html.contains("href=\"javascript")
        );
        assert!(answer.header("content-security-policy").contains("sandbox"));
        let report = service.post_html(&format!("/v1/explain?method={method}"), page.as_bytes());
        let policy = report.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(report.text().matches("<script").count(), 2);
    }
    for path in ["/", "/healthz", "/v1/methods", "/nothing"] {
        let answer = service.get(path);
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
    }
    let policy = service.get("/").header("content-security-policy").to_owned();
    assert!(!policy.contains("unsafe") && policy.contains("script-src 'sha256-"), "{policy}");
}

#[test]
fn too_many_requests_are_turned_away_at_once() {
    let own =
        ["--concurrency=2", "--header=X-Hold: too-many", "--resolve=other.shelf.test:127.0.0.1"];
    let service = Service::start(&[WEB, PATIENT, &own[..]].concat());
    // Of one host, the second would wait for the first.
    let held = [site("/news/001.html"), site("/news/001.html").replace("shelf", "other.shelf")];
    let held = held.map(|url| json!({"url": url}));
    std::thread::scope(|scope| {
        let held = held
            .each_ref()
            .map(|held| scope.spawn(|| service.post_json("/v1/extract", held).status));
        wait_until("two are at work", || hold::waiting("too-many") == 2);
        // Those two do not end before they are let go.
        let refused = service.post_html("/v1/extract", &fixture());
        assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
        assert_eq!(service.get("/healthz").text(), "ok\n");
        assert_eq!(hold::let_go("too-many"), 2);
        held.into_iter().for_each(|held| assert_eq!(held.join().unwrap(), 200));
    });
    assert_eq!(service.post_html("/v1/extract", &fixture()).status, 200);
}

#[test]
fn work_that_takes_too_long_keeps_its_place_until_it_ends() {
    let limits = ["--concurrency=1", "--request-timeout=1", "--timeout=600"];
    let service = Service::start(&[WEB, &limits[..], &["--header=X-Hold: long"]].concat());
    let held = service.post_json("/v1/extract", &json!({"url": site("/news/001.html")}));
    assert_eq!((held.status, held.json()["error"]["code"].as_str()), (504, Some("timeout")));
    assert_eq!(service.post_html("/v1/extract", &fixture()).status, 503);
    hold::let_go("long");
    wait_until("its place is free", || service.post_html("/v1/extract", &fixture()).status == 200);
}

/// A page that takes seconds: many selectors that each go from sibling to sibling.
fn hostile() -> Value {
    let html = "<p>第一句话，说了一些。第二句话，也说了一些。</p>".repeat(100_000);
    json!({"html": html, "keep": vec!["a ~ p, b ~ p"; 64]})
}

#[test]
fn a_page_that_takes_too_long_leaves_its_worker() {
    let limits = ["--no-fetch", "--jobs=1", "--concurrency=1", "--request-timeout=1"];
    let service = Service::start(&limits);
    let slow = service.post_json("/v1/extract", &hostile());
    assert_eq!((slow.status, slow.json()["error"]["code"].as_str()), (504, Some("timeout")));
    wait_until("the worker is free", || service.post_html("/v1/extract", &fixture()).status == 200);
}

/// Every shape that the growth of work is tested with, twice at once.
#[test]
#[ignore = "half a minute: make nightly"]
fn hostile_pages_leave_both_workers() {
    let service = Service::start(&["--no-fetch", "--jobs=2", "--request-timeout=5"]);
    for (name, shape) in zhengwen_oracle::SHAPES {
        let forms = ["markdown", "html", "xml-tei", "page-html"];
        let body = json!({"html": shape(60_000), "add": forms, "chunks": 500, "trace": true});
        let answers = std::thread::scope(|scope| {
            let both =
                [(); 2].map(|()| scope.spawn(|| service.post_json("/v1/extract", &body).status));
            both.map(|one| one.join().unwrap())
        });
        assert!(answers.iter().all(|status| [200, 413, 503, 504].contains(status)), "{name}");
        let asked = std::cell::Cell::new(0);
        wait_until("a worker is free", || {
            asked.set(asked.get() + 1);
            service.post_html("/v1/extract", &fixture()).status == 200
        });
        println!("{name}: {answers:?}, then a small page at request {}", asked.get());
    }
}

/// A connection whose hostile page is at work: it has no answer, and another page is turned away. It is sent again when it was
/// turned away itself, since the page that was asked in between had the one place.
fn at_work(service: &Service) -> TcpStream {
    let body = hostile().to_string();
    let head = format!(
        "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let start = std::time::Instant::now();
    loop {
        let mut stream = TcpStream::connect(service.address).unwrap();
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
        stream.set_nonblocking(true).unwrap();
        loop {
            assert!(start.elapsed() < HUNG, "hung: it is not at work");
            let is_full = service.post_html("/v1/extract", &fixture()).status == 503;
            let is_answered = stream.peek(&mut [0]).is_ok();
            if is_answered {
                break;
            }
            if is_full {
                return stream;
            }
        }
    }
}

#[test]
fn a_client_that_leaves_leaves_no_work_behind() {
    let limits = ["--no-fetch", "--jobs=1", "--concurrency=1", "--request-timeout=600"];
    let service = Service::start(&limits);
    drop(at_work(&service));
    wait_until("the worker is free", || service.post_html("/v1/extract", &fixture()).status == 200);
}

#[cfg(unix)]
#[test]
fn what_is_at_work_is_done_before_the_end() {
    let own = ["--header=X-Hold: last"];
    let mut service = Service::start(&[WEB, PATIENT, &own[..]].concat());
    let held = json!({"url": site("/news/001.html")});
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| service.post_json("/v1/extract", &held).status);
        wait_until("it is at work", || hold::waiting("last") == 1);
        let id = service.child.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success()
        );
        wait_until("nobody else is let in", || TcpStream::connect(service.address).is_err());
        hold::let_go("last");
        assert_eq!(asked.join().unwrap(), 200);
    });
    assert!(service.child.wait().unwrap().success());
}

#[test]
fn figures_are_told_to_prometheus() {
    let service = Service::start(&["--no-fetch"]);
    service.post_html("/v1/extract", &fixture());
    service.get("/nothing");
    let metrics = service.get("/metrics").text();
    for line in [
        "zhengwen_requests_total{route=\"/v1/extract\",status=\"200\"} 1",
        "zhengwen_requests_total{route=\"other\",status=\"404\"} 1",
        "zhengwen_request_seconds_count{route=\"/v1/extract\"} 1",
        &format!("zhengwen_request_bytes_total {}", fixture().len()),
    ] {
        assert!(metrics.lines().any(|own| own == line), "{line}\n{metrics}");
    }
    assert!(metrics.ends_with("# EOF\n"));
}

#[test]
fn a_port_that_is_taken_is_told_in_one_line() {
    let service = Service::start(&["--no-fetch"]);
    let port = service.address.port().to_string();
    let outcome = crate::run::zhengwen(&["serve", "--no-fetch", "--port", &port]);
    outcome.fails_naming(1, &format!("cannot listen on 127.0.0.1:{port}"));
}

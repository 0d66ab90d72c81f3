//! Renders pages with a real Chromium; skipped, with a message, where it is missing.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use zhengwen::PageInfo;
use zhengwen_html::{AttributeName, Document, NodeId, NodeKind};
use zhengwen_io::fetch::Fetched;
use zhengwen_io::guard::AddressGuard;
use zhengwen_io::render::{Drawn, RenderError, RenderOptions, Renderer};
use zhengwen_page::page::Page;

use crate::server::{HUNG, comes_true, response, serve, serve_at};

/// One browser for all tests that need no other options.
static RENDERER: LazyLock<Renderer> = LazyLock::new(|| Renderer::new(options()));

fn options() -> RenderOptions {
    RenderOptions { guard: AddressGuard::open(), timeout: HUNG, ..RenderOptions::default() }
}

fn page(url: &str, html: &str) -> Fetched {
    Fetched {
        bytes: html.into(),
        url: url.to_owned(),
        charset: Some("utf-8".to_owned()),
        is_damaged: false,
    }
}

fn try_draw(renderer: &Renderer, html: &str, is_online: bool) -> Result<Drawn, RenderError> {
    renderer.render(&page("", html), &PageInfo::new().encoding("utf-8"), is_online)
}

/// The page as rendered; `None` without a browser.
fn draw(renderer: &Renderer, html: &str, is_online: bool) -> Option<Drawn> {
    match try_draw(renderer, html, is_online) {
        Ok(drawn) => Some(drawn),
        Err(error @ RenderError::NoBrowser) => {
            assert!(std::env::var_os("ZHENGWEN_NEEDS_BROWSER").is_none(), "{error}");
            zhengwen_oracle::skipped("tests that render pages (install chromium)");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn attribute<'a>(document: &'a Document, id: NodeId, name: &str) -> Option<&'a str> {
    document.attributes(id).find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// Writes into each element what `getBoundingClientRect` says of it.
const TELL: &str = "<script>addEventListener('load', () => {
    for (const e of document.querySelectorAll('*')) {
        const r = e.getBoundingClientRect();
        e.setAttribute('data-rect', [r.left, r.top, r.width, r.height].join());
    }
});</script>";

const LAYOUTS: &[(&str, &str)] = &[
    (
        "float",
        "<style>.m{float:left;width:30%}.c{float:right;width:65%;margin:7px}p{line-height:1.7}.e{clear:both}</style>
        <div class=m><ul><li>one<li>two <a href=a>link</a></ul></div><div class=c><h1>Title</h1><p>Words
        <b>bold</b> <i>and more words that go on and on until the line is full and breaks, and once more</i>.</div>
        <div class=e>end</div>",
    ),
    (
        "flex",
        "<style>.f{display:flex;gap:12px;justify-content:space-between}.f>*{flex:1 1 120px;padding:3.5px}.g{flex-direction:column-reverse}</style>
        <div class=f><nav>menu</nav><main><h2>Title</h2><p>Words</p></main><aside class='f g'><p>a</p><p>b</p></aside></div>",
    ),
    (
        "grid",
        "<style>.g{display:grid;grid-template:auto 80px/1fr 3fr 120px;gap:8px}.w{grid-column:1/-1}.z{justify-self:end;align-self:center}</style>
        <div class=g><header class=w>head</header><nav>menu</nav><article><p>words</p><p>more</p></article><aside class=z>side</aside>
        <footer class=w>foot</footer></div>",
    ),
    (
        "table",
        "<table border=1 cellspacing=5 cellpadding=3 width=80% align=center><caption>caption</caption>
        <tr><td rowspan=2 width=120>menu</td><th>head</th></tr><tr><td><font size=5>words</font><br>more <img width=40 height=30></td></tr>
        </table><center><nobr>mid</nobr></center>",
    ),
    (
        "absolute",
        "<style>body{height:3000px;position:relative}.a{position:absolute;left:40px;top:1500.5px;width:50%}.b{position:absolute;right:10px;bottom:20px}
        .f{position:fixed;top:5px;right:5px}.t{transform:translate(30px,40px);width:100px}.s{overflow:auto;height:50px}</style>
        <div class=a><p>far down</p><span>inline</span></div><div class=b>corner</div><div class=f>fixed</div><div class=t>moved</div>
        <div class=s><p>1</p><p>2</p><p>3</p><p>4</p></div><p style='display:none'>none</p>",
    ),
];

#[test]
#[ignore = "renders pages: make nightly"]
fn boxes_are_those_of_the_browser() {
    for (name, html) in LAYOUTS {
        let html = format!("<!doctype html><title>{name}</title>{TELL}<body>{html}");
        let Some(drawn) = draw(&RENDERER, &html, false) else { return };
        let document = &drawn.page.document;
        let (mut compared, mut drawn_at_all) = (0, 0);
        for id in document.ids().filter(|id| document.kind(*id) == NodeKind::Element) {
            let Some(told) = attribute(document, id, "data-rect") else { continue };
            let told: Vec<f32> = told.split(',').map(|number| number.parse().unwrap()).collect();
            let own = drawn.page.rectangles[id.index()];
            drawn_at_all += usize::from(own.is_some());
            let own = own.map_or([0.0; 4], |r| [r.left, r.top, r.width, r.height]);
            for (a, b) in own.iter().zip(&told) {
                let element = document.name(id);
                assert!((a - b).abs() <= 1.0, "{name}: {element}: {own:?}, not {told:?}");
            }
            compared += 1;
        }
        assert!(compared > 8 && drawn_at_all > 6, "{name}: {compared} elements");
    }
}

#[test]
#[ignore = "renders pages: make nightly"]
fn the_tree_is_the_one_after_scripts() {
    let html = "<!doctype html><title>t</title><body><div id=app></div><noscript>no scripts</noscript>
        <template><p>template</p></template><p id=gone>gone</p><style>.x{display:none}.y{visibility:hidden}.z{visibility:visible}
        p::before{content:'before'}</style><p class=x>not shown</p><p class=y>unseen <b class=z>seen</b></p>
        <input value=typed><svg viewBox='0 0 1 1'><title>drawing</title><linearGradient/></svg>
        <script>document.getElementById('gone').remove();
        const p = document.createElement('p'); p.textContent = '脚本写的正文。'; document.getElementById('app').append(p);
        // What no parser makes: a paragraph in a paragraph.
        const q = document.createElement('p'); q.textContent = 'inner'; p.append(q);
        const host = document.createElement('x-host'); document.body.append(host);
        host.attachShadow({mode: 'open'}).innerHTML = '<p>in the shadow</p>';
        history.replaceState(0, '', '/elsewhere'); alert('stop');</script>";
    let Some(drawn) = draw(&RENDERER, html, false) else { return };
    let page = Page::from_rendered(drawn.page, None);
    let document = page.document();
    let text = document.text_content(Document::ROOT);
    for part in ["脚本写的正文。", "inner", "in the shadow", "unseen"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in ["gone</p>", "template", "before", "no scripts"] {
        assert!(!page.texts().iter().any(|t| document.text(t.node).contains(part)), "{part}");
    }
    let inner = document.ids().find(|id| document.text(*id) == "inner").unwrap();
    let names: Vec<&str> = document.ancestors(inner).map(|id| document.name(id)).take(3).collect();
    assert_eq!(names, ["p", "p", "div"]);
    let hidden: Vec<&str> = page
        .blocks()
        .iter()
        .filter(|block| block.is_hidden)
        .flat_map(|block| page.texts_of(block))
        .map(|text| document.text(text.node).trim())
        .collect();
    assert_eq!(hidden, ["not shown"]);
    let gradient = document.ids().find(|id| document.name(*id) == "linearGradient");
    assert!(gradient.is_some(), "names of drawings keep their capitals");
}

#[test]
#[ignore = "renders pages: make nightly"]
fn lazy_content_comes_by_scrolling_and_slow_content_by_waiting() {
    let address = serve(|path| match path {
        "/late" => {
            std::thread::sleep(Duration::from_millis(300));
            response("200 OK", "Access-Control-Allow-Origin: *\r\n", "后来的正文。".as_bytes())
        }
        _ => {
            response("200 OK", "Access-Control-Allow-Origin: *\r\n", "滚动才有的正文。".as_bytes())
        }
    });
    let html = format!(
        "<!doctype html><body><p id=a></p><div style='height:4000px'></div><p id=b></p><script>
        fetch('http://{address}/late').then(r => r.text()).then(t => a.textContent = t);
        new IntersectionObserver((seen, o) => {{ if (seen[0].isIntersecting) {{ o.disconnect();
            fetch('http://{address}/lazy').then(r => r.text()).then(t => b.textContent = t); }} }}).observe(b);
        </script>"
    );
    let Some(drawn) = draw(&RENDERER, &html, true) else { return };
    let text = drawn.page.document.text_content(Document::ROOT);
    assert!(text.contains("后来的正文。") && text.contains("滚动才有的正文。"), "{text}");
    // The same page with the network off asks nobody.
    let drawn = draw(&RENDERER, &html, false).unwrap();
    assert!(!drawn.page.document.text_content(Document::ROOT).contains("正文。"));
}

/// A page that tries to reach a server in every way a page can.
fn prying(port: u16, open: SocketAddr) -> String {
    format!(
        "<!doctype html><body><p id=o></p><iframe src='http://127.0.0.2:{port}/'></iframe>
        <iframe src='file:///etc/passwd'></iframe><img src='http://[::1]:{port}/i'>
        <link rel=stylesheet href='http://127.0.0.3:{port}/s'><img src='http://{open}/redirect'>
        <img src='http://evil.test:{port}/'><script src='http://0.0.0.0:{port}/j'></script>
        <link rel=preconnect href='http://127.0.0.10:{port}/'><object data='http://127.0.0.11:{port}/'></object>
        <video src='http://127.0.0.12:{port}/' autoplay></video><script>
        for (const h of ['127.0.0.4', '[::ffff:127.0.0.5]', '2130706438', 'evil.test', '0x7f.7'])
            fetch('http://' + h + ':{port}/', {{mode: 'no-cors'}}).catch(() => 0);
        try {{ new WebSocket('ws://127.0.0.7:{port}/') }} catch (e) {{}}
        fetch('http://{open}/').then(r => r.text()).then(t => o.textContent = t);
        window.open('http://127.0.0.8:{port}/'); navigator.sendBeacon('http://127.0.0.9:{port}/');
        try {{ new Worker(URL.createObjectURL(new Blob([`fetch('http://127.0.0.13:{port}/')`]))) }} catch (e) {{}}
        const peer = new RTCPeerConnection({{iceServers: [{{urls: 'turn:127.0.0.14:{port}?transport=tcp',
            username: 'u', credential: 'c'}}]}});
        peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer));
        </script>"
    )
}

#[test]
#[ignore = "renders pages: make nightly"]
fn what_is_private_is_not_reached() {
    let reached = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&reached);
    // On every address of this machine.
    let hidden = serve_at("0.0.0.0:0", move |head, mut stream| {
        log.lock().unwrap().push(format!("{:?} {head}", stream.local_addr()));
        let _ = stream.write_all(&response("200 OK", "", b"secret"));
    });
    let port = hidden.port();
    let open = serve(move |path| match path {
        "/redirect" => {
            response("302 Found", &format!("Location: http://127.0.0.3:{port}/\r\n"), b"")
        }
        _ => response("200 OK", "Access-Control-Allow-Origin: *\r\n", b"open"),
    });
    let guard = AddressGuard {
        allowed: vec!["127.0.0.1/32".parse().unwrap()],
        hosts: [("evil.test".to_owned(), "127.0.0.3".parse().unwrap())].into(),
        ..AddressGuard::default()
    };
    let html = prying(port, open);
    let renderer = Renderer::new(RenderOptions { guard, ..options() });
    let Some(drawn) = draw(&renderer, &html, true) else { return };
    let text = drawn.page.document.text_content(Document::ROOT);
    assert!(text.contains("open"), "what is allowed comes: {text}");
    assert_eq!(*reached.lock().unwrap(), [""; 0], "a private host was reached");
    // The server is there, and the page knows the way.
    let drawn = draw(&RENDERER, &html, true).unwrap();
    assert!(drawn.page.document.text_content(Document::ROOT).contains("open"));
    let is_reached = comes_true(|| reached.lock().unwrap().len() > 8);
    assert!(is_reached, "{:?}", reached.lock().unwrap());
}

#[test]
#[ignore = "renders pages: make nightly"]
fn hostile_pages_end() {
    let Some(_) = draw(&RENDERER, "<p>ok", false) else { return };
    let limited = |seconds| {
        let timeout = Duration::from_secs(seconds);
        Renderer::new(RenderOptions { timeout, ..options() })
    };
    let endless = try_draw(&limited(3), "<p>before<script>for (;;) {}</script>", false);
    assert!(
        matches!(endless, Err(RenderError::Timeout(_) | RenderError::Browser(_))),
        "{endless:?}"
    );
    // Those that never rest are taken as they are when the time is over.
    let renderer = limited(20);
    for html in [
        "<p>text<script>setInterval(() => fetch('/x' + Math.random()).catch(() => 0), 50)</script>",
        "<p>text<script>addEventListener('scroll', () => document.body.append('more'.repeat(1000)))</script>",
        "<p>text<script>onbeforeunload = () => 'stay'; confirm('?'); prompt('?'); print();</script>",
        "<p>text<meta http-equiv=refresh content='0;url=data:text/html,gone'>",
        "<p>text<a id=d download href='data:application/zip,x'>d</a><script>d.click()</script>",
    ] {
        let drawn = draw(&renderer, html, false);
        let text = drawn.unwrap().page.document.text_content(Document::ROOT);
        assert!(text.contains("text"), "{html}: {text:.100}");
    }
}

#[test]
#[ignore = "renders pages: make nightly"]
fn the_browser_and_its_profile_end_with_the_renderer() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("browser");
    let Some(_) = draw(&RENDERER, "<p>ok", false) else { return };
    let found = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let on_path = |name: &&str| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.exists())
    };
    let Some(program) = found.iter().find_map(on_path) else { return };
    let told = folder.path().join("told");
    // Writes down its own number and profile, and becomes the browser.
    let text = format!(
        "#!/bin/sh\necho $$ > {0}\nfor a; do case $a in --user-data-dir=*) echo ${{a#*=}} >> {0};; esac; done\nexec {1} \"$@\"\n",
        told.display(),
        program.display()
    );
    std::fs::write(&script, text).unwrap();
    let mut permissions = std::fs::metadata(&script).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    std::fs::set_permissions(&script, permissions).unwrap();
    let renderer = Renderer::new(RenderOptions { chromium: Some(script), ..options() });
    try_draw(&renderer, "<p>ok", false).unwrap();
    let told = std::fs::read_to_string(told).unwrap();
    let (process, profile) = told.trim().split_once('\n').unwrap();
    let process = PathBuf::from(format!("/proc/{process}"));
    assert!(process.exists() && PathBuf::from(profile).exists());
    drop(renderer);
    assert!(!process.exists(), "the browser goes on");
    assert!(!PathBuf::from(profile).exists(), "its profile is left");
}

#[test]
#[ignore = "renders pages: make nightly"]
fn a_browser_that_is_missing_or_broken_says_so() {
    let broken = |program: &str| {
        let chromium = Some(PathBuf::from(program));
        try_draw(&Renderer::new(RenderOptions { chromium, ..options() }), "<p>", false).unwrap_err()
    };
    assert!(matches!(broken("/no/such/browser"), RenderError::Launch { .. }));
    assert!(matches!(broken("/bin/false"), RenderError::Launch { .. }));
    assert!(RenderError::NoBrowser.to_string().contains("apt install chromium"));
    let proxy = Some("https://a.test:1".to_owned());
    let error = try_draw(&Renderer::new(RenderOptions { proxy, ..options() }), "<p>", false);
    assert!(matches!(error, Err(RenderError::Proxy(_) | RenderError::NoBrowser)));
}

#[test]
#[ignore = "renders pages: make nightly"]
fn attributes_have_names_of_the_page() {
    let Some(drawn) = draw(&RENDERER, "<p class=lead data-x=1>words", false) else { return };
    let document = &drawn.page.document;
    let p = document.ids().find(|id| document.name(*id) == "p").unwrap();
    assert_eq!(document.attribute(p, AttributeName::CLASS), Some("lead"));
    assert_eq!(attribute(document, p, "data-x"), Some("1"));
    assert_eq!(drawn.url, "");
    let with_address = page("http://a.test/b?c#d", "<p>words");
    let drawn = RENDERER.render(&with_address, &PageInfo::new(), false).unwrap();
    assert!(drawn.url.starts_with("http://a.test/b?c"), "{}", drawn.url);
}

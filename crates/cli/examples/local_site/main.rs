//! A small web of several hosts on this machine: a news site with menus, robots.txt, sitemap and feed, an
//! article of three pages, a page that only scripts write, lazy images, and every bad manner of servers.
//!
//! `cargo run --release -p zhengwen-cli --example local_site [PORT]`

mod answers;
mod hold;
#[path = "../generate_site/pages.rs"]
#[allow(dead_code, reason = "the other generator checks what is right")]
mod pages;
mod server;

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8080);
    let port = server::serve(([127, 0, 0, 1], port).into())?.port();
    println!("Listening on port {port}.");
    println!("In another terminal:");
    println!("  site=\"--allow-private --resolve news.test:127.0.0.1\"");
    for path in ["/news/001.html", "/long/1.html --join-pages", "/app.html --render auto"] {
        println!("  zhengwen $site http://news.test:{port}{path}");
    }
    println!("  zhengwen site learn $site http://news.test:{port}/news/001.html -o news.json");
    loop {
        std::thread::park();
    }
}

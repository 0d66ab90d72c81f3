//! Posts pages to a running service, many at once, and prints how that went as one JSON object.
//!
//! `load HOST:PORT FOLDER REQUESTS CONNECTIONS`: the files of the folder are posted in turn to `/v1/extract`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, folder, requests, connections] = arguments.as_slice() else {
        return Err(io::Error::other("load HOST:PORT FOLDER REQUESTS CONNECTIONS"));
    };
    let number = |text: &str| text.parse::<usize>().map_err(io::Error::other);
    let (requests, connections) = (number(requests)?, number(connections)?);
    let pages = pages(folder)?;
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    let clients: Vec<Client> = std::thread::scope(|scope| {
        let post = || client(address, &pages, &next, requests);
        let clients: Vec<_> = (0..connections).map(|_| scope.spawn(post)).collect();
        clients.into_iter().filter_map(|client| client.join().ok()).collect()
    });
    let seconds = started.elapsed().as_secs_f64();
    let errors: usize = clients.iter().map(|client| client.errors).sum();
    let mut times: Vec<Duration> = clients.into_iter().flat_map(|client| client.times).collect();
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "{{\"requests\":{},\"errors\":{errors},\"seconds\":{seconds:.3},\"pages_a_second\":{:.1},\"median_ms\":{:.2},\"p99_ms\":{:.2},\"worst_ms\":{:.2}}}",
        times.len(),
        times.len() as f64 / seconds,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

fn pages(folder: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

/// The counts of a connection.
#[derive(Default)]
struct Client {
    times: Vec<Duration>,
    errors: usize,
}

/// Posts page after page over one connection, until all requests are taken.
fn client(address: &str, pages: &[Vec<u8>], next: &AtomicUsize, requests: usize) -> Client {
    let mut client = Client::default();
    let mut connection = None;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= requests {
            return client;
        }
        let started = Instant::now();
        match post(&mut connection, address, &pages[number % pages.len()]) {
            Ok(200) => client.times.push(started.elapsed()),
            _ => {
                client.errors += 1;
                connection = None;
            }
        }
    }
}

/// Posts a page and reads the answer to its end; the status.
fn post(
    connection: &mut Option<BufReader<TcpStream>>,
    address: &str,
    page: &[u8],
) -> io::Result<u16> {
    let stream = match connection.take() {
        Some(stream) => stream,
        None => {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            BufReader::with_capacity(64 * 1024, stream)
        }
    };
    let stream = connection.insert(stream);
    let head = format!(
        "POST /v1/extract HTTP/1.1\r\nHost: {address}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n",
        page.len()
    );
    stream.get_mut().write_all(&[head.as_bytes(), page].concat())?;
    let (mut status, mut length, mut line) = (0, 0, String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        if line == "\r\n" {
            break;
        }
    }
    io::copy(&mut stream.take(length), &mut io::sink())?;
    Ok(status)
}

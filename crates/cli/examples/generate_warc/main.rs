//! Writes a WARC archive of made-up pages: `--gigabytes N --seed S --output FILE`. N gigabytes of HTML; the same seed gives
//! the same bytes.

#[path = "../generate_site/pages.rs"]
#[allow(dead_code, reason = "what is right is for the tests")]
mod pages;
#[allow(dead_code, reason = "the tests use more of it")]
mod writer;

use std::io::{self, BufWriter, Write};

use writer::{HTML, Packing, other, parts, response};

/// A small generator of numbers (SplitMix64): the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((value ^ (value >> 31)) % below as u64) as usize
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str, other: &str| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)).map_or(other.to_owned(), Clone::clone)
    };
    let gigabytes: f64 = value("--gigabytes", "1").parse().map_err(io::Error::other)?;
    let seed: u64 = value("--seed", "1").parse().map_err(io::Error::other)?;
    let output = value("--output", "out/made.warc.gz");
    let mut out = BufWriter::new(std::fs::File::create(&output)?);
    let mut numbers = Numbers(seed);
    let made = pages::pages();
    let (mut bytes, mut count) = (0u64, 0u64);
    let wanted = (gigabytes * 1e9) as u64;
    while bytes < wanted {
        let page = &made[numbers.next(made.len())].html;
        // From 10 kB to half a megabyte, as pages of the web are.
        let copies = 1 + numbers.next(8) * numbers.next(8);
        let mut html = page.replacen("</title>", &format!(" {count}</title>"), 1);
        for _ in 0..copies {
            let start = numbers.next(page.len() / 2);
            let start = (start..page.len()).find(|at| page.is_char_boundary(*at)).unwrap_or(0);
            html.push_str(&page[start..]);
        }
        let url = format!("http://site-{}.example/{count}.html", numbers.next(5000));
        let records = [
            other("request", &url),
            response(&url, HTML, html.as_bytes(), &[]),
            other("metadata", &url),
        ];
        for part in parts(&records, Packing::Gzip) {
            out.write_all(&part)?;
        }
        bytes += html.len() as u64;
        count += 1;
    }
    out.flush()?;
    println!("{count} pages, {bytes} bytes of HTML in {output}");
    Ok(())
}

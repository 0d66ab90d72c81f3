//! One extractor over a folder of pages: `TOOL FOLDER OUT.jsonl`, or `decode FOLDER OUT_FOLDER`. Prints CPU seconds and kilobytes of
//! memory above the loaded pages; writes the texts. Pages are UTF-8 files named by their id.

use std::hint::black_box;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tool, folder, out] = arguments.as_slice() else { return Err("TOOL FOLDER OUT".into()) };
    if tool == "decode" {
        return decode(folder, out);
    }
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        pages.push((id, std::fs::read_to_string(&path)?));
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut options = zhengwen::Options::default();
    if let Some(method) = tool.strip_prefix("zhengwen-") {
        options.text_only = method.ends_with("-text-only");
        let method = method.trim_end_matches("-text-only");
        options.method = zhengwen::Method::from_name(method).ok_or("no such method")?;
    }
    let mut extractor = zhengwen::Extractor::new(options);
    let page = zhengwen::PageInfo::new();
    let mut extract = |html: &str| match tool.as_str() {
        "dom_smoothie" => {
            let article = dom_smoothie::Readability::new(html, None, None)
                .and_then(|mut readability| readability.parse());
            article.map(|article| article.text_content.to_string()).unwrap_or_default()
        }
        "rs-trafilatura" => {
            rs_trafilatura::extract(html).map(|found| found.content_text).unwrap_or_default()
        }
        _ => extractor.extract(html.as_bytes(), &page).text,
    };
    // Whatever is read once and for all.
    black_box(extract(&pages[0].1));
    let (memory, start) = (kilobytes("VmRSS:")?, cpu_seconds()?);
    let mut texts = Vec::with_capacity(pages.len());
    for (_, html) in &pages {
        texts.push(catch_unwind(AssertUnwindSafe(|| extract(html))).unwrap_or_default());
    }
    let seconds = cpu_seconds()? - start;
    println!("{seconds} {}", kilobytes("VmHWM:")?.saturating_sub(memory));
    let mut out = std::io::BufWriter::new(std::fs::File::create(out)?);
    for ((id, _), text) in pages.iter().zip(texts) {
        writeln!(out, "{}", serde_json::json!({"id": id, "text": text}))?;
    }
    Ok(())
}

/// Writes the packed pages of a folder as UTF-8 into another.
fn decode(folder: &str, out: &str) -> Result<(), Box<dyn std::error::Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        flate2::read::MultiGzDecoder::new(std::fs::File::open(&path)?).read_to_end(&mut bytes)?;
        let (text, _) = zhengwen::PageInfo::new().decode(&bytes);
        let id = name.split('.').next().unwrap_or_default();
        std::fs::write(std::path::Path::new(out).join(format!("{id}.html")), text.as_bytes())?;
    }
    Ok(())
}

/// CPU time of this thread, the only one.
fn cpu_seconds() -> Result<f64, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string("/proc/self/schedstat")?;
    Ok(text.split(' ').next().unwrap_or("0").parse::<f64>()? / 1e9)
}

fn kilobytes(name: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0 kB");
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

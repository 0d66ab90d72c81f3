//! What the module does, natively: `native FOLDER REQUEST ROUNDS` prints the milliseconds of CPU that a page takes, by round.
//! `npm/bench.mjs` compares them with the module's.

use std::hint::black_box;

use zhengwen_wasm::extract;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, request, rounds] = arguments.as_slice() else {
        return Err("give FOLDER REQUEST ROUNDS".into());
    };
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        pages.push(std::fs::read(entry?.path())?);
    }
    for _ in 0..rounds.parse()? {
        let start = nanoseconds()?;
        for page in &pages {
            black_box(extract(page, false, request));
        }
        println!("{:.3}", (nanoseconds()? - start) / 1e6 / pages.len() as f64);
    }
    Ok(())
}

/// The CPU time of this process, as Linux counts it.
fn nanoseconds() -> Result<f64, Box<dyn std::error::Error>> {
    let counted = std::fs::read_to_string("/proc/self/schedstat")?;
    Ok(counted.split_whitespace().next().unwrap_or_default().parse()?)
}

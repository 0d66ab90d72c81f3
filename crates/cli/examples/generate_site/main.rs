//! Writes the pages of a made-up site into a folder, to try `zhengwen site` on: `FOLDER`.

#[allow(dead_code, reason = "what is right is for the tests")]
mod pages;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "out/site".to_owned());
    std::fs::create_dir_all(&folder)?;
    for page in pages::pages() {
        std::fs::write(format!("{folder}/{}.html", page.id), page.html)?;
    }
    println!("{} pages in {folder}", pages::PAGES);
    Ok(())
}

//! The costs of site templates: aligning two pages, learning a page, and extracting with and without a template.
//! `FOLDER`: pages of one site.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use zhengwen::{Extractor, Options, PageInfo, SiteKnowledge};
use zhengwen_page::page::Page;
use zhengwen_site::align::align;
use zhengwen_site::{FeatureTree, Layout, SiteTemplate};

/// The best of several rounds, in milliseconds.
fn best(mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1000.0
    };
    (0..5).map(round).fold(f64::INFINITY, f64::min)
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "out/site".to_owned());
    let files = zhengwen_io::pages::list(folder.as_ref())?;
    let bytes: Vec<Vec<u8>> =
        files.iter().map(|file| zhengwen_io::pages::read(file)).collect::<Result<_, _>>()?;
    let options = Options::new();
    let page = |bytes: &Vec<u8>| Page::new(&PageInfo::new().decode(bytes).0, None);
    let pages: Vec<Page> = bytes.iter().map(page).collect();
    let scores: Vec<Vec<f32>> =
        pages.iter().map(|page| options.judge(page, &PageInfo::new()).score).collect();
    for count in [pages.len() / 2, pages.len()] {
        let time = best(|| {
            let mut template = SiteTemplate::default();
            for (page, scores) in pages.iter().zip(&scores).take(count) {
                template.learn_layout(&Layout::of_page(page, scores));
            }
            black_box(template);
        });
        println!("learning {count} pages: {:.3} ms a page beside judging it", time / count as f64);
    }
    let mut template = SiteTemplate::default();
    pages.iter().zip(&scores).for_each(|(page, scores)| {
        template.learn(page, scores);
    });
    let mut extractor = Extractor::default();
    let mut all = |site: Option<&SiteKnowledge>| {
        best(|| {
            for page in &bytes {
                black_box(extractor.extract(page, &PageInfo::new().site(site)));
            }
        }) / bytes.len() as f64
    };
    let alone = all(None);
    let site = SiteKnowledge { template: Some(Arc::new(template)), ..SiteKnowledge::default() };
    let with = all(Some(&site));
    println!("auto {alone:.3} ms a page, with a template {with:.3} ms ({:.2} x)", with / alone);
    let html = |n: usize| {
        let item =
            |i: usize| format!("<div class=c{}><p>第{i}段</p><a href=/>x</a></div>", (i * n) % 7);
        (0..500).map(item).collect::<String>()
    };
    let [own, other] = [3, 5].map(|n| FeatureTree::of(&Page::new(&html(n), None)));
    let time = best(|| drop(black_box(align(&own, &other))));
    println!("aligning {} nodes with {}: {time:.1} ms", own.nodes.len(), other.nodes.len());
    Ok(())
}

//! A site template: the layouts of a site, learned from its pages, merged with new ones, stored as
//! JSON.

use super::keys::{BlockKeys, PageKeys};
use super::layout::{Layout, PathEntry, TextEntry};
use zhengwen_page::dom::NodeId;
use zhengwen_page::page::Page;

/// A template of a site.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SiteTemplate {
    /// The site's name, usually its host; empty if it has none.
    pub site: String,
    /// The number of pages learned, including those of forgotten layouts.
    pub pages: u32,
    /// The layouts, oldest first.
    pub layouts: Vec<Layout>,
}

/// The result of learning a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learned {
    /// The index of the page's layout.
    pub layout: usize,
    /// The fit of the page with the likeliest of the earlier layouts, 0 to 1.
    pub likeness: f32,
    /// True if it is the first page of its layout.
    pub is_new: bool,
}

/// The lowest likeness, 0 to 1, at which a page belongs to a layout.
pub const LEAST_LIKENESS: f32 = 0.5;
/// The minimum number of pages for a layout to be applied; with fewer, nothing is known to repeat.
const LEAST_PAGES: u32 = 2;
/// The maximum number of layouts of a site; the rarest goes first.
const MOST_LAYOUTS: usize = 16;

impl SiteTemplate {
    /// An empty template for a site.
    pub fn new(site: &str) -> Self {
        Self { site: site.to_owned(), ..Self::default() }
    }

    /// Learns a page: into the layout that it fits, or as the first of a new one. `scores` holds,
    /// for each block of the page, the probability that it is main text, as judged without a
    /// template.
    pub fn learn(&mut self, page: &Page, scores: &[f32]) -> Learned {
        self.learn_layout(&Layout::of_page(page, scores))
    }

    /// Learns the layout of one page.
    pub fn learn_layout(&mut self, page: &Layout) -> Learned {
        let mut page = page.clone();
        self.pages = self.pages.saturating_add(page.pages);
        page.number(self.pages);
        self.add(&page)
    }

    /// Merges another template of the site, as if its pages came after.
    pub fn merge(&mut self, other: &Self) {
        for layout in &other.layouts {
            let mut layout = layout.clone();
            let before = self.pages;
            let (first, last) = layout.seen;
            layout.seen = (first.saturating_add(before), last.saturating_add(before));
            let texts = layout.texts.values_mut();
            texts.for_each(|entry| entry.last = entry.last.saturating_add(before));
            self.add(&layout);
        }
        self.pages = self.pages.saturating_add(other.pages);
    }

    fn add(&mut self, layout: &Layout) -> Learned {
        let best = self.best(|| layout.paths.keys().copied(), 1);
        let likeness = best.map_or(0.0, |(_, likeness)| likeness);
        if let Some((place, _)) = best.filter(|(_, likeness)| *likeness >= LEAST_LIKENESS) {
            self.layouts[place].merge(layout);
            return Learned { layout: place, likeness, is_new: false };
        }
        if self.layouts.len() >= MOST_LAYOUTS {
            let rarest = (0..self.layouts.len()).min_by_key(|place| {
                let layout = &self.layouts[*place];
                (layout.pages, layout.seen.1)
            });
            rarest.into_iter().for_each(|place| drop(self.layouts.remove(place)));
        }
        let mut first = Layout::default();
        first.merge(layout);
        self.layouts.push(first);
        Learned { layout: self.layouts.len() - 1, likeness, is_new: true }
    }

    /// The layout with enough pages that some paths fit best.
    fn best<I: Iterator<Item = u64>>(
        &self,
        paths: impl Fn() -> I,
        least_pages: u32,
    ) -> Option<(usize, f32)> {
        let layouts = self.layouts.iter().enumerate();
        let able = layouts.filter(|(_, layout)| layout.pages >= least_pages);
        let likeness = able.map(|(place, layout)| (place, layout.likeness(paths())));
        // The first of equals.
        likeness.rev().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Matches a page with the layout that fits best and was learned from at least two pages; none
    /// if there is no such layout. Linear in the page.
    pub fn fit(&self, page: &Page) -> Option<SiteFit<'_>> {
        let keys = PageKeys::of(page);
        let (place, likeness) = self.best(|| keys.with_text.iter().copied(), LEAST_PAGES)?;
        Some(SiteFit { layout: &self.layouts[place], place, likeness, keys })
    }
}

/// The name under which the site of an address is stored: its host without `www.`.
pub fn site_of_address(address: &str) -> Option<String> {
    let url = url::Url::parse(address.trim()).ok()?;
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

/// The name under which a page's site is stored, by its address or the one that it declares for itself; `None` if it has
/// neither.
pub fn site_of_page(page: &Page) -> Option<String> {
    let structured = page.structured();
    let addresses = [page.url(), structured.canonical_url.as_deref(), structured.meta("og:url")];
    addresses.into_iter().flatten().find_map(site_of_address)
}

/// A page seen through the layout that fits it best.
#[derive(Debug, Clone)]
pub struct SiteFit<'a> {
    /// The layout.
    pub layout: &'a Layout,
    /// Its index among the template's layouts.
    pub place: usize,
    /// The fit of the page with it, 0 to 1; below [`LEAST_LIKENESS`] the layout does not apply to the page.
    pub likeness: f32,
    keys: PageKeys,
}

impl SiteFit<'_> {
    /// True if the page belongs to the layout.
    pub fn fits(&self) -> bool {
        self.likeness >= LEAST_LIKENESS
    }

    /// The layout's entry for the path of an element.
    pub fn path(&self, id: NodeId) -> Option<&PathEntry> {
        self.layout.paths.get(&self.keys.paths[id.index()])
    }

    /// The layout's entries for a block's text, its start and its end.
    pub fn texts(&self, block: usize) -> [Option<&TextEntry>; 3] {
        let BlockKeys { text, start, end } = self.keys.blocks[block];
        [text, start, end].map(|key| self.layout.texts.get(&key))
    }

    /// A number of pages as a share of the layout's.
    pub fn share(&self, pages: u32) -> f32 {
        pages as f32 / self.layout.pages.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(main: &str, text: &str) -> Page {
        let html = format!(
            "<ul id=menu><li>首页<li>新闻</ul>{main}<p>{text}</div><div id=foot>版权所有</div>"
        );
        Page::new(&html, None)
    }

    fn scores(page: &Page) -> Vec<f32> {
        page.blocks().iter().map(|block| if block.characters > 6 { 0.9 } else { 0.1 }).collect()
    }

    fn learn(template: &mut SiteTemplate, page: &Page) -> Learned {
        template.learn(page, &scores(page))
    }

    const OLD: &str = "<div id=main><h1>题目</h1>";
    const NEW: &str = "<main class=new><section><header><b>题目</b></header><i>副题</i><div class=x><div class=y>";

    #[test]
    fn layouts_are_kept_apart_and_an_odd_page_does_not_matter() {
        let mut template = SiteTemplate::new("site.example");
        let learned: Vec<(usize, bool)> = [OLD, OLD, NEW, OLD, NEW]
            .iter()
            .enumerate()
            .map(|(number, main)| {
                learn(&mut template, &page(main, &format!("第{number}篇的正文在这里。")))
            })
            .map(|learned| (learned.layout, learned.is_new))
            .collect();
        assert_eq!(learned, [(0, true), (0, false), (1, true), (0, false), (1, false)]);
        let odd = Page::new("<table><tr><td>404<td>没有这一页</table>", None);
        assert!(learn(&mut template, &odd).is_new && template.layouts.len() == 3);
        let new = page(NEW, "又一篇，正文在这里。");
        let fit = template.fit(&new).unwrap();
        assert!(fit.fits() && fit.place == 1 && fit.layout.seen == (3, 5));
        // The odd page alone does not make a layout.
        assert!(!template.fit(&odd).unwrap().fits());
    }

    #[test]
    fn learning_apart_and_merging_is_learning_together() {
        let pages: Vec<Page> =
            (0..6).map(|n| page([OLD, NEW][n % 2], &format!("第{n}篇的正文在这里。"))).collect();
        let of = |pages: &[Page]| {
            let mut template = SiteTemplate::new("site.example");
            for page in pages {
                learn(&mut template, page);
            }
            template
        };
        let mut merged = of(&pages[..4]);
        merged.merge(&of(&pages[4..]));
        let mut whole = of(&pages);
        // Texts seen on only one page of each part are displayed only if they were seen there
        // twice.
        for template in [&mut merged, &mut whole] {
            let layouts = template.layouts.iter_mut();
            layouts.flat_map(|l| l.texts.values_mut()).for_each(|entry| entry.text.clear());
        }
        assert_eq!(merged, whole);
    }

    #[test]
    fn what_repeats_is_known_by_its_share() {
        let mut template = SiteTemplate::default();
        for number in 0..4 {
            learn(
                &mut template,
                &page(OLD, &format!("{}篇的正文在这里。", "甲乙丙丁".chars().nth(number).unwrap())),
            );
        }
        let new = page(OLD, "别的正文，也在这里。");
        let fit = template.fit(&new).unwrap();
        let shares: Vec<f32> = (0..new.blocks().len())
            .map(|block| fit.texts(block)[0].map_or(0.0, |text| fit.share(text.pages)))
            .collect();
        assert_eq!(shares, [1.0, 1.0, 1.0, 0.0, 1.0]);
        let main = fit.path(new.blocks()[3].container).unwrap();
        assert!(main.main_tokens / main.tokens > 0.8 && (main.texts, main.repeated) == (4, 0));
    }

    #[test]
    fn sites_have_the_name_of_their_host() {
        let name = |html: &str, url: Option<&str>| site_of_page(&Page::new(html, url));
        assert_eq!(name("", Some("http://www.Site.example/x")).as_deref(), Some("site.example"));
        let canonical = "<link rel=canonical href=https://news.site.example/x>";
        assert_eq!(name(canonical, None).as_deref(), Some("news.site.example"));
        assert_eq!(name("", None), None);
    }

    #[test]
    fn nothing_is_known_without_pages() {
        let page = page(OLD, "正文");
        assert!(SiteTemplate::default().fit(&page).is_none());
        let mut template = SiteTemplate::default();
        learn(&mut template, &page);
        assert!(template.fit(&page).is_none());
        assert!(template.layouts[0].likeness(std::iter::empty()) == 0.0);
    }
}

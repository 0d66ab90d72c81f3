//! A layout in readable form: its outline, and its repeated texts.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::layout::{Layout, PathEntry, TextPart};

/// The maximum indentation; deeper elements are not indented further.
const MOST_INDENT: usize = 20;

/// The elements of a layout that hold text, one per line, indented, with the share of pages that
/// have them, the share of main text in them, and a bar for their amount of text.
pub fn tree(layout: &Layout) -> String {
    let mut children: BTreeMap<u64, Vec<(u32, u64)>> = BTreeMap::new();
    let common = layout.paths.iter().filter(|(_, entry)| layout.is_common(entry));
    let mut common: Vec<(u64, &PathEntry)> = common.map(|(key, entry)| (*key, entry)).collect();
    common.sort_unstable_by_key(|(key, _)| *key);
    for (key, entry) in common {
        let above = layout.paths.get(&entry.above).filter(|above| layout.is_common(above));
        let above = above.map_or(0, |_| entry.above);
        children.entry(above).or_default().push((entry.order, key));
    }
    let largest = layout.paths.values().map(|entry| entry.tokens).fold(1.0, f32::max);
    let mut out = String::new();
    let mut open: Vec<(u64, usize)> = vec![(0, 0)];
    while let Some((key, depth)) = open.pop() {
        if key != 0 {
            push_line(&mut out, layout, &layout.paths[&key], depth - 1, largest);
        }
        let mut below = children.remove(&key).unwrap_or_default();
        below.sort_unstable();
        open.extend(below.into_iter().rev().map(|(_, key)| (key, depth + 1)));
    }
    out
}

fn push_line(out: &mut String, layout: &Layout, entry: &PathEntry, depth: usize, largest: f32) {
    let name = entry.path.rsplit('/').next().unwrap_or("");
    let bar = "▇".repeat(((entry.tokens / largest * 20.0).ceil() as usize).min(20));
    let indent = "  ".repeat(depth.min(MOST_INDENT));
    let shares = [(entry.pages as f32, layout.pages as f32), (entry.main_tokens, entry.tokens)];
    let [pages, main] = shares.map(|(part, whole)| 100.0 * part / whole.max(1.0));
    let _ = writeln!(out, "  {pages:3.0} %  main {main:3.0} %  {bar:20} {indent}{name}");
}

/// The texts that repeat on the pages of a layout, most frequent first, at most `most`: the share
/// of pages, the text, and its path.
pub fn repeats(layout: &Layout, most: usize) -> String {
    let mut found: Vec<_> = layout
        .texts
        .iter()
        .filter(|(_, entry)| entry.part == TextPart::Whole && entry.pages >= 2)
        .map(|(key, entry)| {
            let path = layout.paths.get(&entry.path);
            (std::cmp::Reverse(entry.pages), path.map_or(0, |path| path.order), *key, entry, path)
        })
        .collect();
    found.sort_unstable_by_key(|(pages, order, key, ..)| (*pages, *order, *key));
    let mut out = String::new();
    for (.., entry, path) in found.iter().take(most) {
        let percent = 100 * u64::from(entry.pages) / u64::from(layout.pages.max(1));
        let place = path.map_or("", |path| path.path.as_str());
        let _ = writeln!(out, "  {percent:3} %  {}  ({place})", entry.text);
    }
    if found.len() > most {
        let _ = writeln!(out, "  and {} more", found.len() - most);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SiteTemplate;
    use zhengwen_page::page::Page;

    #[test]
    fn layouts_are_drawn() {
        let mut template = SiteTemplate::default();
        for text in ["甲乙丙丁戊己庚辛", "子丑寅卯辰巳午未"] {
            let html = format!("<div id=main><p>{text}</div><div id=foot>页脚</div>");
            template.learn(&Page::new(&html, None), &[1.0, 0.0]);
        }
        let layout = &template.layouts[0];
        let lines: Vec<String> =
            tree(layout).lines().map(|line| line.replace(['▇', ' '], "")).collect();
        assert_eq!(
            lines,
            [
                "100%main80%html",
                "100%main80%body",
                "100%main100%div#main",
                "100%main100%p",
                "100%main0%div#foot"
            ]
        );
        assert_eq!(repeats(layout, 9), "  100 %  页脚  (html/body/div#foot)\n");
        assert_eq!(repeats(layout, 0), "  and 1 more\n");
    }
}

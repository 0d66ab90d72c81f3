//! Titles that the page shows without a heading that its `title` element repeats: the last step of the breadcrumb, the
//! lines above the text, parts of the `title` element.

use std::ops::Range;

use super::headings::{Heading, heading_text};
use super::words::{
    is_home, names_no_page, without_crumb_label, without_label, without_told_label,
};
use crate::meta::candidate::{Candidates, normalised};
use crate::meta::origin::Origin;
use crate::page::{Block, BlockIndex, Name, Page, has_label};
use crate::text::chars::is_cjk;
use crate::text::{dates, titles};

/// The maximum distance of title lines above the text, in blocks.
const ABOVE: usize = 10;
/// The maximum distance of a breadcrumb above the text.
const CRUMB_ABOVE: usize = 120;
/// The longest breadcrumb, and the longest step, in characters.
const LONGEST_CRUMB: u32 = 160;
const LONGEST_STEP: usize = 60;

/// Adds the titles that are shown around the beginning of the text; on a site's first page links are those of stories.
pub(super) fn candidates(
    page: &Page,
    (main, is_home): (&Range<BlockIndex>, bool),
    headings: &[Heading],
    found: &mut Candidates,
) {
    let element = page.structured().title.as_deref().unwrap_or("");
    let mut add = |text: &str, origin| {
        found.add(without_told_label(without_label(text), element), origin, 0.0);
    };
    if !is_home {
        lines(page, main, element, &mut add);
    }
    if let Some(step) = breadcrumb(page, main) {
        add(&step, Origin::Breadcrumb);
    }
    parts(page, main, element, &mut add);
    for heading in headings.iter().filter(|heading| heading.level == 1) {
        if let Some(length) = heading.first_line {
            add(&heading.text[..length], Origin::HeadingFirstLine);
        }
    }
}

/// The blocks above the text and behind its start in which any line may be the title.
const NEAR_ABOVE: usize = 25;
const NEAR_BELOW: usize = 6;

/// Adds every other heading, line near the text and part of the title element.
pub(super) fn others(
    page: &Page,
    main: Option<&Range<BlockIndex>>,
    headings: &[Heading],
    found: &mut Candidates,
) {
    let element = page.structured().title.as_deref().unwrap_or("");
    let mut known: Vec<String> = found.all().iter().map(|one| normalised(&one.value)).collect();
    let mut add = |text: &str, origin| {
        let text = without_told_label(without_label(text), element);
        let value = normalised(text);
        if !value.is_empty() && !known.contains(&value) {
            known.push(value);
            found.add(text, origin, 0.0);
        }
    };
    for part in titles::parts(element) {
        add(part, Origin::TitlePart);
    }
    for heading in headings.iter().filter(|heading| !has_label(&heading.text)) {
        add(&heading.text, Origin::HeadingElsewhere);
    }
    let start = main.map_or(0, |main| main.start);
    let last = (start + NEAR_BELOW).min(page.blocks().len());
    let near = page.blocks()[start.saturating_sub(NEAR_ABOVE).min(last)..last].iter().rev();
    let is_bare = |block: &&Block| !block.is_heading && block.sentence_ends == 0;
    for block in near.filter(is_bare).filter(|block| is_line(page, block)) {
        add(page.block_text(block), Origin::LineNear);
    }
}

/// Adds the titles above the text or in its first lines.
fn lines(page: &Page, main: &Range<BlockIndex>, element: &str, add: &mut impl FnMut(&str, Origin)) {
    let blocks = page.blocks();
    let last = (main.start + 2).min(main.end).min(blocks.len());
    let (mut titled, mut headed) = (0, 0);
    for (index, block) in blocks.iter().enumerate().take(last).skip(main.start) {
        if !is_line(page, block) {
            continue;
        }
        let text = heading_text(page, block, element);
        let text = text.as_ref();
        if block.is_heading {
            headed += 1;
            add(text, if headed == 1 { Origin::HeadingInText } else { Origin::HeadingsAbove });
        }
        if has_title_class(page, block) {
            titled += 1;
            add(text, if titled == 1 { Origin::TitleClassInText } else { Origin::TitleClasses });
        } else if !block.is_heading && index == main.start {
            add(text, Origin::FirstBlock);
        }
    }
    let blocks = &blocks[main.start.saturating_sub(ABOVE)..main.start.min(blocks.len())];
    above(page, blocks, element, add);
}

/// Adds the titles among the blocks above the text, the nearest first.
fn above(page: &Page, blocks: &[Block], element: &str, add: &mut impl FnMut(&str, Origin)) {
    let (mut titled, mut headed, mut above) = (0, 0, 0);
    for block in blocks.iter().rev().filter(|block| is_line(page, block)) {
        let text = heading_text(page, block, element);
        let text = text.as_ref();
        if block.is_heading && headed < 3 {
            headed += 1;
            add(text, if headed == 1 { Origin::HeadingAbove } else { Origin::HeadingsAbove });
        }
        if titled < 3 && has_title_class(page, block) {
            titled += 1;
            add(text, if titled == 1 { Origin::TitleClass } else { Origin::TitleClasses });
        }
        above += 1;
        if above == 1 {
            add(text, Origin::LineAbove);
        } else if above <= 3 && !block.is_mostly_linked() {
            add(text, Origin::LinesAbove);
        }
    }
}

/// True if a block may be a title: short, shown, no byline, no date.
fn is_line(page: &Page, block: &Block) -> bool {
    let text = page.block_text(block);
    !block.is_hidden
        && (2..=90).contains(&block.tokens)
        && block.characters <= 200
        && block.sentence_ends <= 1
        && text.contains(char::is_alphabetic)
        && !text.contains(['>', '»', '›'])
        && !text.ends_with(['。', '.'])
        // A row of links.
        && text.matches(['|', '｜']).count() < 2
        && !text.split_whitespace().any(is_home)
        && dates::find(text).is_none()
        && !has_label(text)
}

/// True if the block's element or one of the two around it, of few blocks, is named a title.
fn has_title_class(page: &Page, block: &Block) -> bool {
    let marks = page.marks();
    let own = page.document().around(block.container).take(2);
    own.filter(|id| page.blocks_within(*id).len() <= 3)
        .any(|id| marks.class(id).is_title() || marks.id(id).is_title())
}

/// The last step of the breadcrumb nearest above the text.
fn breadcrumb(page: &Page, main: &Range<BlockIndex>) -> Option<String> {
    let last = (main.start + 3).min(page.blocks().len());
    let first = main.start.saturating_sub(CRUMB_ABOVE);
    (first..last).rev().find_map(|index| last_step(page, index))
}

/// The last step of a breadcrumb that begins with this block.
fn last_step(page: &Page, index: BlockIndex) -> Option<String> {
    let block = &page.blocks()[index];
    if block.is_hidden || block.characters > LONGEST_CRUMB {
        return None;
    }
    let text = page.block_text(block);
    let (path, is_label) = without_crumb_label(text);
    if let Some(last) = last_of_crumbs(page, block) {
        return step(last);
    }
    if is_label && !path.contains(is_step_mark) {
        return steps_in_blocks(page, index + 1);
    }
    let is_sure = is_label || text.split(is_step_mark).next().is_some_and(is_home);
    let marks: &[char] = match is_sure {
        true if !path.contains(is_step_mark) => &['-', '|', '－', '—', '/', '·'],
        _ => &[],
    };
    let steps: Vec<&str> = path
        .split(|c| is_step_mark(c) || marks.contains(&c))
        .map(|step| step.trim_matches(|c: char| !c.is_alphanumeric() && !"）)》”".contains(c)))
        .filter(|step| !step.is_empty())
        .collect();
    let is_path = steps.len() >= 2 && (is_sure || path.contains(is_step_mark));
    is_path.then(|| step(steps[steps.len() - 1])).flatten()
}

/// The last block of the element named a breadcrumb that the block is in, where each step is a block.
fn last_of_crumbs<'a>(page: &'a Page, block: &Block) -> Option<&'a str> {
    let document = page.document();
    let is_crumb = |id| page.marks().is(id, Name::Breadcrumb);
    let mut around = document.ancestors(block.container).take(3);
    let whole = around.find(|id| is_crumb(*id)).map(|id| page.blocks_within(id))?;
    let steps = &page.blocks()[whole];
    let text = page.block_text(steps.last()?);
    ((2..12).contains(&steps.len()) && !text.contains(is_step_mark)).then_some(text)
}

/// The last of steps in blocks of their own, with marks between them.
fn steps_in_blocks(page: &Page, from: BlockIndex) -> Option<String> {
    let mut found = None;
    let mut after_mark = true;
    for block in page.blocks().iter().skip(from).take(12) {
        let text = page.block_text(block);
        let is_mark = !text.contains(char::is_alphanumeric);
        if !is_mark && (!after_mark || block.characters as usize > LONGEST_STEP) {
            break;
        }
        if !is_mark {
            found = Some(text.trim_end_matches(is_step_mark).trim());
        }
        after_mark = is_mark || text.ends_with(is_step_mark);
    }
    found.and_then(step)
}

fn step(text: &str) -> Option<String> {
    let is_fit = (1..=LONGEST_STEP).contains(&text.chars().count());
    (is_fit && !names_no_page(text) && !is_home(text)).then(|| text.to_owned())
}

fn is_step_mark(c: char) -> bool {
    matches!(c, '>' | '»' | '›' | '→' | '＞' | '≫' | '》')
}

/// Adds the parts of the `title` element between any marks or blanks of Chinese titles: the first, and those that the
/// page shows near its text.
fn parts(page: &Page, main: &Range<BlockIndex>, element: &str, add: &mut impl FnMut(&str, Origin)) {
    if !element.contains(is_cjk) {
        return;
    }
    let is_mark = |c: char| "-_|—–－＿｜丨·,，".contains(c);
    let whole = element.trim_matches(|c: char| c.is_whitespace() || is_mark(c));
    let mut marks = whole.match_indices(is_mark).map(|(at, _)| at);
    if let Some(first) = marks.next() {
        add(&whole[..first], Origin::TitleFirstPart);
    }
    if let Some((at, mark)) = whole.rmatch_indices(is_mark).next() {
        add(&whole[at + mark.len()..], Origin::TitleLastPart);
    }
    let of_element = normalised(whole);
    let blocks = page.blocks();
    let first = main.start.saturating_sub(60);
    let last = (main.start + 4).min(blocks.len());
    let mut found = 0;
    for block in blocks[first.min(last)..last].iter().rev() {
        if block.is_hidden || block.characters > 120 || block.tokens < 2 {
            continue;
        }
        let text = page.block_text(block);
        let own = normalised(text);
        let is_part = own.chars().count() >= 2 && own != of_element && of_element.contains(&own);
        if is_part && found < 4 {
            found += 1;
            let at_start = of_element.starts_with(&own);
            let linked = block.is_mostly_linked() && !block.is_heading;
            add(
                text,
                match (at_start, linked) {
                    (true, false) => Origin::TitleBeginsSo,
                    (true, true) => Origin::TitleBeginsSoLinked,
                    (false, false) => Origin::TitleHoldsIt,
                    (false, true) => Origin::TitleHoldsItLinked,
                },
            );
        }
    }
}

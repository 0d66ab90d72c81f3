//! The columns of a page, by which its kind is predicted: the columns of its blocks, pooled, and facts and the outline of the whole page.

use super::of_page::OfPage;
use super::said::Said;
use super::{frame, links, name, outline, page_facts};
use crate::auto::features::layout::Layout;
use crate::auto::features::table::{COLUMNS, score_place};
use crate::forest::{ROWS, Values};
use crate::numbers::probability;
use crate::page::{BlockRef, Groups};

/// The number of pooled columns.
const POOLED: usize = COLUMNS.len();

/// The names of the columns of a page: [`COLUMNS`] pooled over the main text (`main.`), then the facts of the whole page.
///
/// The mean weighs a block by its tokens times the probability of its hashed words, so that main text counts most. Means that
/// weigh all blocks alike told the frame of the sites that the kinds are learned from: pages of other sites lost by them.
pub fn page_columns() -> Vec<String> {
    let pooled = COLUMNS.iter().map(|column| format!("main.{}", column.name));
    let of_page = page_facts::names().into_iter().chain(outline::names()).chain(frame::names());
    let of_page = of_page.chain(name::names()).chain(links::names());
    pooled.chain(of_page).collect()
}

/// Pools the rows of a page's blocks, one after the other.
#[derive(Debug)]
pub(crate) struct Pool {
    /// Each pooled column with its sum of values times weights, and of weights.
    sums: Vec<(Pooled, f32, f32)>,
    /// The slot of the score of hashed words.
    score: usize,
}

/// A pooled column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pooled {
    /// Its place among the page columns.
    place: usize,
    /// The slot of the block's value in a row.
    slot: usize,
}

impl Pooled {
    /// The pooled ones of some page columns, by place. `slot` is the slot of a block column in rows.
    pub(crate) fn all(places: &[usize], slot: impl Fn(usize) -> usize) -> Vec<Self> {
        let pooled = places
            .iter()
            .copied()
            .filter(|place| *place < POOLED)
            .map(|place| Self { place, slot: slot(place) });
        pooled.collect()
    }
}

/// Indices of the block columns that these page columns are pooled from, and of the score, ascending.
pub(crate) fn taken_by_pool(places: &[usize]) -> Vec<usize> {
    let pooled = places.iter().copied().filter(|place| *place < POOLED);
    let mut taken: Vec<usize> = pooled.chain([score_place()]).collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}

impl Pool {
    /// An empty pool.
    pub(crate) fn new(pooled: &[Pooled], score: usize) -> Self {
        Self { sums: pooled.iter().map(|pooled| (*pooled, 0.0, 0.0)).collect(), score }
    }

    /// Adds up to [`ROWS`] blocks by the slots of a table; NaN adds nothing.
    pub(crate) fn add<'p>(&mut self, blocks: impl Iterator<Item = BlockRef<'p>>, table: &[Values]) {
        let (mut main, mut count) = ([0.0; ROWS], 0);
        for (row, block) in blocks.enumerate() {
            let score = table[self.score][row];
            let score = if score.is_nan() { 0.0 } else { score };
            main[row] = block.tokens as f32 * probability(score) + f32::MIN_POSITIVE;
            count = row + 1;
        }
        for (pooled, sum, weights) in &mut self.sums {
            for (value, weight) in table[pooled.slot][..count].iter().zip(&main) {
                if !value.is_nan() {
                    *sum += value * weight;
                    *weights += weight;
                }
            }
        }
    }

    /// The values of all page columns. A mean over nothing is NaN.
    pub(crate) fn row(&self, layout: &Layout) -> Vec<f32> {
        let mut means = vec![f32::NAN; POOLED];
        for (pooled, sum, weights) in &self.sums {
            if *weights > 0.0 {
                means[pooled.place] = sum / weights;
            }
        }
        let alike = alike(layout);
        let (page, said) = (layout.page, Said::of(layout.page));
        let of_page = OfPage::of(page);
        means.extend(page_facts::page_facts(layout, &alike, &said, &of_page));
        means.extend(outline::outline(layout, &alike, &said, &of_page));
        means.extend(frame::frame(page, &of_page));
        means.extend(name::around_name(layout, &said, &of_page));
        means.extend(links::links(&of_page.links));
        means
    }
}

/// The elements with text, those of one parent, tag and class together.
pub(super) fn alike(layout: &Layout) -> Groups {
    let (page, containers) = (layout.page, &layout.containers);
    let with_text = page.elements().filter(|node| !containers.blocks_in(*node).is_empty());
    let keyed = with_text
        .filter_map(|node| Some(((node.parent()?.id, node.tag(), node.spelling()), node.id)));
    Groups::of(keyed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::training::{RowModels, page_row};
    use crate::page::Page;

    #[test]
    fn columns_are_pooled() {
        let page = Page::new("<p>一二三四。<p>五", None);
        let names = page_columns();
        let row = page_row(&page, &RowModels::default());
        let value = |name: &str| row[names.iter().position(|other| other == name).unwrap()];
        assert!((0.7..1.0).contains(&value("main.sentence_ends")));
        assert!(value("main.length_2_before").is_nan());
        let none = page_row(&Page::new("", None), &RowModels::default());
        assert!(none.len() == names.len() && none[..POOLED].iter().all(|value| value.is_nan()));
    }
}

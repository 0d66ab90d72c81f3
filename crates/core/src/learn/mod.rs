//! The learned judgement: one table of columns about blocks, a small forest over those that need no words, which
//! closes most blocks of boilerplate, a sparse linear model over the words around the others, a forest over all
//! columns, another that tells the page's kind, and the cut that keeps what is worth keeping.
//!
//! [`Model::embedded`] is the model that `train/fit.py` fitted to labelled pages and that `auto`
//! judges by; [`Model::read`] takes another.

mod alike;
mod candidates;
pub mod columns;
mod containers;
mod context;
mod cut;
mod edges;
mod facts;
mod first_look;
mod kinds;
pub mod labels;
mod looks;
mod measures;
mod name_groups;
mod name_words;
mod names;
mod page_facts;
mod page_hints;
mod page_rows;
mod reasons;
mod repeats;
mod signs;
mod site;
mod text_groups;
mod topic;
pub mod training;
mod values;

pub use candidates::CUT_COLUMNS;
pub use columns::{COLUMNS, Column};
pub use cut::Favor;
pub use page_rows::page_columns;
pub use reasons::Reason;

use std::sync::LazyLock;

use crate::forest::{Check, Forest, ModelError, ROWS_AT_ONCE, Values};
use crate::linear::Linear;
use crate::methods::Verdict;
use crate::numbers;
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};
use candidates::Candidate;
use context::{Context, ContextMemory};
use cut::Cut;
use first_look::FirstLook;
use measures::Measures;
use page_rows::{Pool, Pooled, score_place, taken_by_pool};
use site::SiteFacts;

/// The bytes of a model's files.
#[derive(Debug, Clone, Copy)]
pub struct ModelFiles<'a> {
    /// The forest of the first look, over those of [`COLUMNS`] that are early.
    pub first: &'a [u8],
    /// The sparse linear model over hashed signs.
    pub signs: &'a [u8],
    /// The forest over [`COLUMNS`] for blocks.
    pub blocks: &'a [u8],
    /// The forest over [`page_columns`] for page kinds, a class for each of [`KINDS`](crate::kind::KINDS).
    pub kinds: &'a [u8],
    /// Weights of columns that are added to the log odds where a site template fits, as a JSON object.
    pub site: &'a [u8],
    /// The forest over [`CUT_COLUMNS`] that tells the F1 of each set of blocks that may be kept; without trees the cut of
    /// highest expected F1 is kept.
    pub cut: &'a [u8],
    /// Pairs of expected and measured F1, ascending, as a JSON list.
    pub confidence: &'a [u8],
}

/// A trained model.
#[derive(Debug, Clone, Default)]
pub struct Model {
    first: Forest,
    signs: Linear,
    blocks: Forest,
    /// The columns of the correction by the site, and their weights.
    site: Vec<(usize, f32)>,
    kinds: Forest,
    cut: Forest,
    confidence: Vec<(f32, f32)>,
    /// What is pooled for the kinds, and where rows have the sparse model's score.
    pooled: Vec<Pooled>,
    score: usize,
    /// What rows of open blocks are filled with for the blocks alone, and for the kind of the page too: columns by
    /// their place in the table, each with its slot in rows.
    of_blocks: Vec<(usize, usize)>,
    of_kinds: Vec<(usize, usize)>,
    /// Those of them that the pool takes of closed blocks.
    of_closed: Vec<(usize, usize)>,
}

/// What a judgement leaves behind for the next one: memory that would else be asked for and given back page after page.
#[derive(Debug, Default)]
pub(crate) struct JudgingMemory {
    context: ContextMemory,
    /// The columns of some rows.
    table: Vec<Values>,
}

static EMBEDDED: LazyLock<Model> = LazyLock::new(|| {
    let files = ModelFiles {
        first: include_bytes!("../../model/first.model"),
        signs: include_bytes!("../../model/signs.model"),
        blocks: include_bytes!("../../model/blocks.model"),
        kinds: include_bytes!("../../model/kinds.model"),
        site: include_bytes!("../../model/site.json"),
        cut: include_bytes!("../../model/cut.model"),
        confidence: include_bytes!("../../model/confidence.json"),
    };
    // A test reads it, so the default, which knows nothing, is never taken.
    Model::read(&files).unwrap_or_default()
});

/// They spare open blocks half of the trees. Found by cross-validation: no set loses .001 of F1 by them.
const CHECKS: [Check; 4] = [
    Check { part: 12, hopeless: (-1.7, 3.0), sure: (1.5, 2.0) },
    Check { part: 6, hopeless: (-2.0, 2.2), sure: (1.8, 2.0) },
    Check { part: 3, hopeless: (-2.3, 1.5), sure: (2.3, 1.6) },
    Check { part: 2, hopeless: (-1.9, 1.5), sure: (1.9, 1.5) },
];

impl Model {
    /// Reads the files of a model.
    ///
    /// # Errors
    /// When a file is damaged or needs a column that does not exist.
    pub fn read(files: &ModelFiles) -> Result<Self, ModelError> {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        let page_names = page_columns();
        let page_names: Vec<&str> = page_names.iter().map(String::as_str).collect();
        let kinds = Forest::read(files.kinds, &page_names)?;
        let confidence = serde_json::from_slice(files.confidence);
        let first = Forest::read(files.first, &names)?;
        if !first.columns().iter().all(|place| COLUMNS[*place].is_early()) {
            return Err(ModelError::Damaged("the first look asks for columns that need words"));
        }
        let blocks = Forest::read(files.blocks, &names)?;
        // Rows hold what the forest asks for, then what the pool takes beside it.
        let taken = taken_by_pool(kinds.columns());
        let mut slots = blocks.columns().to_vec();
        slots.extend(taken.iter().filter(|column| !blocks.columns().contains(column)));
        let of_kinds: Vec<(usize, usize)> = slots.iter().copied().zip(0..).collect();
        let is_of_closed = |column: &&(usize, usize)| taken.contains(&column.0);
        let slot = |column| slots.iter().position(|other| *other == column).unwrap_or(0);
        Ok(Self {
            first,
            signs: Linear::read(files.signs)?,
            of_blocks: of_kinds[..blocks.columns().len()].to_vec(),
            of_closed: of_kinds.iter().filter(is_of_closed).copied().collect(),
            of_kinds,
            pooled: Pooled::all(kinds.columns(), slot),
            score: slot(score_place()),
            site: site::read_weights(files.site, &names)?,
            blocks,
            kinds,
            cut: Forest::read(files.cut, &CUT_COLUMNS)?,
            confidence: confidence.map_err(|_| ModelError::Damaged("confidence"))?,
        })
    }

    fn look<'a>(&self, page: &'a Page) -> FirstLook<'a> {
        FirstLook::of(Measures::of(page), Some(&self.first))
    }

    fn context<'a>(&self, look: &'a FirstLook, memory: &mut ContextMemory) -> Context<'a> {
        Context::of(look, Some(&self.signs), false, memory)
    }

    fn pool(&self) -> Pool {
        Pool::new(&self.pooled, self.score)
    }

    /// The model of `auto`.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Judges a page: the blocks that together have the highest expected F1 are kept. Where the page fits
    /// the template of its site, what that knows counts too.
    pub fn judge(&self, page: &Page, favor: Favor, template: Option<&SiteTemplate>) -> Verdict {
        self.judge_in(page, favor, template, true, &mut JudgingMemory::default())
    }

    /// Like [`Model::judge`], in the memory of another page's judgement; the kind of the page only if it is wanted, which
    /// takes time.
    pub(crate) fn judge_in(
        &self,
        page: &Page,
        favor: Favor,
        template: Option<&SiteTemplate>,
        wants_kind: bool,
        memory: &mut JudgingMemory,
    ) -> Verdict {
        if page.blocks().is_empty() {
            let mut verdict = Verdict::from_blocks(page, Vec::new(), Vec::new());
            verdict.about.confidence = Some(cut::calibrated(&self.confidence, 0.0));
            return verdict;
        }
        let mut pool = wants_kind.then(|| self.pool());
        let look = self.look(page);
        let mut verdict = self.judge_blocks(&look, favor, template, pool.as_mut(), memory);
        verdict.about.kind = pool.and_then(|pool| self.kind(page, &pool.row(&look.measures)));
        verdict.about.group = verdict.about.kind.map(|kind| kind.info().group);
        verdict
    }

    /// A pool is given every row.
    fn judge_blocks(
        &self,
        look: &FirstLook,
        favor: Favor,
        template: Option<&SiteTemplate>,
        pool: Option<&mut Pool>,
        memory: &mut JudgingMemory,
    ) -> Verdict {
        let page = look.measures.page;
        let (probabilities, site_likeness) = self.probabilities(look, pool, template, memory);
        let (cut, expected) = self.cut(&look.measures, &probabilities, favor);
        let mut keep = vec![false; page.blocks().len()];
        cut.blocks.into_iter().for_each(|block| keep[block] = true);
        let mut verdict = Verdict::from_blocks(page, probabilities, keep);
        verdict.about.site_likeness = site_likeness;
        verdict.about.confidence = Some(cut::calibrated(&self.confidence, expected));
        verdict
    }

    /// What is kept, and the F1 to expect of it. Where neither error weighs more it is the candidate that the forest of cuts
    /// tells to be best.
    fn cut(&self, measures: &Measures, probabilities: &[f32], favor: Favor) -> (Cut, f32) {
        let mut found = candidates::candidates(measures.page, &measures.containers, probabilities);
        let told = self.told_f1(&found);
        let chosen = if favor == Favor::Balance {
            let better = |best: usize, at: usize| if told[at] > told[best] { at } else { best };
            (0..found.len()).fold(0, better)
        } else {
            // Cuts that weigh one error more are among the candidates, if not under that name.
            let whole = 0..probabilities.len();
            let blocks = measures.page.blocks();
            let own = cut::best_cut(blocks, probabilities, whole, favor.beta_squared());
            found.iter().position(|one| one.cut.blocks == own.blocks).unwrap_or(0)
        };
        (found.swap_remove(chosen).cut, told[chosen])
    }

    /// The F1 that each candidate would have.
    fn told_f1(&self, found: &[Candidate]) -> Vec<f32> {
        if self.cut.columns().is_empty() {
            let f1 = CUT_COLUMNS.iter().position(|name| *name == "f1").unwrap_or(0);
            return found.iter().map(|one| one.row[f1]).collect();
        }
        let value =
            |place: usize, row: usize| found.get(row).map_or(f32::NAN, |one| one.row[place]);
        let column = |place: &usize| std::array::from_fn(|row| value(*place, row));
        let mut table: Vec<Values> = self.cut.columns().iter().map(column).collect();
        self.cut.log_odds(&mut table, found.len(), &[])
    }

    /// The probability of each block, and how well the page fits the template; the pool is given every
    /// row.
    fn probabilities(
        &self,
        look: &FirstLook,
        pool: Option<&mut Pool>,
        template: Option<&SiteTemplate>,
        memory: &mut JudgingMemory,
    ) -> (Vec<f32>, Option<f32>) {
        let page = look.measures.page;
        let mut probabilities = self.page_probabilities(look, pool, memory);
        let fit = template.and_then(|template| template.fit(page));
        let likeness = template.map(|_| fit.as_ref().map_or(0.0, |fit| fit.likeness));
        if let Some(fit) = fit.filter(SiteFit::fits) {
            self.correct(&SiteFacts::of(page, &fit, &probabilities), &mut probabilities);
        }
        (probabilities, likeness)
    }

    /// The probability of each block by the page alone.
    fn page_probabilities(
        &self,
        look: &FirstLook,
        pool: Option<&mut Pool>,
        memory: &mut JudgingMemory,
    ) -> Vec<f32> {
        if look.settles && pool.is_none() {
            return look.log_odds.iter().map(|own| numbers::probability(*own)).collect();
        }
        let context = self.context(look, &mut memory.context);
        let own = self.log_odds(&context, pool, &mut memory.table);
        let pulls = if look.settles { vec![0.0; own.len()] } else { alike::pulls(&context, &own) };
        context.give_back(&mut memory.context);
        drawn(&own, &pulls)
    }

    /// The log odds of each block by itself. Of a settled page the open blocks are asked for the pool alone, since what the
    /// first look is sure of is the text, not the kind.
    fn log_odds(
        &self,
        context: &Context,
        mut pool: Option<&mut Pool>,
        table: &mut Vec<Values>,
    ) -> Vec<f32> {
        let filling = if pool.is_some() { &self.of_kinds } else { &self.of_blocks };
        let look = context.first_look;
        let mut log_odds = look.log_odds.clone();
        let open: Vec<usize> = look.open().collect();
        table.resize(filling.len(), [f32::NAN; ROWS_AT_ONCE]);
        for blocks in open.chunks(ROWS_AT_ONCE) {
            columns::fill_some(context, blocks, filling, table);
            if let Some(pool) = &mut pool {
                for (row, block) in blocks.iter().enumerate() {
                    pool.add(context.block(*block), |slot| table[slot][row]);
                }
            }
            if look.settles {
                continue;
            }
            let found = self.blocks.log_odds(table, blocks.len(), &CHECKS);
            blocks.iter().zip(found).for_each(|(block, found)| log_odds[*block] = found);
        }
        if let Some(pool) = pool {
            self.pool_closed(look, pool);
        }
        log_odds
    }

    /// Gives a pool what is known of closed blocks.
    fn pool_closed(&self, look: &FirstLook, pool: &mut Pool) {
        let measures = &look.measures;
        let closed: Vec<usize> = (0..measures.count()).filter(|at| !look.is_open[*at]).collect();
        let mut table = vec![[f32::NAN; ROWS_AT_ONCE]; self.of_kinds.len()];
        for blocks in closed.chunks(ROWS_AT_ONCE) {
            columns::fill_early(measures, blocks, &self.of_closed, &mut table);
            for (row, block) in blocks.iter().enumerate() {
                table[self.score][row] = look.log_odds[*block];
                pool.add(measures.block(*block), |slot| table[slot][row]);
            }
        }
    }

    /// Corrects the probabilities of blocks that are not hopeless by what is known from the site.
    fn correct(&self, site: &SiteFacts, probabilities: &mut [f32]) {
        for block in (0..probabilities.len()).filter(|block| site.is_hopeful(*block)) {
            let added: f32 = self.site_contributions(site, block).map(|(_, added)| added).sum();
            probabilities[block] = numbers::probability(site.blocks[block].alone + added);
        }
    }

    /// What each column of the site adds to the log odds of a block, with its place; missing values add nothing.
    fn site_contributions(
        &self,
        site: &SiteFacts,
        block: usize,
    ) -> impl Iterator<Item = (usize, f32)> {
        let added = move |(place, weight): &(usize, f32)| {
            (*place, columns::site_value(site, *place, block) * weight)
        };
        self.site.iter().map(added).filter(|(_, added)| !added.is_nan())
    }
}

/// The probability of each block by its own log odds and how far those built alike draw them.
fn drawn(own: &[f32], pulls: &[f32]) -> Vec<f32> {
    own.iter().zip(pulls).map(|(own, pull)| numbers::probability(own + pull)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest(classes: usize, logits: &[i16]) -> Vec<u8> {
        let trees = vec!["0"; logits.len()].join(",");
        let header = format!(
            "{{\"format\":2,\"classes\":{classes},\"columns\":[],\"edges\":[],\"trees\":[{trees}],\"scale\":1}}\n"
        );
        let leaves: Vec<u8> = logits.iter().flat_map(|leaf| leaf.to_le_bytes()).collect();
        [header.into_bytes(), leaves].concat()
    }

    const NO_CUT: &[u8] =
        b"{\"format\":2,\"classes\":1,\"columns\":[],\"edges\":[],\"trees\":[],\"scale\":1}\n";

    /// A model of one leaf, and another for the first look: the same probability for every block.
    fn constant_model(first: i16, logit: i16) -> Model {
        Model::read(&ModelFiles {
            first: &forest(1, &[first]),
            signs: b"{\"format\":1,\"bits\":24,\"count\":0,\"bias\":0,\"scale\":1}\n",
            blocks: &forest(1, &[logit]),
            kinds: &forest(8, &[0, 0, 3, 0, 0, 0, 0, 0]),
            site: b"{}",
            cut: NO_CUT,
            confidence: b"[[0,0],[1,1]]",
        })
        .unwrap()
    }

    #[test]
    fn a_model_judges_every_page_soundly() {
        for html in ["", "<p>一句。", "<div><p>a<p>b<p>c</div>"] {
            let page = Page::new(html, None);
            let judge =
                |first, logit| constant_model(first, logit).judge(&page, Favor::Balance, None);
            let (all, none) = (judge(0, 3), judge(0, -5));
            // What the first look closes is never asked further, nor is a page of which it is sure.
            assert!(judge(-5, 3).keep.iter().all(|keep| !keep));
            assert!(judge(5, -5).keep.iter().all(|keep| *keep));
            assert_eq!(all.score.len(), page.blocks().len());
            assert!(all.keep.iter().all(|keep| *keep) && none.keep.iter().all(|keep| !keep));
            assert!(all.about.confidence.is_some_and(|c| page.blocks().is_empty() || c > 0.9));
            assert_eq!(
                all.about.kind,
                (!page.blocks().is_empty()).then_some(crate::kind::PageKind::Forum)
            );
        }
    }

    #[test]
    fn a_settled_page_has_the_same_text_with_and_without_its_kind() {
        let page = Page::new("<div><p>会议今天开了。<p>水价不变。</div><a href=/>首页</a>", None);
        for (first, settles) in [(5, true), (0, false)] {
            let model = constant_model(first, -5);
            let look = model.look(&page);
            assert_eq!((look.settles, look.asks(0)), (settles, !settles));
            let judge = |wants_kind| {
                let mut memory = JudgingMemory::default();
                model.judge_in(&page, Favor::Balance, None, wants_kind, &mut memory)
            };
            let (text, all) = (judge(false), judge(true));
            assert_eq!((text.about.kind.is_some(), all.about.kind.is_some()), (false, true));
            assert!(text.score == all.score && text.keep == all.keep);
            assert!(text.keep.iter().all(|keep| *keep == settles));
        }
    }

    #[test]
    fn the_embedded_model_is_whole_and_small() {
        let files = [
            include_bytes!("../../model/first.model").as_slice(),
            include_bytes!("../../model/signs.model"),
            include_bytes!("../../model/blocks.model"),
            include_bytes!("../../model/kinds.model"),
            include_bytes!("../../model/site.json"),
            include_bytes!("../../model/cut.model"),
            include_bytes!("../../model/confidence.json"),
        ];
        let [first, signs, blocks, kinds, site, cut, confidence] = files;
        let read = Model::read(&ModelFiles { first, signs, blocks, kinds, site, cut, confidence });
        assert!(read.is_ok(), "{read:?}");
        assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 400_000);
    }

    #[test]
    fn a_first_look_that_needs_words_is_refused() {
        let model = br#"{"format":2,"classes":1,"columns":["says_share"],"edges":[0],"trees":[0],"scale":1}"#;
        let first = [model.as_slice(), b"\n\x01\0"].concat();
        let files = ModelFiles {
            first: &first,
            signs: include_bytes!("../../model/signs.model"),
            blocks: include_bytes!("../../model/blocks.model"),
            kinds: include_bytes!("../../model/kinds.model"),
            site: b"{}",
            cut: NO_CUT,
            confidence: b"[]",
        };
        assert!(matches!(Model::read(&files), Err(ModelError::Damaged(_))));
    }
}

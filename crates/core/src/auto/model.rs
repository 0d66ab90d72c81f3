//! A fitted model: its files, and how they are read.

use std::sync::LazyLock;

use serde::Deserialize;

use super::candidates::CUT_COLUMNS;
use super::constants::Constants;
use super::features::page::FeaturesMemory;
use super::features::table::{COLUMNS, Slot, score_place};
use super::kinds::pool::{Pooled, page_columns, taken_by_pool};
use super::linear::Linear;
use crate::forest::{Forest, ModelError, Values};
use crate::limits::Work;
use crate::meta::{self, FieldModel};
use crate::text::hash;

/// The bytes of a model's files, as `train/fit.py` writes them.
#[derive(Debug, Clone, Copy)]
pub struct ModelFiles<'a> {
    /// `prefilter.model`: the forest of the prefilter, over the early ones of [`COLUMNS`].
    pub prefilter: &'a [u8],
    /// `hashed.model`: the sparse linear model over hashed features.
    pub hashed: &'a [u8],
    /// `blocks.model`: the forest over [`COLUMNS`] for blocks.
    pub blocks: &'a [u8],
    /// `kinds.model`: the forest over [`page_columns`], with one class for each of [`KINDS`](crate::kind::KINDS).
    pub kinds: &'a [u8],
    /// `site.json`: the weight of the pull by a site template, as `{"site_path_pull": 1.0}`.
    pub site: &'a [u8],
    /// `cut.model`: the forest over [`CUT_COLUMNS`] that predicts the F1 of a candidate. Without trees the cut of highest
    /// expected F1 is kept.
    pub cut: &'a [u8],
    /// `confidence.json`: a list of pairs of expected and measured F1, ascending.
    pub confidence: &'a [u8],
    /// `title.json`: the weights of titles, as `{"heading_only": [1.0, 0.5, 0.2, 0.1]}`: on articles, landing pages and lists, and
    /// what is added on pages written in ideographs.
    pub title: &'a [u8],
    /// `titles.model`: the forest that ranks the titles of a page; without trees the weights alone choose.
    pub titles: &'a [u8],
    /// `authors.model`: the forest that chooses the author; without trees the best score does.
    pub authors: &'a [u8],
    /// `sources.model`: the same for the source.
    pub sources: &'a [u8],
    /// `fields.json`: the weights by which the date of publication is trusted, as `{"publish_date": {"home": [-4.0, 0.5]}}`: that of a
    /// fact, and what is added where data of the page declares the value.
    pub fields: &'a [u8],
    /// `constants.json`: the thresholds that are tuned with the trees.
    pub constants: &'a [u8],
}

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Model {
    pub(crate) prefilter: Forest,
    pub(crate) hashed: Linear,
    pub(crate) blocks: Forest,
    pub(crate) kinds: Forest,
    pub(crate) cut: Forest,
    /// The weight of the pull by a site template.
    pub(crate) site: f32,
    pub(crate) confidence: Vec<(f32, f32)>,
    pub(crate) fields: FieldModel,
    pub(crate) constants: Constants,
    pub(crate) rows: RowPlan,
}

/// The columns that are filled, by kind of block.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowPlan {
    /// For an open block if the kind of the page is not wanted: the columns of the forest.
    pub(crate) of_blocks: Vec<Slot>,
    /// For an open block if it is: those, and then the pool's other columns.
    pub(crate) of_kinds: Vec<Slot>,
    /// For a closed block: what the pool needs.
    pub(crate) of_closed: Vec<Slot>,
    /// The columns that are pooled for the kind.
    pub(crate) pooled: Vec<Pooled>,
    /// The slot of the score of hashed words.
    pub(crate) score: usize,
}

impl RowPlan {
    fn of(blocks: &Forest, kinds: &Forest) -> Self {
        let taken = taken_by_pool(kinds.columns());
        let mut places = blocks.columns().to_vec();
        places.extend(taken.iter().filter(|place| !blocks.columns().contains(place)));
        let of_kinds: Vec<Slot> = places.iter().copied().zip(0..).collect();
        let slot = |place| places.iter().position(|other| *other == place).unwrap_or(0);
        Self {
            of_blocks: of_kinds[..blocks.columns().len()].to_vec(),
            of_closed: of_kinds.iter().filter(|slot| taken.contains(&slot.0)).copied().collect(),
            pooled: Pooled::all(kinds.columns(), slot),
            score: slot(score_place()),
            of_kinds,
        }
    }
}

/// The content of `site.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteWeights {
    #[serde(default)]
    site_path_pull: f32,
}

/// Buffers that one judgement leaves to the next.
#[derive(Debug, Default)]
pub(crate) struct JudgingMemory {
    pub(crate) features: FeaturesMemory,
    /// The columns of some rows.
    pub(crate) table: Vec<Values>,
    /// The work that the judgement is part of.
    pub(crate) work: Work,
}

static FILES: ModelFiles = ModelFiles {
    prefilter: include_bytes!("../../model/prefilter.model"),
    hashed: include_bytes!("../../model/hashed.model"),
    blocks: include_bytes!("../../model/blocks.model"),
    kinds: include_bytes!("../../model/kinds.model"),
    site: include_bytes!("../../model/site.json"),
    cut: include_bytes!("../../model/cut.model"),
    confidence: include_bytes!("../../model/confidence.json"),
    title: include_bytes!("../../model/title.json"),
    titles: include_bytes!("../../model/titles.model"),
    authors: include_bytes!("../../model/authors.model"),
    sources: include_bytes!("../../model/sources.model"),
    fields: include_bytes!("../../model/fields.json"),
    constants: include_bytes!("../../model/constants.json"),
};

static EMBEDDED: LazyLock<Model> = LazyLock::new(|| {
    #[expect(
        clippy::expect_used,
        reason = "the files are part of the program, and a test reads them"
    )]
    Model::read(&FILES).expect("the embedded model is whole")
});

impl ModelFiles<'_> {
    /// The identifier of the fit: eight hexadecimal digits, a hash of all files.
    #[must_use]
    pub fn identifier(&self) -> String {
        // All fields by name, so that a new file cannot be left out.
        let Self {
            prefilter,
            hashed,
            blocks,
            kinds,
            site,
            cut,
            confidence,
            title,
            titles,
            authors,
            sources,
            fields,
            constants,
        } = self;
        let of_blocks = [prefilter, hashed, blocks, kinds, site, cut, confidence];
        let of_fields = [title, titles, authors, sources, fields, constants];
        let files = of_blocks.into_iter().chain(of_fields);
        let all = files.fold(0, |sum, file| hash::mix(sum, hash::bytes(file)));
        format!("{:08x}", all >> 32)
    }
}

impl Model {
    /// The identifier of the fit that the program carries; see [`ModelFiles::identifier`].
    #[must_use]
    pub fn identifier() -> String {
        FILES.identifier()
    }

    /// Reads the files of a model.
    ///
    /// # Errors
    /// If a file is damaged or needs a column that does not exist.
    pub fn read(files: &ModelFiles) -> Result<Self, ModelError> {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        let page_names = page_columns();
        let page_names: Vec<&str> = page_names.iter().map(String::as_str).collect();
        let of_titles: Vec<&str> = meta::title_columns().collect();
        let of_names: Vec<&str> = meta::claim_columns().collect();
        let prefilter = Forest::read(files.prefilter, &names)?;
        if !prefilter.columns().iter().all(|place| COLUMNS[*place].is_early()) {
            return Err(ModelError::Damaged("the prefilter asks for columns that need words"));
        }
        let blocks = Forest::read(files.blocks, &names)?;
        let kinds = Forest::read(files.kinds, &page_names)?;
        let site: SiteWeights = json(files.site, "site")?;
        Ok(Self {
            rows: RowPlan::of(&blocks, &kinds),
            prefilter,
            hashed: Linear::read(files.hashed)?,
            blocks,
            kinds,
            cut: Forest::read(files.cut, &CUT_COLUMNS)?,
            site: site.site_path_pull,
            confidence: json(files.confidence, "confidence")?,
            fields: FieldModel {
                title: json(files.title, "title")?,
                titles: Forest::read(files.titles, &of_titles)?,
                authors: Forest::read(files.authors, &of_names)?,
                sources: Forest::read(files.sources, &of_names)?,
                trust: json(files.fields, "fields")?,
            },
            constants: json(files.constants, "constants")?,
        })
    }

    /// What fields are chosen by.
    #[cfg(feature = "train")]
    pub fn fields(&self) -> &FieldModel {
        &self.fields
    }

    /// The model of `auto`.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }
}

fn json<'a, T: Deserialize<'a>>(bytes: &'a [u8], what: &'static str) -> Result<T, ModelError> {
    serde_json::from_slice(bytes).map_err(|_| ModelError::Damaged(what))
}

//! The models of a cross-validation: each page is judged by the model that has seen no page of its site.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use zhengwen::train::{Model, ModelFiles};

/// `folds.json` (page, as SET/ID, to fold) and a folder with a model for each fold.
pub(crate) struct Folds {
    fold_of: BTreeMap<String, usize>,
    models: Vec<Arc<Model>>,
}

impl Folds {
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("folds.json");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let fold_of: BTreeMap<String, usize> = serde_json::from_str(&text)?;
        let count = fold_of.values().max().map_or(0, |last| last + 1);
        let model = |fold: usize| Ok(Arc::new(read_model(&folder.join(fold.to_string()))?));
        Ok(Self { fold_of, models: (0..count).map(model).collect::<anyhow::Result<_>>()? })
    }

    /// The model for a page.
    pub(crate) fn model(&self, set: &str, id: &str) -> anyhow::Result<&Arc<Model>> {
        let name = format!("{set}/{id}");
        let fold = self.fold_of.get(&name);
        let fold = fold.with_context(|| format!("folds.json has no fold for {name}"))?;
        self.models.get(*fold).context("no model for the fold of this page")
    }
}

/// The model in a folder, as `train/fit.py` writes it.
fn read_model(folder: &Path) -> anyhow::Result<Model> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).with_context(|| path.display().to_string())
    };
    let files = ModelFiles {
        prefilter: &read("prefilter.model")?,
        hashed: &read("hashed.model")?,
        blocks: &read("blocks.model")?,
        kinds: &read("kinds.model")?,
        site: &read("site.json")?,
        cut: &read("cut.model")?,
        confidence: &read("confidence.json")?,
        title: &read("title.json")?,
        titles: &read("titles.model")?,
        authors: &read("authors.model")?,
        sources: &read("sources.model")?,
        fields: &read("fields.json")?,
        constants: &read("constants.json")?,
    };
    Model::read(&files).with_context(|| folder.display().to_string())
}

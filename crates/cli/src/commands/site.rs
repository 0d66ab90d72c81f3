//! `zhengwen site`: templates learned from a site's own pages.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use zhengwen::Method;
use zhengwen_io::templates::TemplateStore;
use zhengwen_site::site::{LEAST_LIKENESS, site_of_page};
use zhengwen_site::{SiteFit, SiteTemplate, outline};

use super::batch;
use super::extract::{self, ExtractArguments};
use super::site_learn::{self, SiteLearnArguments, in_words, read_page};
use crate::shown::stdout;
use crate::status::{EXIT_CODES, Status, complain};

#[derive(Debug, Subcommand)]
pub(crate) enum SiteCommand {
    /// Learn templates from pages, into what is known already
    Learn(SiteLearnArguments),
    /// Print what repeats on a site's pages, how often, and their outline
    Show(SiteShowArguments),
    /// Print the main text of pages, judged with the template of their site
    Apply(Box<SiteApplyArguments>),
    /// Print how well pages fit; exit code 1 when most do not, as after a redesign
    Check(SiteCheckArguments),
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteShowArguments {
    /// The templates
    #[arg(value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Only this site
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
    /// Print at most this many texts that repeat
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) most: usize,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteApplyArguments {
    /// The templates
    #[arg(id = "store", value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Go by the template alone (method site-template)
    #[arg(long, conflicts_with = "method")]
    pub(crate) alone: bool,
    #[command(flatten)]
    pub(crate) extract: ExtractArguments,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteCheckArguments {
    /// The templates
    #[arg(value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Files, and folders with .html, .htm, .xhtml, plain or .gz
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The site of all pages
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
}

/// Runs one of the commands about sites.
pub(crate) fn run(command: &SiteCommand) -> anyhow::Result<Status> {
    match command {
        SiteCommand::Learn(arguments) => site_learn::run(arguments),
        SiteCommand::Show(arguments) => show(arguments),
        SiteCommand::Apply(arguments) => {
            let known = store_of(&arguments.templates)?.1;
            if known.is_empty() {
                bail!("{}: holds no template", arguments.templates.display());
            }
            extract::run(&arguments.extract_with_templates())
        }
        SiteCommand::Check(arguments) => check(arguments),
    }
}

/// The store at a path that must exist, and its sites.
fn store_of(path: &Path) -> anyhow::Result<(TemplateStore, Vec<String>)> {
    let store = TemplateStore::at(path);
    let sites = store.sites().with_context(|| path.display().to_string())?;
    Ok((store, sites))
}

/// The templates that are asked for: that of one site, or all.
fn templates(path: &Path, site: Option<&String>) -> anyhow::Result<Vec<SiteTemplate>> {
    let (store, sites) = store_of(path)?;
    let sites = match site {
        None => sites,
        Some(site) if sites.contains(site) => vec![site.clone()],
        Some(site) => {
            bail!("{}: holds no template of {site}; it has {}", path.display(), sites.join(", "))
        }
    };
    let read = |site: &String| Ok(store.read(site)?.unwrap_or_default());
    sites.iter().map(read).collect()
}

fn show(arguments: &SiteShowArguments) -> anyhow::Result<Status> {
    let mut out = stdout();
    for template in templates(&arguments.templates, arguments.site.as_ref())? {
        writeln!(out, "{}: {}", template.site, in_words(&template))?;
        for (number, layout) in template.layouts.iter().enumerate() {
            let (first, last) = layout.seen;
            writeln!(
                out,
                "\nlayout {}: {} pages, from page {first} to {last}",
                number + 1,
                layout.pages
            )?;
            if template.pages > last.saturating_add(layout.pages) {
                writeln!(out, "  not seen on the last {} pages", template.pages - last)?;
            }
            write!(out, "{}", outline::tree(layout))?;
            writeln!(out, "\n  repeats:")?;
            write!(out, "{}", outline::repeats(layout, arguments.most))?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(Status::Done)
}

/// Prints how well pages fit; fails when most of them do not, as after a redesign.
fn check(arguments: &SiteCheckArguments) -> anyhow::Result<Status> {
    let templates = templates(&arguments.templates, arguments.site.as_ref())?;
    let (files, mut failed) = batch::list(&arguments.inputs);
    let mut out = stdout();
    let (mut checked, mut unlike) = (0, 0);
    for file in &files {
        let page = match read_page(file) {
            Ok(page) => page,
            Err(error) => {
                complain(&format!("{}: {error:#}", file.display()));
                failed += 1;
                continue;
            }
        };
        let page_site = site_of_page(&page);
        let is_own = |template: &&SiteTemplate| Some(&template.site) == page_site.as_ref();
        let template =
            templates.iter().find(is_own).or(templates.first().filter(|_| templates.len() == 1));
        let Some(template) = template else {
            complain(&format!("{}: no template of its site; add --site", file.display()));
            failed += 1;
            continue;
        };
        checked += 1;
        let fit = template.fit(&page);
        let likeness = fit.as_ref().map_or(0.0, |fit| fit.likeness);
        let place = fit.filter(SiteFit::fits).map(|fit| format!("layout {}", fit.place + 1));
        unlike += usize::from(likeness < LEAST_LIKENESS);
        let place = place.unwrap_or_else(|| "fits no layout".to_owned());
        writeln!(out, "{:3.0} %  {place}  {}", likeness * 100.0, file.display())?;
    }
    out.flush()?;
    if unlike * 2 > checked {
        complain(&format!(
            "{unlike} of {checked} pages fit no layout: the site was redesigned, or these are pages of \
             another kind; learn them with `zhengwen site learn`"
        ));
    }
    Ok(if failed > 0 || unlike * 2 > checked { Status::SomeFailed } else { Status::Done })
}

impl SiteApplyArguments {
    /// The arguments of `extract` with these templates.
    fn extract_with_templates(&self) -> ExtractArguments {
        let mut extract = self.extract.clone();
        extract.site.templates = Some(self.templates.clone());
        if self.alone {
            extract.judge.method = Method::SiteTemplate;
        }
        extract
    }
}

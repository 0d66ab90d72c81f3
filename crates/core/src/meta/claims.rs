//! What speaks for a name as author or source: the pieces of lines around the article, each with what is around it, and what
//! else on the page gives the same name. The columns of the forests that choose both fields.

use std::collections::{HashMap, HashSet};

use super::candidate::{Candidate, normalised};
use super::known::Known;
use super::origin::{ORIGINS, Origin};
use super::people::{self, looks_like_names};
use super::place::Place;
use super::{Fields, source};
use crate::dom::{AttributeName, Tag};
use crate::forest::Forest;
use crate::kind::KINDS;
use crate::numbers::{self, log2_plus_1};
use crate::page::{Before, BlockIndex, BlockRef, Is, Label, Line, Name, Node, Page, Piece};
use crate::text::chars::{SentenceEnds, is_blank, is_cjk};
use crate::text::people::{are_chinese_names, has_menu_word, is_anybody};

/// Characters of the longest line that is read, and of the longest piece that may be a name.
const LONGEST_LINE: u32 = 160;
const LONGEST_NAME: usize = 60;
/// Claims of lower score are left out of the trace.
const LEAST_SHOWN: f32 = 0.02;
/// Claims of a page at most.
const MOST: usize = 120;

/// A name that may be the value of a field.
struct Claim<'p> {
    value: String,
    compared: String,
    /// The line, by its place among those that were read, and the piece in it; `None` for a candidate that no piece gives.
    at: Option<(usize, usize)>,
    line: Option<LineAt<'p>>,
}

/// A line, and where it stands.
#[derive(Clone, Copy)]
struct LineAt<'p> {
    block: BlockRef<'p>,
    is_head: bool,
    is_last: bool,
    is_of_other: bool,
}

/// All claims for a field on a page.
pub(super) struct Claims<'a, 'p> {
    place: &'a Place<'p>,
    known: &'a Known,
    /// What other rules found, the best first.
    found: &'a [Candidate],
    lines: Vec<Line<'p>>,
    all: Vec<Claim<'p>>,
    /// How many pieces give a value.
    times: HashMap<String, usize>,
    site: &'a dyn Fn(&str) -> bool,
}

/// One claim, with its piece.
struct One<'a, 'p> {
    of: &'a Claims<'a, 'p>,
    claim: &'a Claim<'p>,
    line: Option<(LineAt<'p>, &'a [Piece<'p>], usize)>,
}

type Row = (&'static str, fn(&One) -> f32);

/// The columns of a claim; NaN where there is no value.
const COLUMNS: &[Row] = &[
    ("own_label", |one| {
        one.piece(|piece| {
            piece
                .label
                .map_or(0.0, |tag| tag.field.map_or(1.0, |field| 2.0 + f32::from(field as u8)))
        })
    }),
    ("label_author", |one| {
        one.piece(|piece| flag(piece.label.is_some_and(|tag| tag.field == Some(Label::Author))))
    }),
    ("label_source", |one| {
        one.piece(|piece| flag(piece.label.is_some_and(|tag| tag.field == Some(Label::Source))))
    }),
    ("label_none", |one| one.piece(|piece| flag(piece.label.is_none()))),
    ("verb", |one| {
        one.piece(|piece| {
            piece
                .verb
                .map_or(0.0, |tag| tag.field.map_or(1.0, |field| 2.0 + f32::from(field as u8)))
        })
    }),
    ("before", |one| one.piece(|piece| before(piece.before))),
    ("at", |one| one.line(|_, _, at| at.min(20) as f32)),
    ("behind", |one| one.line(|_, pieces, at| (pieces.len() - at).min(20) as f32)),
    ("pieces", |one| one.line(|_, pieces, _| pieces.len().min(30) as f32)),
    ("label_before", |one| one.beside(-1, |piece| label_of(piece))),
    ("label_behind", |one| one.beside(1, |piece| label_of(piece))),
    ("is_before", |one| one.beside(-1, |piece| kind_of(piece.is))),
    ("is_behind", |one| one.beside(1, |piece| kind_of(piece.is))),
    ("dates", |one| {
        one.line(|_, pieces, _| {
            pieces.iter().filter(|piece| piece.is == Is::Date).count().min(5) as f32
        })
    }),
    ("buttons", |one| {
        one.line(|_, pieces, _| {
            pieces
                .iter()
                .filter(|piece| matches!(piece.is, Is::Button | Is::Number(_)))
                .count()
                .min(5) as f32
        })
    }),
    ("share_of_line", |one| {
        one.line(|line, pieces, at| share(pieces[at].text.len(), line.block.text().len()))
    }),
    ("characters", |one| one.line(|line, _, _| line.block.characters as f32)),
    ("linked", |one| {
        one.line(|line, _, _| {
            share(line.block.link_characters as usize, line.block.characters as usize)
        })
    }),
    ("ends", |one| one.line(|line, _, _| line.block.sentence_ends.min(5) as f32)),
    ("hidden", |one| one.line(|line, _, _| flag(line.block.is_hidden))),
    ("heading", |one| one.line(|line, _, _| flag(line.block.is_heading))),
    ("is_head", |one| one.line(|line, _, _| flag(line.is_head))),
    ("is_last", |one| one.line(|line, _, _| flag(line.is_last))),
    ("is_of_other", |one| one.line(|line, _, _| flag(line.is_of_other))),
    ("title_distance", |one| one.line(|line, _, _| signed(line.block.at, one.of.place.title))),
    ("start_distance", |one| one.line(|line, _, _| signed(line.block.at, one.of.place.main.start))),
    ("end_distance", |one| one.line(|line, _, _| signed(line.block.at, one.of.place.main.end))),
    ("in_text", |one| one.line(|line, _, _| flag(one.of.place.main.contains(&line.block.at)))),
    ("is_title_shown", |one| flag(one.of.place.is_title_shown)),
    ("date_above", |one| one.line(|line, _, _| near_date(line.block, false))),
    ("date_below", |one| one.line(|line, _, _| near_date(line.block, true))),
    ("siblings", |one| one.line(|line, _, _| siblings(line.block))),
    ("in_list", |one| {
        one.line(|line, _, _| {
            flag(line.block.container().around().take(4).any(|node| node.is(Tag::LI)))
        })
    }),
    ("named_author", |one| one.named(&[Name::Author])),
    ("named_account", |one| one.named(&[Name::Account])),
    ("named_poster", |one| one.named(&[Name::Poster, Name::AboutPoster])),
    ("named_source", |one| one.named(&[Name::Source])),
    ("named_dated", |one| one.named(&[Name::Dated])),
    ("named_other", |one| one.named(&[Name::OtherAccount, Name::MoreThanAuthor])),
    ("in_comment", |one| one.named(&[Name::InComment])),
    ("link", |one| one.node(|node| flag(node.ancestors().take(3).any(|node| node.is(Tag::A))))),
    ("profile", |one| one.node(|node| flag(node.ancestors().take(3).any(is_profile)))),
    ("in_rel_author", |one| one.node(|node| flag(node.ancestors().take(4).any(is_of_author)))),
    ("bold", |one| {
        one.node(|node| {
            flag(
                node.ancestors()
                    .take(2)
                    .any(|node| matches!(node.tag(), Tag::B | Tag::STRONG | Tag::EM)),
            )
        })
    }),
    ("names", |one| one.claim.value.split("; ").count().min(10) as f32),
    ("length", |one| one.claim.value.chars().count().min(100) as f32),
    ("cjk", |one| flag(one.claim.value.contains(is_cjk))),
    ("han_name", |one| flag(are_chinese_names(one.first()))),
    ("latin_name", |one| flag(one.first().contains(' ') && looks_like_names(one.first()))),
    ("capital", |one| flag(one.first().starts_with(char::is_uppercase))),
    ("blanks", |one| one.first().matches(' ').count().min(9) as f32),
    ("digits", |one| {
        share(one.claim.value.bytes().filter(u8::is_ascii_digit).count(), one.claim.value.len())
    }),
    ("menu_word", |one| flag(has_menu_word(&one.claim.value.to_lowercase()))),
    ("anybody", |one| flag(is_anybody(&one.claim.value))),
    ("paper_end", |one| flag(source::ends_like_paper(one.first()))),
    ("is_address", |one| flag(one.first().contains('.') && !one.first().contains(' '))),
    ("is_site", |one| flag((one.of.site)(&one.claim.value))),
    ("in_title", |one| flag(one.in_title())),
    ("times", |one| {
        one.of.times.get(&one.claim.compared).map_or(0.0, |times| (*times).min(20) as f32)
    }),
    ("score", |one| one.found().map_or(f32::NAN, |(_, found)| found.score)),
    ("rank", |one| one.found().map_or(f32::NAN, |(rank, _)| rank.min(10) as f32)),
    ("origins", |one| one.same().count().min(9) as f32),
    ("best_score", |one| one.of.found.first().map_or(0.0, |found| found.score)),
    ("candidates", |one| log2_plus_1(one.of.found.len() as f32)),
    ("labelled", |one| {
        one.of.all.iter().filter(|claim| claim.is_labelled(one.of)).count().min(9) as f32
    }),
    ("ideographic", |one| flag(one.of.place.page.sentence_ends() == SentenceEnds::Ideographic)),
    ("posts", |one| flag(one.of.known.has_posts)),
];

/// The names of the columns: those of a claim, the score by each origin that gives the same value, and the probabilities of
/// the page kinds.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    let origins = ORIGINS.iter().map(|origin| origin.key());
    let own = COLUMNS.iter().map(|(key, _)| *key);
    own.chain(origins).chain(KINDS.iter().map(|info| info.name))
}

/// The rows of authors and of sources of a page, each with its value.
#[cfg(feature = "train")]
pub(super) fn rows(page: &Page, known: &Known, found: &Fields) -> [Vec<(String, Vec<f32>)>; 2] {
    let of = |claims: &Claims| {
        claims.all.iter().map(|claim| (claim.value.clone(), claims.row(claim))).collect()
    };
    with_claims(page, known, found, |claims| of(claims))
}

/// Chooses author and source: a claim that is less likely right than the least probability of its field scores too little.
pub(super) fn choose(
    page: &Page,
    known: &Known,
    [(authors, least_author), (sources, least_source)]: [(&Forest, f32); 2],
    found: &mut Fields,
) {
    if known.kinds.is_empty() || authors.is_empty() || sources.is_empty() {
        return;
    }
    let mut forests =
        [(authors, least_author, Origin::Byline), (sources, least_source, Origin::SourceLine)]
            .into_iter();
    let [author, source] = with_claims(page, known, found, |claims| {
        forests
            .next()
            .map_or_else(Vec::new, |(forest, least, origin)| claims.ranked(forest, least, origin))
    });
    (found.author, found.source) = (author, source);
}

/// What is read of the claims for both fields.
fn with_claims<T>(
    page: &Page,
    known: &Known,
    found: &Fields,
    mut read: impl FnMut(&Claims) -> T,
) -> [T; 2] {
    let title = found.title.first().map(|one| one.value.as_str());
    let place = Place::new(page, title, known.main.clone());
    let site = super::author::site_names(page, &found.site_name);
    let fields: [(&[Candidate], fn(&str) -> Option<String>); 2] =
        [(&found.author, people::names), (&found.source, source::cleaned)];
    fields.map(|(candidates, name)| read(&Claims::new(&place, known, candidates, &site, name)))
}

/// The score of a claim of this probability: [`LEAST_SCORE`](super::LEAST_SCORE) and more if that is at least `least`.
fn score(probability: f32, least: f32) -> f32 {
    if probability >= least {
        super::LEAST_SCORE + (1.0 - super::LEAST_SCORE) * (probability - least) / (1.0 - least)
    } else {
        super::LEAST_SCORE * 0.9 * probability / least
    }
}

impl<'a, 'p> Claims<'a, 'p> {
    /// The claims for a field: every piece that `read` takes for a name, and what other rules `found`.
    pub(super) fn new(
        place: &'a Place<'p>,
        known: &'a Known,
        found: &'a [Candidate],
        site: &'a dyn Fn(&str) -> bool,
        read: fn(&str) -> Option<String>,
    ) -> Self {
        let mut claims = Self {
            place,
            known,
            found,
            lines: Vec::new(),
            all: Vec::new(),
            times: HashMap::new(),
            site,
        };
        let mut seen = HashSet::new();
        let is_ideographic = place.page.sentence_ends() == SentenceEnds::Ideographic;
        for line in place.lines(LONGEST_LINE).filter(|line| seen.insert(line.index)) {
            let at = LineAt {
                block: place.page.block(line.index),
                is_head: line.is_head,
                is_last: line.is_last,
                is_of_other: line.is_of_other,
            };
            let pieces = Line::of(at.block);
            for (place, piece) in pieces.pieces().iter().enumerate() {
                let node = pieces.text_node(piece).map(|text| at.block.page.node(text.node));
                if piece.is == Is::Text && may_be_name(piece, node, is_ideographic) {
                    claims.add(read(piece.text), Some((claims.lines.len(), place)), Some(at));
                }
            }
            claims.lines.push(pieces);
        }
        let given: HashSet<String> =
            claims.all.iter().map(|claim| claim.compared.clone()).collect();
        let mut added = HashSet::new();
        for one in found {
            let compared = normalised(&one.value);
            if !given.contains(&compared) && added.insert(compared) {
                claims.add(Some(one.value.clone()), None, None);
            }
        }
        claims
    }

    fn add(&mut self, value: Option<String>, at: Option<(usize, usize)>, line: Option<LineAt<'p>>) {
        let Some(value) = value.filter(|_| self.all.len() < MOST) else { return };
        let compared = normalised(&value);
        *self.times.entry(compared.clone()).or_default() += 1;
        self.all.push(Claim { value, compared, at, line });
    }

    /// The values, the most probable first, each once.
    fn ranked(&self, forest: &Forest, least: f32, origin: Origin) -> Vec<Candidate> {
        let probability = |claim| numbers::probability(forest.log_odds_of(&self.row(claim)));
        let mut rated: Vec<_> = self.all.iter().map(|claim| (probability(claim), claim)).collect();
        rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut seen = HashSet::new();
        let first = rated.into_iter().filter(|(_, claim)| seen.insert(claim.compared.as_str()));
        let candidate = |(probability, claim): (f32, &Claim)| {
            let known = self.found.iter().find(|one| normalised(&one.value) == claim.compared);
            Candidate {
                value: claim.value.clone(),
                raw: None,
                origin: known.map_or(origin, |one| one.origin),
                score: score(probability, least),
            }
        };
        let is_worth_a_look = |one: &Candidate| one.score >= LEAST_SHOWN;
        first.map(candidate).filter(is_worth_a_look).collect()
    }

    fn row(&self, claim: &Claim<'p>) -> Vec<f32> {
        let line = claim
            .line
            .zip(claim.at)
            .map(|(line, (at, piece))| (line, self.lines[at].pieces(), piece));
        let one = One { of: self, claim, line };
        let score = |origin| {
            let scores = one
                .same()
                .filter(|(_, found)| found.origin == origin)
                .map(|(_, found)| found.score);
            scores.reduce(f32::max).unwrap_or(0.0)
        };
        let kind = |name: &str| self.known.kinds.iter().find(|one| one.kind.name() == name);
        let own = COLUMNS.iter().map(|(_, read)| read(&one));
        let origins = ORIGINS.iter().map(|origin| score(*origin));
        let kinds =
            KINDS.iter().map(|info| kind(info.name).map_or(f32::NAN, |one| one.probability));
        own.chain(origins).chain(kinds).collect()
    }
}

impl Claim<'_> {
    fn is_labelled(&self, claims: &Claims) -> bool {
        self.at.is_some_and(|(line, piece)| claims.lines[line].pieces()[piece].label.is_some())
    }
}

impl<'a, 'p> One<'a, 'p> {
    fn line(&self, read: impl Fn(LineAt<'p>, &'a [Piece<'p>], usize) -> f32) -> f32 {
        self.line.map_or(f32::NAN, |(line, pieces, at)| read(line, pieces, at))
    }

    fn piece(&self, read: impl Fn(&Piece<'p>) -> f32) -> f32 {
        self.line(|_, pieces, at| read(&pieces[at]))
    }

    /// What is read of the piece so many behind this one.
    fn beside(&self, step: isize, read: impl Fn(&Piece<'p>) -> f32) -> f32 {
        let beside = self.line.and_then(|(_, pieces, at)| pieces.get(at.checked_add_signed(step)?));
        beside.map_or(f32::NAN, read)
    }

    /// What is read of the text node that the piece begins in.
    fn node(&self, read: impl Fn(Node<'p>) -> f32) -> f32 {
        let Some((line, _)) = self.claim.at else { return f32::NAN };
        let text = self.line.and_then(|(_, pieces, at)| self.of.lines[line].text_node(&pieces[at]));
        text.map_or(f32::NAN, |text| read(self.of.place.page.node(text.node)))
    }

    /// How near around the piece an element has one of these names; 9 for none.
    fn named(&self, names: &[Name]) -> f32 {
        self.node(|node| {
            let mut around = node.ancestors().take(6);
            let found = around.position(|node| names.iter().any(|name| node.is_named(*name)));
            found.map_or(9.0, |levels| levels as f32)
        })
    }

    fn first(&self) -> &str {
        self.claim.value.split("; ").next().unwrap_or("")
    }

    /// The candidates of other rules that give the same value, each with its rank.
    fn same(&self) -> impl Iterator<Item = (usize, &'a Candidate)> {
        let compared = self.claim.compared.clone();
        let found = self.of.found.iter().enumerate();
        found.filter(move |(_, one)| normalised(&one.value) == compared)
    }

    fn found(&self) -> Option<(usize, &'a Candidate)> {
        self.same().next()
    }

    fn in_title(&self) -> bool {
        let page = self.of.place.page;
        let title = page.structured().title.as_deref().unwrap_or("");
        title.contains(self.first())
    }
}

/// True if a piece may be a name: of a few characters, and in other scripts than Chinese written as names are. One such word alone
/// is a name where a label, a verb or an element says so, or on a page written in ideographs, as a handle.
fn may_be_name(piece: &Piece, node: Option<Node>, is_ideographic: bool) -> bool {
    let is_told = piece.label.is_some_and(|tag| tag.field.is_some()) || piece.verb.is_some();
    let says_so = |node: Node| {
        is_of_author(node)
            || is_profile(node)
            || [Name::Author, Name::Account, Name::Poster].iter().any(|name| node.is_named(*name))
    };
    let is_in_such = || node.is_some_and(|node| node.ancestors().take(4).any(says_so));
    let is_alone = !piece.text.contains(is_blank) && !piece.text.contains(is_cjk);
    piece.text.chars().count() <= LONGEST_NAME
        && (is_told
            || people::may_be_names(piece.text) && (!is_alone || is_ideographic || is_in_such()))
}

fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

fn signed(at: BlockIndex, from: BlockIndex) -> f32 {
    let distance = log2_plus_1(at.abs_diff(from) as f32);
    if at < from { -distance } else { distance }
}

fn before(before: Before) -> f32 {
    match before {
        Before::Start => 0.0,
        Before::Element => 1.0,
        Before::Blank => 2.0,
        Before::Mark('|' | '｜' | '丨') => 3.0,
        Before::Mark('/' | '／') => 4.0,
        Before::Mark(':' | '：') => 5.0,
        Before::Mark(_) => 6.0,
        Before::Bracket(_) => 7.0,
    }
}

fn kind_of(is: Is) -> f32 {
    match is {
        Is::Text => 0.0,
        Is::Date => 1.0,
        Is::Button => 2.0,
        Is::Number(_) => 3.0,
    }
}

fn label_of(piece: &Piece) -> f32 {
    piece.label.map_or(0.0, |tag| tag.field.map_or(1.0, |field| 2.0 + f32::from(field as u8)))
}

fn is_profile(node: Node) -> bool {
    node.attribute(AttributeName::HREF).is_some_and(super::author::is_profile)
}

fn is_of_author(node: Node) -> bool {
    let is = |name| node.attribute(name).is_some_and(|value| value.eq_ignore_ascii_case("author"));
    is(AttributeName::REL) || is(AttributeName::ITEMPROP)
}

/// In how many blocks above or below a date stands; 9 without one near.
fn near_date(block: BlockRef, below: bool) -> f32 {
    let blocks = std::iter::successors(Some(block), |block| match below {
        true => block.next(),
        false => block.previous(),
    });
    let found = blocks.skip(1).take(4).position(|block| block.day().is_some());
    found.map_or(9.0, |at| at as f32)
}

/// How many elements are built as that of the block or the one around it.
fn siblings(block: BlockRef) -> f32 {
    let around = block.container().around().take(2);
    around.map(|node| node.siblings_alike(40).take(20).count()).max().unwrap_or(0) as f32
}

//! The names around an article that may be its author or source: pieces of lines, and what other rules found.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::dom::AttributeName;
use crate::meta::author;
use crate::meta::candidate::{Candidate, normalised};
use crate::meta::known::Known;
use crate::meta::origin::Origin;
use crate::meta::people;
use crate::meta::place::Place;
use crate::page::{BlockRef, Is, Line, Name, Node, Piece};
use crate::text::chars::{SentenceEnds, is_blank, is_cjk};

/// Characters of the longest line that is read, and of the longest piece that may be a name.
const LONGEST_LINE: u32 = 160;
const LONGEST_NAME: usize = 60;
/// Claims of a page at most.
const MOST: usize = 120;

/// A name that may be the value of a field.
pub(super) struct Claim {
    pub(super) value: String,
    pub(super) compared: String,
    /// The line, by its place among those that were read, and the piece in it; `None` for a candidate that no piece gives.
    pub(super) at: Option<(usize, usize)>,
}

/// A line, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct LineAt<'p> {
    pub(super) block: BlockRef<'p>,
    pub(super) is_head: bool,
    pub(super) is_last: bool,
    pub(super) is_of_other: bool,
    /// In a comment or an item, or of an answer.
    is_of_others: bool,
}

/// A line with its pieces, and what was measured of each.
pub(super) struct ReadLine<'p> {
    pub(super) at: LineAt<'p>,
    pub(super) line: Line<'p>,
    pub(super) measured: Vec<OnceCell<Rc<[f32]>>>,
}

/// The lines around the article, each once.
pub(super) fn lines<'p>(place: &Place<'p>, known: &Known) -> Vec<ReadLine<'p>> {
    let mut seen = HashSet::new();
    let own = place.lines(LONGEST_LINE).filter(|line| seen.insert(line.index));
    own.map(|line| {
        let block = place.page.block(line.index);
        let at = LineAt {
            block,
            is_head: line.is_head,
            is_last: line.is_last,
            is_of_other: line.is_of_other,
            // On the page of a question without an author, names are those of its answers.
            is_of_others: known.is_question || known.is_of_others(block.node().id),
        };
        let line = Line::of(block);
        let measured = line.pieces().iter().map(|_| OnceCell::new()).collect();
        ReadLine { at, line, measured }
    })
    .collect()
}

/// All claims for a field on a page.
pub(super) struct Claims<'a, 'p> {
    pub(super) place: &'a Place<'p>,
    pub(super) known: &'a Known,
    /// What other rules found, the best first.
    pub(super) found: &'a [Candidate],
    /// Their values in the form by which values are compared.
    pub(super) compared: Vec<String>,
    /// How many claims have a label.
    pub(super) labelled: usize,
    pub(super) lines: &'a [ReadLine<'p>],
    pub(super) all: Vec<Claim>,
    /// How many pieces give a value.
    pub(super) times: HashMap<String, usize>,
    pub(super) site: &'a dyn Fn(&str) -> bool,
}

impl<'a, 'p> Claims<'a, 'p> {
    /// The claims for a field: every piece that `read` takes for a name, and what other rules `found`.
    pub(super) fn new(
        (place, known): (&'a Place<'p>, &'a Known),
        lines: &'a [ReadLine<'p>],
        found: &'a [Candidate],
        site: &'a dyn Fn(&str) -> bool,
        read: fn(&str) -> Option<String>,
    ) -> Self {
        let compared = found.iter().map(|one| normalised(&one.value)).collect();
        let (all, times) = (Vec::new(), HashMap::new());
        let mut claims =
            Self { place, known, found, compared, labelled: 0, lines, all, times, site };
        let mut of_others = HashSet::new();
        let is_ideographic = place.page.sentence_ends() == SentenceEnds::Ideographic;
        for (number, ReadLine { at, line, .. }) in lines.iter().enumerate() {
            if at.is_of_others {
                let texts = line.pieces().iter().map(|piece| piece.text);
                of_others.extend(texts.filter_map(read).map(|value| normalised(&value)));
                continue;
            }
            for (place, piece) in line.pieces().iter().enumerate() {
                let node = line.text_node(piece).map(|text| at.block.page.node(text.node));
                if piece.is == Is::Text && at.may_name(piece, node, is_ideographic) {
                    claims.add(read(piece.text), Some((number, place)));
                }
            }
        }
        let given: HashSet<String> =
            claims.all.iter().map(|claim| claim.compared.clone()).collect();
        let mut added = HashSet::new();
        for (one, compared) in found.iter().zip(claims.compared.clone()) {
            let is_of_others = of_others.contains(&compared) && !is_declared(one.origin);
            if !is_of_others && !given.contains(&compared) && added.insert(compared) {
                claims.add(Some(one.value.clone()), None);
            }
        }
        claims.labelled = claims.all.iter().filter(|claim| claim.is_labelled(&claims)).count();
        claims
    }

    fn add(&mut self, value: Option<String>, at: Option<(usize, usize)>) {
        let Some(value) = value.filter(|_| self.all.len() < MOST) else { return };
        let compared = normalised(&value);
        *self.times.entry(compared.clone()).or_default() += 1;
        self.all.push(Claim { value, compared, at });
    }
}

/// True for a value that data of the page declare.
fn is_declared(origin: Origin) -> bool {
    matches!(
        origin,
        Origin::JsonLdAuthor | Origin::MetaAuthor | Origin::MetaSource | Origin::FirstPost
    )
}

impl Claim {
    fn is_labelled(&self, claims: &Claims) -> bool {
        self.at.is_some_and(|(line, piece)| claims.lines[line].line.pieces()[piece].label.is_some())
    }
}

impl LineAt<'_> {
    /// True if a piece may be a name: it is short and, in other scripts than Chinese, written as names are. One such word alone
    /// is a name where a label, a verb or an element says so, or on a page written in ideographs, as a handle. "By browsing on"
    /// begins a sentence.
    fn may_name(self, piece: &Piece, node: Option<Node>, is_ideographic: bool) -> bool {
        let has_tag = piece.label.is_some_and(|tag| tag.field.is_some()) || piece.verb.is_some();
        let is_told = has_tag && self.block.sentence_ends == 0;
        let says_so = |node: Node| {
            is_of_author(node)
                || is_profile(node)
                || [Name::Author, Name::Account, Name::Poster]
                    .iter()
                    .any(|name| node.is_named(*name))
        };
        let is_in_such = || node.is_some_and(|node| node.ancestors().take(4).any(says_so));
        let is_alone = !piece.text.contains(is_blank) && !piece.text.contains(is_cjk);
        piece.text.chars().count() <= LONGEST_NAME
            && people::may_be_names(piece.text)
            && (!is_alone || is_told || is_ideographic || is_in_such())
    }
}

pub(super) fn is_profile(node: Node) -> bool {
    node.attribute(AttributeName::HREF).is_some_and(author::is_profile)
}

pub(super) fn is_of_author(node: Node) -> bool {
    let is = |name| node.attribute(name).is_some_and(|value| value.eq_ignore_ascii_case("author"));
    is(AttributeName::REL) || is(AttributeName::ITEMPROP)
}

//! The columns of a name: its line and its piece, the element that holds it, its form, and who else says it.

use std::rc::Rc;

use super::super::candidate::Candidate;
use super::super::measures::{flag, share, siblings};
use super::super::origin::ORIGINS;
use super::super::people::looks_like_names;
use super::super::source;
use super::gather::{Claim, Claims, LineAt, is_of_author, is_profile};
use crate::dom::Tag;
use crate::kind::KINDS;
use crate::numbers::log2_plus_1;
use crate::page::{Before, BlockIndex, BlockRef, Is, Label, Name, Node, Piece};
use crate::text::chars::{SentenceEnds, is_cjk};
use crate::text::people::{are_chinese_names, has_menu_word, is_anybody};

/// One claim, with its piece.
struct One<'a, 'p> {
    of: &'a Claims<'a, 'p>,
    claim: &'a Claim,
    line: Option<(LineAt<'p>, &'a [Piece<'p>], usize)>,
    /// The ranks of the candidates of other rules that give the same value.
    same: Vec<usize>,
}

type Row = (&'static str, fn(&One) -> f32);

/// The columns of the piece, its line and its element, which are the same for all fields; NaN where there is no value.
const OF_PIECE: &[Row] = &[
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
];

/// The columns of a claim for one field; NaN where there is no value.
const OF_CLAIM: &[Row] = &[
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
    ("origins", |one| one.same.len().min(9) as f32),
    ("best_score", |one| one.of.found.first().map_or(0.0, |found| found.score)),
    ("candidates", |one| log2_plus_1(one.of.found.len() as f32)),
    ("labelled", |one| one.of.labelled.min(9) as f32),
    ("ideographic", |one| flag(one.of.place.page.sentence_ends() == SentenceEnds::Ideographic)),
    ("posts", |one| flag(one.of.known.has_posts)),
];

/// The names of the columns: those of a claim, the score by each origin that gives the same value, and the probabilities of
/// the page kinds.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    let origins = ORIGINS.iter().map(|origin| origin.key());
    let own = OF_PIECE.iter().chain(OF_CLAIM).map(|(key, _)| *key);
    own.chain(origins).chain(KINDS.iter().map(|info| info.name))
}

impl<'p> Claims<'_, 'p> {
    /// The value of each of [`columns`].
    pub(super) fn row(&self, claim: &Claim) -> Vec<f32> {
        let read = claim.at.map(|(line, piece)| (&self.lines[line], piece));
        let line = read.map(|(line, piece)| (line.at, line.line.pieces(), piece));
        let ranks = self.compared.iter().enumerate();
        let same = ranks.filter(|(_, compared)| **compared == claim.compared);
        let one = One { of: self, claim, line, same: same.map(|(rank, _)| rank).collect() };
        let mut scores = vec![0.0f32; ORIGINS.len()];
        for found in one.same.iter().map(|rank| &self.found[*rank]) {
            let own = &mut scores[found.origin as usize];
            *own = own.max(found.score);
        }
        let measured = |columns: &[Row]| columns.iter().map(|(_, read)| read(&one)).collect();
        let of_piece: Rc<[f32]> = read.map_or_else(
            || measured(OF_PIECE),
            |(line, piece)| line.measured[piece].get_or_init(|| measured(OF_PIECE)).clone(),
        );
        let own = of_piece.iter().copied().chain(OF_CLAIM.iter().map(|(_, read)| read(&one)));
        own.chain(scores).chain(self.known.kind_probabilities()).collect()
    }
}

impl<'a, 'p> One<'a, 'p> {
    fn line(&self, read: impl Fn(LineAt<'p>, &'a [Piece<'p>], usize) -> f32) -> f32 {
        self.line.map_or(f32::NAN, |(line, pieces, at)| read(line, pieces, at))
    }

    fn piece(&self, read: impl Fn(&Piece<'p>) -> f32) -> f32 {
        self.line(|_, pieces, at| read(&pieces[at]))
    }

    /// Reads the piece `step` places after this one; NaN without one.
    fn beside(&self, step: isize, read: impl Fn(&Piece<'p>) -> f32) -> f32 {
        let beside = self.line.and_then(|(_, pieces, at)| pieces.get(at.checked_add_signed(step)?));
        beside.map_or(f32::NAN, read)
    }

    /// What is read of the text node that the piece begins in.
    fn node(&self, read: impl Fn(Node<'p>) -> f32) -> f32 {
        let Some((line, _)) = self.claim.at else { return f32::NAN };
        let text =
            self.line.and_then(|(_, pieces, at)| self.of.lines[line].line.text_node(&pieces[at]));
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

    /// The best candidate of other rules that gives the same value, with its rank.
    fn found(&self) -> Option<(usize, &'a Candidate)> {
        self.same.first().map(|rank| (*rank, &self.of.found[*rank]))
    }

    fn in_title(&self) -> bool {
        let page = self.of.place.page;
        let title = page.structured().title.as_deref().unwrap_or("");
        title.contains(self.first())
    }
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

/// In how many blocks above or below a date stands; 9 without one near.
fn near_date(block: BlockRef, below: bool) -> f32 {
    let blocks = std::iter::successors(Some(block), |block| match below {
        true => block.next(),
        false => block.previous(),
    });
    let found = blocks.skip(1).take(4).position(|block| block.day().is_some());
    found.map_or(9.0, |at| at as f32)
}

//! The parameters of a product: rows of two cells, terms with their descriptions, lines of a name and a value.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Parameter, money, words};
use crate::dom::Tag;
use crate::page::{Label, Name, Node, Page, Pair};
use crate::text::chars::{SentenceEnds, is_sentence_end};
use crate::text::templates::is_unfilled;

/// The maximum number of parameters of one product.
pub(super) const MOST: usize = 200;
/// The minimum number of pairs together that are a table of parameters.
const LEAST: usize = 3;
/// The maximum numbers of characters in the name of a parameter, and in its value.
pub(super) const LONGEST: (usize, usize) = (40, 400);
/// A value of this many characters that ends a sentence is text.
const SENTENCE: usize = 40;
/// The number of places with the same names that make them those of records.
const REPEATED: usize = 3;

/// The levels above pairs at which a record is looked for, and the blocks that are read of one.
const LEVELS: usize = 5;
const MOST_BLOCKS: usize = 40;

/// Pairs that are together on the page.
struct Group<'p> {
    node: Node<'p>,
    pairs: Vec<Parameter>,
}

/// The parameters that a page shows, each name once.
pub(super) fn parameters(page: &Page) -> Vec<Parameter> {
    let mut groups: Vec<Group> = Vec::new();
    for node in page.elements() {
        let pairs = match node.tag() {
            Tag::TABLE => of_table(node),
            Tag::DL => of_terms(node),
            _ => continue,
        };
        groups.push(Group { node, pairs });
    }
    for members in page.alike().siblings(LEAST) {
        let nodes = members.iter().take(MOST).map(|id| page.node(*id));
        groups.push(Group {
            node: page.node(members[0]),
            pairs: nodes.filter_map(of_line).collect(),
        });
    }
    groups.iter_mut().for_each(Group::drop_texts);
    groups.retain(|group| group.pairs.len() >= LEAST && group.is_of_product());
    groups.sort_by_key(|group| group.node);
    let mut times: FxHashMap<String, usize> = FxHashMap::default();
    for pair in groups.iter().flat_map(|group| &group.pairs) {
        *times.entry(pair.name.clone()).or_default() += 1;
    }
    groups.retain(|group| {
        let repeated = group.pairs.iter().filter(|pair| times[&pair.name] >= REPEATED).count();
        repeated * 2 < group.pairs.len() || !group.is_of_record()
    });
    let all = groups.into_iter().flat_map(|group| group.pairs);
    // What is promised here and there is said of the shop.
    let of_product = all.filter(|pair| times[&pair.name] < 2 || !words::is_promise(&pair.name));
    let mut seen = FxHashSet::default();
    of_product.filter(|pair| seen.insert(pair.name.clone())).take(MOST).collect()
}

impl Group<'_> {
    /// True if pairs describe the product: they are not in what surrounds the page, do not repeat the same name, and do not
    /// count ratings.
    fn is_of_product(&self) -> bool {
        let mut names: Vec<&str> = self.pairs.iter().map(|pair| pair.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let counts = self.pairs.iter().filter(|pair| pair.value.ends_with('%')).count();
        let is_count = counts == self.pairs.len() && names.iter().all(|name| counts_rating(name));
        names.len() * 5 >= self.pairs.len() * 4
            && !is_count
            && !self.node.ancestors().any(is_around)
    }

    /// Leaves texts out where most of the values are: they praise the product.
    fn drop_texts(&mut self) {
        let texts = self.pairs.iter().filter(|pair| is_text(&pair.value)).count();
        if texts * 2 >= self.pairs.len() {
            self.pairs.retain(|pair| !is_text(&pair.value));
        }
    }

    /// True if the pairs are those of a review or of another item with text: such pairs are in its neighbours too.
    fn is_of_record(&self) -> bool {
        let of_itself = matches!(self.node.tag(), Tag::TABLE | Tag::DL);
        let whole = if of_itself { Some(self.node) } else { self.node.parent() };
        let Some(whole) = whole else { return false };
        whole.ancestors().take(LEVELS).any(|record| {
            record.is_named(Name::Comments)
                || record.may_be_record()
                    && record.siblings_alike(64).nth(1).is_some()
                    && characters_of_text(record) * 3 >= record.characters()
        })
    }
}

/// The characters of sentences in an element.
fn characters_of_text(record: Node) -> u32 {
    let blocks = record.blocks().take(MOST_BLOCKS);
    let texts = blocks.filter(|block| block.sentence_ends > 0 && Pair::of(block.text()).is_none());
    texts.map(|block| block.characters).sum()
}

/// True for an element that surrounds the page, or asks for something.
fn is_around(node: Node) -> bool {
    matches!(node.tag(), Tag::FOOTER | Tag::NAV | Tag::HEADER | Tag::ASIDE)
        || node.name() == "form"
        || node.is_named(Name::Calculator)
}

/// True for sentences.
fn is_text(value: &str) -> bool {
    let ends = SentenceEnds::Spaced.count(value) > 0 || value.contains(['。', '！', '？']);
    value.chars().count() >= SENTENCE && (ends || value.ends_with(is_sentence_end))
}

/// True for `5 stars`, `1星`: one digit and a word.
fn counts_rating(name: &str) -> bool {
    name.starts_with(|c: char| ('1'..='5').contains(&c))
        && !name[1..].contains(|c: char| c.is_ascii_digit())
}

/// A parameter, if these may be its name and its value.
pub(super) fn parameter(name: &str, value: &str) -> Option<Parameter> {
    let Pair { name, value } = Pair::of_two(name, value);
    let fits = |text: &str, most: usize| !text.is_empty() && text.chars().count() <= most;
    let is_sum = value.chars().count() <= 20 && money::sum(value).is_some();
    let is_aside = is_sum || value.starts_with('(') && value.ends_with(')');
    let is_address = value.starts_with("http") && !value.contains(' ');
    let says = !is_aside
        && !is_address
        && name != value
        && name.chars().any(char::is_alphabetic)
        // Names of that kind are for programs.
        && !name.contains('_')
        && value.contains(|c: char| c.is_alphanumeric() || words::SIGNS.contains(&c))
        && !name.contains(['。', '！', '？', '?']);
    if !says || !fits(name, LONGEST.0) || !fits(value, LONGEST.1) {
        return None;
    }
    let is_other = Label::of(name).is_some_and(Label::is_price)
        || [name, value].iter().any(|text| is_unfilled(text) || words::is_control(text));
    (!is_other).then(|| Parameter { name: name.to_owned(), value: value.to_owned() })
}

/// The pairs of a table whose rows have two cells, or twice as many.
fn of_table(table: Node) -> Vec<Parameter> {
    let mut pairs = Vec::new();
    let mut rows = 0usize;
    for row in table.descendants().filter(|node| node.is(Tag::TR)) {
        let is_cell = |node: &Node| matches!(node.tag(), Tag::TD | Tag::TH);
        let cells: Vec<Node> = row.children().filter(is_cell).take(5).collect();
        let is_layout = cells.iter().any(|cell| cell.descendants().any(|node| node.is(Tag::TABLE)));
        if is_layout || cells.len() > 4 {
            return Vec::new();
        }
        rows += 1;
        let texts: Vec<String> = cells.iter().map(|cell| cell.shown(" ")).collect();
        // A row of names alone is the head of the table.
        let is_head = cells.iter().all(|cell| cell.is(Tag::TH))
            || rows == 1 && texts.iter().all(|text| words::is_table_head(text));
        if !matches!(cells.len(), 2 | 4) || is_head {
            continue;
        }
        for two in texts.chunks(2) {
            pairs.extend(parameter(&two[0], &two[1]));
        }
        if pairs.len() >= MOST {
            break;
        }
    }
    if pairs.len() * 2 < rows { Vec::new() } else { pairs }
}

/// The pairs of a list of terms.
fn of_terms(list: Node) -> Vec<Parameter> {
    let mut term: Option<Node> = None;
    let mut pairs = Vec::new();
    for node in list.elements() {
        match node.tag() {
            Tag::DT => term = Some(node),
            Tag::DD => {
                let Some(term) = term.take() else { continue };
                pairs.extend(parameter(&term.shown(" "), &node.shown(" ")));
            }
            _ => {}
        }
        if pairs.len() >= MOST {
            break;
        }
    }
    pairs
}

/// The pair of one line: `name: value`, or an element for each.
fn of_line(line: Node) -> Option<Parameter> {
    let amounts = line.amounts();
    let is_small = amounts.characters as usize <= LONGEST.0 + LONGEST.1
        && line.size() <= 24
        && !matches!(line.tag(), Tag::TR | Tag::DL | Tag::TABLE | Tag::A);
    if !is_small || amounts.link_characters * 2 > amounts.characters {
        return None;
    }
    let children = line.children().filter(|child| child.is_element() && child.characters() > 0);
    let children: Vec<Node> = children.take(3).collect();
    let text = line.shown("\n");
    if let Some(pair) = Pair::of(&text).filter(|pair| !pair.name.contains('\n')) {
        return parameter(pair.name, &pair.value.replace('\n', " "));
    }
    let [name, value] = children[..] else { return None };
    if name.amounts().link_characters > 0 {
        return None;
    }
    let is_whole = amounts.characters == name.characters() + value.characters();
    is_whole.then(|| parameter(&name.shown(" "), &value.shown(" ")))?
}

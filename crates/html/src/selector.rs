//! CSS selectors (`article .body > p`, `#content`, `a[rel~=author]`, `:is()`, `:not()`, `:has()`).

use std::cell::Cell;
use std::fmt;
use std::ptr::NonNull;

use cssparser::{Parser as CssParser, ToCss};
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    SelectorCaches,
};
use selectors::matching::{ElementSelectorFlags, matches_selector_list};
use selectors::parser::{
    NonTSPseudoClass, ParseRelative, PseudoElement, SelectorImpl, SelectorList,
    SelectorParseErrorKind,
};
use selectors::{Element, OpaqueElement};
use serde::{Serialize, Serializer};

use crate::{AttributeName, Document, NodeId, NodeKind, Tag};

/// A list of CSS selectors.
#[derive(Clone)]
pub struct Selector {
    source: String,
    list: SelectorList<Kind>,
}

impl Selector {
    /// Parses selectors separated by commas.
    ///
    /// # Errors
    ///
    /// When `source` is empty or not a CSS selector.
    pub fn parse(source: &str) -> Result<Self, SelectorError> {
        let mut input = CssParser::new(source);
        match SelectorList::parse(&Grammar, &mut input, ParseRelative::No) {
            Ok(list) => Ok(Self { source: source.to_owned(), list }),
            Err(_) if source.trim().is_empty() => Err(SelectorError::Empty),
            Err(_) => Err(SelectorError::Invalid(source.to_owned())),
        }
    }

    /// The elements of a document that match, in document order.
    pub fn select(&self, document: &Document) -> Vec<NodeId> {
        self.select_while(document, usize::MAX, |_| true).0
    }

    /// The elements that match, and true if all were found within the steps. The search may take `steps` steps from sibling to
    /// sibling (`a ~ p`). `goes_on` is asked before each element: it gets the number of steps in any direction since it was
    /// last asked, and ends the search by false.
    pub fn select_while(
        &self,
        document: &Document,
        steps: usize,
        mut goes_on: impl FnMut(usize) -> bool,
    ) -> (Vec<NodeId>, bool) {
        // An element that was begun within the limit is judged to its end: a walk that breaks off would find it to be the
        // first of its siblings.
        let reserve = document.len().saturating_mul(STEPS_TO_END);
        let tree = Tree::new(document, steps.saturating_add(reserve));
        let mut caches = SelectorCaches::default();
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let elements = document.ids().filter(|id| document.kind(*id) == NodeKind::Element);
        let matches = |id: &NodeId| {
            matches_selector_list(&self.list, Node { tree: &tree, id: *id }, &mut context)
        };
        let found = elements
            .take_while(|_| tree.steps.get() > reserve && goes_on(1 + tree.taken.take()))
            .filter(matches)
            .filter(|_| tree.steps.get() > 0)
            .collect();
        (found, tree.steps.get() > reserve)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selector({:?})", self.source)
    }
}

/// Serialised as it was written.
impl Serialize for Selector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.source)
    }
}

impl PartialEq for Selector {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// The reason a text is not a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectorError {
    /// The text is empty.
    Empty,
    /// This text is not a CSS selector.
    Invalid(String),
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the selector is empty"),
            Self::Invalid(source) => write!(f, "{source:?} is not a CSS selector"),
        }
    }
}

impl std::error::Error for SelectorError {}

/// Steps for each node of a document that the element at the limit may still take.
const STEPS_TO_END: usize = 64;

/// The document with the sibling elements before each node.
struct Tree<'a> {
    document: &'a Document,
    previous: Vec<Option<NodeId>>,
    /// Steps from sibling to sibling that are left.
    steps: Cell<usize>,
    /// Steps in any direction since they were counted last.
    taken: Cell<usize>,
}

impl<'a> Tree<'a> {
    fn new(document: &'a Document, steps: usize) -> Self {
        let mut previous = vec![None; document.len()];
        // For each node, the last element child seen.
        let mut last: Vec<Option<NodeId>> = vec![None; document.len()];
        for id in document.ids().filter(|id| document.kind(*id) == NodeKind::Element) {
            if let Some(parent) = document.parent(id) {
                previous[id.index()] = last[parent.index()].replace(id);
            }
        }
        Self { document, previous, steps: Cell::new(steps), taken: Cell::new(0) }
    }

    /// Notes a step.
    fn step(&self) {
        self.taken.set(self.taken.get() + 1);
    }

    /// True if one more step may be taken from sibling to sibling.
    fn may_step(&self) -> bool {
        self.step();
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 1
    }
}

#[derive(Clone, Copy)]
struct Node<'a> {
    tree: &'a Tree<'a>,
    id: NodeId,
}

impl<'a> Node<'a> {
    fn document(&self) -> &'a Document {
        self.tree.document
    }

    fn of(&self, id: NodeId) -> Option<Self> {
        (self.document().kind(id) == NodeKind::Element).then_some(Self { tree: self.tree, id })
    }

    fn attribute(&self, name: &str) -> Option<&'a str> {
        self.document()
            .attributes(self.id)
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.id)
    }
}

impl Element for Node<'_> {
    type Impl = Kind;

    fn opaque(&self) -> OpaqueElement {
        let identity: NonNull<()> = self.document().identity(self.id);
        OpaqueElement::from_ptr(identity)
    }

    fn parent_element(&self) -> Option<Self> {
        self.tree.step();
        self.of(self.document().parent(self.id)?)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        if !self.tree.may_step() {
            return None;
        }
        self.of(self.tree.previous[self.id.index()]?)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        if !self.tree.may_step() {
            return None;
        }
        let end = self.document().parent(self.id).map(|parent| self.document().end(parent))?;
        let next = |id: &NodeId| Some(self.document().end(*id)).filter(|next| *next < end);
        std::iter::successors(next(&self.id), next).find_map(|id| self.of(id))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.tree.step();
        self.document().children(self.id).find_map(|id| self.of(id))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        true
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.document().name(self.id) == name
    }

    fn has_namespace(&self, _: &str) -> bool {
        true
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.document().tag(self.id) == self.document().tag(other.id)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Name>,
        name: &Name,
        operation: &AttrSelectorOperation<&Name>,
    ) -> bool {
        self.attribute(&name.0).is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<Kind>) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<Kind>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.document().tag(self.id) == Tag::A && self.attribute("href").is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        let given = self.document().attribute(self.id, AttributeName::ID);
        given.is_some_and(|given| case.eq(given.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        let classes = self.document().attribute(self.id, AttributeName::CLASS).unwrap_or("");
        let mut classes = classes.split_ascii_whitespace();
        classes.any(|class| case.eq(class.as_bytes(), name.0.as_bytes()))
    }

    fn has_custom_state(&self, _: &Name) -> bool {
        false
    }

    fn imported_part(&self, _: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        let holds = |id: NodeId| {
            let kind = self.document().kind(id);
            kind == NodeKind::Element
                || kind == NodeKind::Text && !self.document().text(id).is_empty()
        };
        !self.document().children(self.id).any(holds)
    }

    fn is_root(&self) -> bool {
        self.document().parent(self.id) == Some(Document::ROOT)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}

/// The types used by the selector library.
#[derive(Debug, Clone)]
struct Kind;

impl SelectorImpl for Kind {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Name;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Name;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

/// A name or value in a selector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Name(String);

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl precomputed_hash::PrecomputedHash for Name {
    /// FNV-1a.
    fn precomputed_hash(&self) -> u32 {
        let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        self.0.bytes().fold(0x811c_9dc5, step)
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, out)
    }
}

/// Pseudo-classes of state and pseudo-elements do not occur in a page that nobody looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl NonTSPseudoClass for Never {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl PseudoElement for Never {}

/// The selectors that are allowed.
struct Grammar;

impl selectors::parser::Parser<'_> for Grammar {
    type Impl = Kind;
    type Error = SelectorParseErrorKind;

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn selects() {
        let document = parse(
            "<div id=a class='x Y'><p>1<p class=k>2<p>3<a rel='nofollow author' href=x>4</a></div><div>5</div>",
        );
        for (selector, expected) in [
            ("#a > p", 3),
            ("p.k, a[rel~=author]", 2),
            ("p:nth-child(2)", 1),
            ("p + p", 2),
            (".x.Y p:not(.k)", 2),
            ("div:has(a)", 1),
            ("div:is(#a, #b)", 1),
            ("DIV", 2),
            ("p:last-of-type", 1),
            ("nothing", 0),
        ] {
            let found = Selector::parse(selector).unwrap().select(&document);
            assert_eq!(found.len(), expected, "{selector}");
        }
    }

    #[test]
    fn steps_between_siblings_are_limited() {
        let selector = Selector::parse("a ~ p").unwrap();
        for (count, is_whole) in [(100, true), (8_000, false)] {
            let document = parse(&format!("{}<a></a><p>b", "<p>a</p>".repeat(count)));
            let (found, is_all) = selector.select_while(&document, 1_000_000, |_| true);
            assert_eq!(is_all, is_whole, "{count}");
            assert!(!is_whole || found.len() == 1);
        }
    }

    #[test]
    fn a_walk_that_breaks_off_selects_nothing_wrong() {
        let document = parse(&"<p>a</p>".repeat(50));
        for source in ["p:nth-child(2)", "p:nth-last-child(49)", "p:first-child", "p:not(p ~ p)"] {
            let selector = Selector::parse(source).unwrap();
            let all = selector.select(&document);
            for steps in 0..60 {
                let (found, _) = selector.select_while(&document, steps, |_| true);
                assert!(found.iter().all(|id| all.contains(id)), "{source} {steps}");
            }
        }
    }

    #[test]
    fn what_is_no_selector_is_told() {
        for wrong in ["", "..", "p >", "a[", "p::before", ":hover", "##"] {
            let expected = match wrong {
                "" => SelectorError::Empty,
                wrong => SelectorError::Invalid(wrong.to_owned()),
            };
            assert_eq!(Selector::parse(wrong), Err(expected));
        }
    }
}

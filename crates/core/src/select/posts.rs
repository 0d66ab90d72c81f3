//! Rules about answers inside posts, and about the forms to write one.

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Build, Name};

/// How an answer begins that says whom it answers: the word, then a name, then a colon.
const BEGINNINGS: &[&str] = &["回复", "回覆", "回應", "答复", "Reply to ", "In reply to ", "@"];
/// Characters of a name.
const LONGEST_NAME: usize = 24;
/// Characters of an answer.
const LEAST_ANSWER: usize = 3;
/// Levels between an answer and its post, and between a field and its form.
const LEVELS: usize = 7;
/// Posts next to that of the answer that make a thread.
const LEAST_POSTS: usize = 2;
/// Siblings of a post that are looked at.
const MOST_SIBLINGS: usize = 400;

/// An answer that says whom it answers, in an element with kept text that has others like it.
pub(super) fn is_answer(draft: &Draft, at: BlockIndex) -> bool {
    says_whom(draft.text(at)) && is_in_post(draft, at)
}

/// True if a text begins with whom it answers.
fn says_whom(text: &str) -> bool {
    let text = text.trim_start();
    let Some(rest) = BEGINNINGS.iter().find_map(|word| text.strip_prefix(word)) else {
        return false;
    };
    let Some((name, answer)) = rest.split_once([':', '：']) else { return false };
    let name = name.trim();
    !name.is_empty()
        && name.chars().take(LONGEST_NAME + 1).count() <= LONGEST_NAME
        && !name.contains(['。', '，', ',', '.'])
        && answer.trim().chars().nth(LEAST_ANSWER - 1).is_some()
}

/// True if a block is in an element with kept text, next to others that are built the same way.
fn is_in_post(draft: &Draft, at: BlockIndex) -> bool {
    let page = draft.page;
    let holds_kept = |id: NodeId| draft.amounts(page.blocks_within(id)).0 > 0;
    let mut around = draft.around(at).skip(1).take(LEVELS);
    let Some(post) = around.find(|id| holds_kept(*id)) else { return false };
    let post = page.node(post);
    let others = post.siblings_alike(MOST_SIBLINGS).filter(|other| holds_kept(other.id));
    post.build() != Build::PLAIN && others.count() >= LEAST_POSTS
}

/// A form and what is around it have at most this part (1 / 2) of the kept text.
const FORM_PART: u32 = 2;
/// Characters of an invitation to leave an address for mail at most.
const LONGEST_INVITATION: u32 = 600;

/// The boxes around forms in which readers write, or leave an address for mail.
pub(super) fn forms(draft: &Draft) -> Vec<BlockIndex> {
    let (page, document) = (draft.page, draft.page.document());
    let asks_for_mail = |id: NodeId| {
        let says = |(name, value): (&str, &str)| {
            matches!(name, "type" | "name" | "placeholder" | "aria-label")
                && value.to_ascii_lowercase().contains("mail")
        };
        document.attributes(id).any(says)
    };
    let writes = |id: &NodeId| match document.tag(*id) {
        Tag::TEXTAREA => true,
        Tag::INPUT => asks_for_mail(*id),
        _ => false,
    };
    let box_of = |id: NodeId| {
        let is_named = |id: &NodeId| page.marks().is(*id, Name::ReadersForm);
        let form = document.ancestors(id).take(LEVELS).find(|id| document.tag(*id) == Tag::FORM);
        match form {
            Some(form) => document.around(form).take(3).filter(is_named).last(),
            // A script may send what is written.
            None => document.ancestors(id).take(3).find(is_named),
        }
    };
    let (mut found, mut end) = (Vec::new(), NodeId(0));
    for (field, id) in document.elements().filter(writes).filter_map(|id| Some((id, box_of(id)?))) {
        let is_invitation = document.tag(field) == Tag::INPUT;
        let characters = page.node(id).characters();
        if id >= end && !(is_invitation && characters > LONGEST_INVITATION) {
            end = document.end(id);
            found.extend(page.blocks_within(id).filter(|at| draft.is_kept(*at)));
        }
    }
    let amount: u32 = found.iter().map(|at| page.blocks()[*at].characters).sum();
    if amount * FORM_PART > draft.amount() { Vec::new() } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_say_whom_they_answer() {
        for (text, expected) in [
            ("回复 青山 :等多久合适？", true),
            ("回复 青山：好", false),
            ("回复 青山：好的", false),
            ("回复他的人很多，大家都说：好的，没有问题。", false),
            ("Reply to Ann: it takes a week.", true),
            ("@ann: it takes a week.", true),
            ("The reply: nobody came.", false),
        ] {
            assert_eq!(says_whom(text), expected, "{text}");
        }
    }
}

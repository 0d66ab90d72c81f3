//! Answers to a post that stand within it, below its text, and the forms to write one.

use super::decided_by::DecidedBy;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{BlockIndex, Page};

/// How an answer begins that says whom it answers: the word, then a name, then a colon.
const BEGINNINGS: &[&str] = &["回复", "回覆", "回應", "答复", "Reply to ", "In reply to ", "@"];
/// Characters of a name.
const LONGEST_NAME: usize = 24;
/// Characters of an answer.
const LEAST_ANSWER: usize = 3;
/// Levels between an answer and the post that it stands in.
const LEVELS: usize = 7;
/// Posts side by side that make a thread, with that of the answer.
const LEAST_POSTS: usize = 2;
/// Elements beside a post that are looked at.
const MOST_BESIDE: usize = 400;

/// Answers within kept posts that are not kept.
pub(super) fn within_posts(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let is_lost = |at: &BlockIndex| !keep[*at] && !page.blocks()[*at].is_hidden;
    let is_answer = |at: &BlockIndex| is_answer(page.block_text(&page.blocks()[*at]));
    let found = (0..keep.len()).filter(is_lost).filter(is_answer);
    found.filter(|at| is_in_post(page, keep, *at)).map(|at| (at, DecidedBy::Paragraphs)).collect()
}

/// Whether a text begins with whom it answers.
fn is_answer(text: &str) -> bool {
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

/// Whether a block stands in an element with kept text, beside others built the same way.
fn is_in_post(page: &Page, keep: &[bool], at: BlockIndex) -> bool {
    let document = page.document();
    let holds_kept = |id: NodeId| page.blocks_within(id).any(|at| keep[at]);
    let container = page.blocks()[at].container;
    let mut around = document.ancestors(container).take(LEVELS);
    let Some(post) = around.find(|id| holds_kept(*id)) else { return false };
    let Some(parent) = document.parent(post) else { return false };
    let class = |id: NodeId| document.attribute(id, AttributeName::CLASS);
    let is_alike = |id: &NodeId| {
        *id != post && document.tag(*id) == document.tag(post) && class(*id) == class(post)
    };
    let beside = document.children(parent).take(MOST_BESIDE).filter(is_alike);
    class(post).is_some() && beside.filter(|id| holds_kept(*id)).count() >= LEAST_POSTS
}

/// Names of elements around a form that readers fill in.
const FORMS: &[&str] =
    &["comment", "reply", "respond", "feedback", "contact", "newsletter", "subscri", "signup"];
/// A form and what stands around it have at most this part (1 / 2) of the kept text.
const FORM_PART: u32 = 2;

/// Characters of an invitation to leave an address for mail at most.
const LONGEST_INVITATION: u32 = 600;

/// Kept text around forms in which readers write, or leave an address for mail.
pub(super) fn forms(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let amount = |blocks: &mut dyn Iterator<Item = BlockIndex>| -> u32 {
        blocks.map(|at| page.blocks()[at].characters).sum()
    };
    let names = |id: NodeId| {
        let names =
            [AttributeName::CLASS, AttributeName::ID].map(|name| document.attribute(id, name));
        names.into_iter().flatten().any(|name| {
            let name = name.to_ascii_lowercase();
            FORMS.iter().any(|form| name.contains(form))
        })
    };
    let asks_for_mail = |id: NodeId| {
        [AttributeName::TYPE, AttributeName::NAME].iter().any(|name| {
            let value = document.attribute(id, *name).unwrap_or("");
            value.to_ascii_lowercase().contains("mail")
        })
    };
    let writes = document.elements().filter(|id| match document.tag(*id) {
        Tag::TEXTAREA => true,
        Tag::INPUT => asks_for_mail(*id),
        _ => false,
    });
    let form =
        |id: NodeId| document.ancestors(id).take(LEVELS).find(|id| document.tag(*id) == Tag::FORM);
    let box_of = |form: NodeId| {
        let around = std::iter::once(form).chain(document.ancestors(form).take(2));
        around.filter(|id| names(*id)).last()
    };
    let mut found = Vec::new();
    let mut end = NodeId(0);
    for (writes, id) in writes.filter_map(|id| Some((id, box_of(form(id)?)?))) {
        let is_invitation = document.tag(writes) == Tag::INPUT;
        let characters = page.stats().characters(document, id);
        if id < end || is_invitation && characters > LONGEST_INVITATION {
            continue;
        }
        end = document.end(id);
        found.extend(page.blocks_within(id).filter(|at| keep[*at]));
    }
    let all = amount(&mut (0..keep.len()).filter(|at| keep[*at]));
    if amount(&mut found.iter().copied()) * FORM_PART > all {
        found.clear();
    }
    found.into_iter().map(|at| (at, DecidedBy::Form)).collect()
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
            assert_eq!(is_answer(text), expected, "{text}");
        }
    }

    #[test]
    fn answers_belong_to_posts_and_forms_to_nobody() {
        let post = |text: &str| format!("<div class=post><p>{text}</p></div>");
        let answered = "<div class=post><p>Kept.</p><ul><li>@ann: it takes a week.</li></ul></div>";
        let page = Page::new(&format!("{answered}{}{}", post("Second."), post("Third.")), None);
        let keep = [true, false, true, true];
        assert_eq!(within_posts(&page, &keep), [(1, DecidedBy::Paragraphs)]);
        assert_eq!(within_posts(&page, &[true, false, true, false]), []);
        let form = "<p>It was early, and it rained all day.<div class=comment-box><p>Thanks!</p><form><textarea></textarea></form></div>";
        let page = Page::new(form, None);
        assert_eq!(forms(&page, &[true, true]), [(1, DecidedBy::Form)]);
        let letter = "<p>It was early, and it rained all day, as it had for weeks.<div class=newsletter-box><p>Our letter, each day.<form><input type=email></form></div>";
        assert_eq!(forms(&Page::new(letter, None), &[true, true]), [(1, DecidedBy::Form)]);
    }
}

//! The rule about forms in which readers write.

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Name};

/// Levels between a field and its form.
const LEVELS: usize = 7;
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

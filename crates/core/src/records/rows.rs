//! Reads posts at their places, in the order of the page.

use super::depth;
use super::groups::MOST;
use super::known::Known;
use super::opening::answers_begin;
use super::place::{Place, Span};
use super::row::{Role, Row};
use super::short::is_above_text;
use crate::page::Page;

/// Reads posts and the answers inside them. A question, the first of them, is not counted.
pub(super) fn read(page: &Page, main: &[Span], answers: &[Span], known: &Known) -> Vec<Row> {
    let main = &main[..main.len().min(MOST)];
    let mut all: Vec<(Span, Role)> = main.iter().map(|place| (*place, Role::Alike)).collect();
    all.extend(answers.iter().map(|place| (*place, Role::Inside)));
    all.sort_by_key(|(place, _)| *place);
    let is_asked = matches!(main, [first, second, ..]
        if answers_begin(&Place::between(page, (first.0, second.0))));
    let depths = depth::depths(page, main);
    let (mut rows, mut levels, mut number, mut at_main) = (Vec::new(), Vec::new(), 0, 0);
    for (at, (span, role)) in all.iter().enumerate() {
        let is_inside = *role == Role::Inside;
        let place = place(page, *span, *role, &all[at + 1..]);
        let mut row = Row { role: *role, ..Row::read(&place, known) };
        let level = if is_inside { None } else { depths.get(at_main).copied() };
        at_main += usize::from(!is_inside);
        if (is_inside || !row.is_signed()) && says_nothing(page, &row) {
            continue;
        }
        if !(is_inside || is_asked && rows.is_empty()) {
            number += 1;
            row.post.floor = row.post.floor.or(Some(number));
        }
        levels.push(level);
        rows.push(row);
    }
    depth::set(rows.iter_mut().map(|row| &mut row.post), &levels);
    rows
}

/// The place of a post, which ends where the next of its kind begins, without the answers inside it.
fn place<'p>(page: &'p Page, (start, end): Span, role: Role, rest: &[(Span, Role)]) -> Place<'p> {
    let next = rest.iter().find(|(_, other)| *other == role);
    let end = next.map_or(end, |((next, _), _)| end.min(*next));
    let inside = rest.iter().map(|(place, _)| *place).take_while(|(next, _)| *next < end);
    let holes = if role == Role::Inside { Vec::new() } else { inside.collect() };
    Place { page, start, end, holes }
}

/// True if a post has no text, or, without an author, nothing but a head.
fn says_nothing(page: &Page, row: &Row) -> bool {
    row.post.text.is_empty()
        || row.post.author.is_none()
            && row.body(page).all(|block| block.punctuation < 2 && is_above_text(block))
}

//! Lines and their pieces.
#![cfg(test)]

use super::*;
use crate::page::Page;

/// Lines and their pieces; the head of the file tells how they are written.
const LINES: &str = include_str!("lines.txt");

fn written(piece: &Piece) -> String {
    let before = match piece.before {
        Before::Start => String::new(),
        Before::Mark(mark) | Before::Bracket(mark) => mark.to_string(),
        Before::Element => "+".to_owned(),
        Before::Blank => "_".to_owned(),
    };
    let tag = |tag: &Tag| match tag.field {
        Some(field) => format!("{}[{field:?}]", tag.word),
        None => tag.word.to_owned(),
    };
    let label = piece.label.as_ref().map(|label| tag(label) + "=").unwrap_or_default();
    let verb = piece.verb.as_ref().map(|verb| "~".to_owned() + &tag(verb)).unwrap_or_default();
    let text = match piece.is {
        Is::Text => piece.text.to_owned(),
        Is::Date => format!("@{}", piece.text),
        Is::Button => format!("<{}>", piece.text),
        Is::Number(number) => format!("#{number}"),
    };
    format!("{before}{label}{text}{verb}")
}

#[test]
fn lines_have_their_pieces() {
    let mut wrong = Vec::new();
    for row in LINES.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let (html, expected) = row.split_once('\t').unwrap();
        let page = Page::new(html, None);
        let line = Line::of(page.block(0));
        let found: Vec<String> = line.pieces().iter().map(written).collect();
        let found = found.join("\t");
        if found != expected {
            wrong.push(format!("{html}\n  is  {found}\n  not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pieces_know_their_text_and_the_date_beside_them() {
    let page = Page::new("<p><b>某报</b> <i>张三</i> 2024-05-18</p>", None);
    let line = Line::of(page.block(0));
    let node = line.text_node(&line.pieces()[1]).unwrap().node;
    assert_eq!(page.document().text(node), "张三");
    assert!(line.date_beside(0).is_none());
    assert_eq!(line.date_beside(1).map(|date| date.text), Some("2024-05-18"));
    assert!(line.labelled(Label::Author).is_none());
}

#[test]
fn blocks_stand_above_and_below() {
    let page = Page::new("<p>a<p>b<p>c<p>d<p>e", None);
    let found: Vec<Position> =
        page.block_refs().map(|block| block.position(Some(1), &(3..4))).collect();
    use Position::{AboveTitle, BelowText, BelowTitle, InText, Title};
    assert_eq!(found, [AboveTitle, Title, BelowTitle, InText, BelowText]);
}

#[test]
fn a_long_text_is_one_piece() {
    let text = "作者：".repeat(1_000);
    assert_eq!(Line::of_text(&text).pieces().len(), 1);
    assert_eq!(Line::of_text("").pieces(), []);
}

#[test]
fn pieces_of_any_line_are_parts_of_it_in_order() {
    let parts = [
        "作者",
        "：",
        "|",
        "(",
        "）",
        "2024-05-18",
        "é",
        " » ",
        "回复",
        "#1",
        "\u{3000}",
        "/",
        "·",
        "<b>by</b>",
        "<a>张三</a>",
        "12:30",
        " wrote",
        "via ",
        "a",
    ];
    let mut lines = Vec::new();
    for first in parts {
        for second in parts {
            lines.extend(parts.map(|third| format!("<p>{first}{second}{third}{first}</p>")));
        }
    }
    for html in lines {
        let page = Page::new(&html, None);
        let Some(block) = page.block_refs().next() else { continue };
        let mut rest = block.text();
        for piece in Line::of(block).pieces() {
            let label = piece.label.map_or("", |label| label.word);
            let words = [label, piece.text, piece.verb.map_or("", |verb| verb.word)];
            for word in words {
                let at =
                    rest.find(word).unwrap_or_else(|| panic!("{html}: {word} is not in {rest}"));
                // The verb of a piece may be the label of the next.
                rest = if word == words[2] { rest } else { &rest[at + word.len()..] };
            }
        }
    }
}

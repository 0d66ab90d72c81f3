//! Tells data tables from layout tables, and computes the spans of their cells.

use std::str::FromStr;

use super::Node;
use crate::dom::{AttributeName, Tag};

/// The size of a data table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TableShape {
    /// The number of cells in the longest row.
    columns: u16,
    rows: u16,
    /// True if its markup says that it is a table: by header cells, a caption or a head.
    pub has_headers: bool,
}

impl TableShape {
    /// The number of columns and rows that a cell spans: at least 1 and at most those of the table.
    pub fn spans(self, cell: Node) -> (u16, u16) {
        let sides = [(AttributeName::COLSPAN, self.columns), (AttributeName::ROWSPAN, self.rows)];
        sides.map(|(name, most)| span::<u16>(cell, name).clamp(1, most.max(1))).into()
    }

    /// True if the cells of the table are short and few of them links, as those of facts are: a layout has texts and menus.
    pub fn has_short_cells(self, table: Node) -> bool {
        let amounts = table.amounts();
        let cells = u32::from(self.columns) * u32::from(self.rows);
        amounts.characters <= cells.saturating_mul(SHORT_CELL)
            && amounts.link_characters * 4 <= amounts.characters
    }
}

/// Characters of a short cell, on average.
const SHORT_CELL: u32 = 16;

/// Tables with longer cells on average, in characters, lay out the columns of a page.
const LONG_CELL: u32 = 300;

/// The shape of a data table; `None` for a table that lays out the page: with other tables or headings in it, with one row or
/// one column, or with long texts.
pub fn data_table(table: Node) -> Option<TableShape> {
    let role = table.value(AttributeName::ROLE);
    if matches!(role, "presentation" | "none") {
        return None;
    }
    let (mut rows, mut cells, mut headers, mut widest, mut in_row) = (0u32, 0u32, 0u32, 0u32, 0u32);
    let mut full_rows = 0u32;
    let mut is_marked = matches!(role, "table" | "grid");
    for node in table.elements() {
        match node.tag() {
            Tag::TABLE | Tag::FORM => return None,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::PRE => return None,
            Tag::CAPTION | Tag::THEAD | Tag::COLGROUP => is_marked = true,
            Tag::TR => {
                (rows, widest) = (rows + 1, widest.max(in_row));
                full_rows += u32::from(in_row >= 2);
                in_row = 0;
            }
            tag @ (Tag::TD | Tag::TH) => {
                (cells, in_row) = (cells + 1, in_row + 1);
                // A row of one wide cell is as wide as the table.
                full_rows +=
                    u32::from(in_row == 1 && span::<u32>(node, AttributeName::COLSPAN) > 1);
                headers += u32::from(tag == Tag::TH);
            }
            _ => {}
        }
    }
    widest = widest.max(in_row);
    full_rows += u32::from(in_row >= 2);
    let is_long = table.characters() / cells.max(1) > LONG_CELL;
    let has_headers = headers > 0 || is_marked;
    let is_table = rows >= 2 && widest >= 2 && full_rows * 2 >= rows && (has_headers || !is_long);
    let is_list = rows == 1 && has_headers && widest >= 2;
    let [columns, rows] = [widest, rows].map(|count| u16::try_from(count).unwrap_or(u16::MAX));
    (is_table || is_list).then_some(TableShape { columns, rows, has_headers })
}

/// The number of columns or rows that the markup of a cell gives.
fn span<N: FromStr + From<u8>>(cell: Node, name: AttributeName) -> N {
    cell.value(name).trim().parse().unwrap_or(N::from(1))
}

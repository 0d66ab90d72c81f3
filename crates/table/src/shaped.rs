//! The shapes of the members of an extraction, by their types.

use zhengwen::{
    ArticleImage, Author, AuthorRole, Chunk, Decoding, DecodingReason, Direction, Event, Item,
    ItemGroup, KindProbability, Link, Method, Node, PageGroup, PageKind, Parameter, Post, Product,
    Recipe, Warning,
};

use crate::shape::{Part, Shape};

/// A type that a column can hold.
pub(crate) trait Shaped: Sized {
    /// One of them.
    const SHAPE: Shape;
    /// Any number of them.
    const LIST: Shape = Shape::List(&Self::SHAPE);
}

/// The shape of the member that a function returns.
pub(crate) const fn shape<T, M: Shaped>(_: fn(&T) -> &M) -> Shape {
    M::SHAPE
}

macro_rules! shaped {
    ($($shape:ident: $($type:ty),*;)*) => {
        $($(impl Shaped for $type {
            const SHAPE: Shape = Shape::$shape;
        })*)*
    };
}

shaped! {
    Text: String, AuthorRole, DecodingReason, Direction, Method, PageGroup, PageKind;
    Int32: u32;
    Float32: f32;
}

impl<T: Shaped> Shaped for Option<T> {
    const SHAPE: Shape = T::SHAPE;
}

impl<T: Shaped> Shaped for Vec<T> {
    const SHAPE: Shape = T::LIST;
}

/// A tree is JSON as a whole.
impl Shaped for Node {
    const SHAPE: Shape = Shape::Json;
    const LIST: Shape = Shape::Json;
}

macro_rules! record {
    ($($type:ident { $($part:ident),* })*) => {
        $(impl Shaped for $type {
            const SHAPE: Shape = Shape::Struct(&[
                $(Part { name: stringify!($part), shape: shape(|record: &$type| &record.$part) }),*
            ]);
        })*
    };
}

record! {
    ArticleImage { url, alt, caption, width, height }
    Author { name, role }
    Chunk { text, markdown, headings, post, author, path, start, end, score }
    Decoding { name, reason, declared, replaced }
    Item { title, url, time, summary, image }
    ItemGroup { heading, items }
    KindProbability { kind, probability }
    Link { title, url }
    Parameter { name, value }
    Post { author, time, floor, depth, parent, text }
    Product {
        name, price, highest_price, list_price, currency, brand, sku, mpn, gtin, availability, rating,
        rating_count, description, parameters
    }
    Recipe { name, yields, prep_time, cook_time, total_time, ingredients, steps }
    Event { name, start, end, place }
}

/// A warning as JSON writes it, without the numbers of its kind.
impl Shaped for Warning {
    const SHAPE: Shape = Shape::Struct(&[
        Part { name: "code", shape: Shape::Text },
        Part { name: "message", shape: Shape::Text },
    ]);
}

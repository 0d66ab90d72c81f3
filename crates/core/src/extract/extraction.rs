//! The result of an extraction.

use serde::{Deserialize, Serialize};

use super::chunks::Chunk;
use super::outputs::ArticleImage;
use super::trace::Trace;
use super::warnings::Warning;
use crate::dom::Decoding;
use crate::kind::{KindProbability, PageGroup, PageKind};
use crate::links::Link;
use crate::meta::{self, Author, Candidate, Chosen};
use crate::methods::Method;
use crate::records::{Event, Item, ItemGroup, Post, Product, Recipe};
use crate::render::Node;
use crate::text::dates::Date;
use crate::text::reading::Direction;

macro_rules! extraction {
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        /// The article and facts found on a page. Always returned; a page without main text has an empty
        /// `text` and a warning.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub struct Extraction {
            $($(#[doc = $doc])* $(#[serde($($serde)*)])? pub $name: $type,)*
            /// Every block of the page with the reasons for keeping or dropping it, and every candidate of
            /// every field, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub trace: Option<Trace>,
        }

        impl Extraction {
            /// The values that are chosen among candidates; no others.
            pub(super) fn of_candidates(fields: &meta::Fields) -> Self {
                Self {
                    $($($name: <$type as Chosen<$candidate>>::among(&fields.$name),)?)*
                    ..Self::default()
                }
            }
        }
    };
}
fields!(extraction);

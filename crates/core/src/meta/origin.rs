//! The places of a page that name the value of a field.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! origins {
    ($($variant:ident = $name:literal,)*) => {
        /// The origin of a candidate. Serialised as its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Origin {
            $(#[doc = $name] #[cfg_attr(feature = "schema", schemars(rename = $name))] $variant,)*
        }

        /// Every origin.
        pub(crate) const ORIGINS: &[Origin] = &[$(Origin::$variant,)*];

        impl Origin {
            /// The name for users.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

origins! {
    // Data of several fields.
    Meta = "meta",
    JsonLd = "JSON-LD",
    Microdata = "microdata",
    OgSiteName = "og:site_name",
    // What was worked out before the fields were read.
    Method = "the method",
    FirstPost = "first post",
    // Titles, all in one piece.
    HeadingRepeated = "heading that the title element repeats",
    HeadingMostOf = "heading that is most of the title element",
    HeadingPartOf = "heading that is part of the title element",
    HeadingLike = "h1 like the title element",
    HeadingOnly = "only h1",
    HeadingOneOf = "h1",
    OgTitle = "og:title",
    TwitterTitle = "twitter:title",
    TitleElement = "title element",
    TitleShown = "text that the title element begins with",
    FirstLine = "first line of the main text",
    FirstBlock = "first block of the main text",
    HeadingInText = "heading in the text",
    HeadingAbove = "heading above the text",
    HeadingsAbove = "headings around the beginning of the text",
    TitleClass = "class of title",
    TitleClasses = "classes of titles",
    TitleClassInText = "class of title in the text",
    LineAbove = "line above the text",
    LinesAbove = "lines above the text",
    Breadcrumb = "last step of the breadcrumb",
    TitleFirstPart = "first part of the title element",
    TitleLastPart = "last part of the title element",
    TitleBeginsSo = "shown beginning of the title element",
    TitleBeginsSoLinked = "linked beginning of the title element",
    TitleHoldsIt = "shown part of the title element",
    TitleHoldsItLinked = "linked part of the title element",
    HeadingFirstLine = "first line of a heading",
    // Dates.
    TimeElement = "time element",
    DateLine = "date line",
    NearTitle = "near the title",
    AfterText = "after the text",
    PageFoot = "foot of the page",
    LabelElsewhere = "label far from the article",
    Address = "address",
    Script = "script",
    LastChange = "date of the last change",
    // Authors.
    JsonLdAuthor = "JSON-LD author",
    MetaAuthor = "meta author",
    RelAuthor = "rel=author",
    ItempropAuthor = "itemprop=author",
    AuthorClass = "class of author",
    ProfileLink = "link to a profile",
    Byline = "byline",
    UnderTitle = "name under the title",
    AgencyLine = "agency line",
    // Editors.
    MetaEditor = "meta editor",
    JsonLdEditor = "JSON-LD editor",
    EditorLine = "editor line",
    // Sources.
    MetaSource = "meta source",
    SourceLine = "source line",
    SourceClass = "class of source",
    BesideDate = "beside the date",
    // Languages.
    HtmlLang = "html lang",
    WritingSystem = "writing system",
    // Addresses and keywords.
    LinkCanonical = "link rel=canonical",
    OgUrl = "og:url",
    ArticleTag = "article:tag",
    // Licences.
    RelLicense = "rel=license",
    DeedLink = "link to a deed",
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let origin = ORIGINS.iter().find(|origin| origin.name() == name);
        origin.copied().ok_or_else(|| de::Error::custom("no such origin of a field"))
    }
}

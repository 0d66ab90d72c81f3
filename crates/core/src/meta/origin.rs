//! The places of a page that name the value of a field.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! origins {
    ($($variant:ident $key:literal = $name:literal $(, $chinese:literal)?;)*) => {
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
            /// The name in model files.
            pub(crate) fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)*
                }
            }

            /// The name for users.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The name in Chinese; empty for code, which is the same in every language.
            pub(crate) fn chinese(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($chinese)?),)*
                }
            }
        }
    };
}

origins! {
    // Data of several fields.
    Meta "meta" = "meta";
    JsonLd "json_ld" = "JSON-LD";
    Microdata "microdata" = "microdata", "微数据";
    OgSiteName "og_site_name" = "og:site_name";
    // What was worked out before the fields were read.
    Method "method" = "the method", "所选方法";
    FirstPost "first_post" = "first post", "首帖";
    // Titles, all in one piece.
    HeadingRepeated "heading_repeated" = "heading that the title element repeats", "title 元素重复的标题";
    HeadingMostOf "heading_most_of" = "heading that is most of the title element", "占 title 元素大半的标题";
    HeadingPartOf "heading_part_of" = "heading that is part of the title element", "属于 title 元素的标题";
    HeadingLike "heading_like" = "h1 like the title element", "与 title 元素相近的 h1";
    HeadingOnly "heading_only" = "only h1", "唯一的 h1";
    HeadingOneOf "heading_one_of" = "h1";
    OgTitle "og_title" = "og:title";
    TwitterTitle "twitter_title" = "twitter:title";
    TitleElement "title_element" = "title element", "title 元素";
    TitleShown "title_shown" = "text that the title element begins with", "title 元素开头的文字";
    FirstLine "first_line" = "first line of the main text", "正文首行";
    FirstBlock "first_block" = "first block of the main text", "正文首块";
    HeadingInText "heading_in_text" = "heading in the text", "正文中的标题";
    HeadingAbove "heading_above" = "heading above the text", "正文上方的标题";
    HeadingsAbove "headings_above" = "headings around the beginning of the text", "正文开头附近的标题";
    TitleClass "title_class" = "class of title", "标题类名";
    TitleClasses "title_classes" = "classes of titles", "标题类名（多个）";
    TitleClassInText "title_class_in_text" = "class of title in the text", "正文中的标题类名";
    LineAbove "line_above" = "line above the text", "正文上方的行";
    LinesAbove "lines_above" = "lines above the text", "正文上方的几行";
    Breadcrumb "breadcrumb" = "last step of the breadcrumb", "面包屑的末级";
    TitleFirstPart "title_first_part" = "first part of the title element", "title 元素的前段";
    TitleLastPart "title_last_part" = "last part of the title element", "title 元素的后段";
    TitleBeginsSo "title_begins_so" = "shown beginning of the title element", "页面显示的 title 元素开头";
    TitleBeginsSoLinked "title_begins_so_linked" = "linked beginning of the title element", "带链接的 title 元素开头";
    TitleHoldsIt "title_holds_it" = "shown part of the title element", "页面显示的 title 元素片段";
    TitleHoldsItLinked "title_holds_it_linked" = "linked part of the title element", "带链接的 title 元素片段";
    HeadingElsewhere "heading_elsewhere" = "heading", "标题";
    LineNear "line_near" = "line near the text", "正文附近的行";
    TitlePart "title_part" = "part of the title element", "title 元素的一段";
    HeadingFirstLine "heading_first_line" = "first line of a heading", "标题的首行";
    // Dates.
    TimeElement "time_element" = "time element", "time 元素";
    DateLine "date_line" = "date line", "日期行";
    NearTitle "near_title" = "near the title", "标题附近";
    AfterText "after_text" = "after the text", "正文之后";
    PageFoot "page_foot" = "foot of the page", "页脚";
    LabelElsewhere "label_elsewhere" = "label far from the article", "远离正文的标签";
    Address "address" = "address", "网址";
    Script "script" = "script", "脚本";
    LastChange "last_change" = "date of the last change", "最后修改的日期";
    // Authors.
    JsonLdAuthor "json_ld_author" = "JSON-LD author", "JSON-LD 作者";
    MetaAuthor "meta_author" = "meta author", "meta 作者";
    RelAuthor "rel_author" = "rel=author";
    ItempropAuthor "itemprop_author" = "itemprop=author";
    AuthorClass "author_class" = "class of author", "作者类名";
    ProfileLink "profile_link" = "link to a profile", "个人主页链接";
    Byline "byline" = "byline", "署名行";
    UnderTitle "under_title" = "name under the title", "标题下的名字";
    AgencyLine "agency_line" = "agency line", "通讯社电头行";
    // Editors.
    MetaEditor "meta_editor" = "meta editor", "meta 编辑";
    JsonLdEditor "json_ld_editor" = "JSON-LD editor", "JSON-LD 编辑";
    EditorLine "editor_line" = "editor line", "编辑行";
    // Sources.
    MetaSource "meta_source" = "meta source", "meta 来源";
    SourceLine "source_line" = "source line", "来源行";
    SourceClass "source_class" = "class of source", "来源类名";
    BesideDate "beside_date" = "beside the date", "日期旁边";
    // Languages.
    HtmlLang "html_lang" = "html lang", "html 的 lang";
    WritingSystem "writing_system" = "writing system", "文字种类";
    // Addresses and keywords.
    LinkCanonical "link_canonical" = "link rel=canonical", "规范网址链接";
    OgUrl "og_url" = "og:url";
    ArticleTag "article_tag" = "article:tag";
    // Licences.
    RelLicense "rel_license" = "rel=license";
    DeedLink "deed_link" = "link to a deed", "许可协议链接";
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

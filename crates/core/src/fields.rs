//! The one table of the fields of an extraction.

/// Hands the table to the macro of this name, which takes from it what it needs: the members of `Extraction` and of
/// `meta::Fields`, the columns of Arrow tables, the attributes of Python's objects.
///
/// A row has a name, a type, what it takes to find the value (`Origin` of the columns), where the value is chosen among
/// candidates their type, and where people read it under a name of its own that name in English and in Chinese. Types have the
/// names that they have where the macro is called.
#[doc(hidden)]
#[macro_export]
macro_rules! fields {
    ($made:ident) => {
        $made! {
            /// The address that the caller gave.
            url: Option<String>, Place, "address", "网址";
            /// The title without the site's name.
            title: Option<String>, Fields from Candidate, "title", "标题";
            /// Who wrote it; several names are joined by `; `.
            author: Option<String>, Fields from Candidate, "author", "作者";
            /// The authors one by one, in order, and after them the photographers and translators that the page names.
            #[serde(default)]
            authors: Vec<Author>, Fields;
            /// The organisation that published it, as the page's data name it; else the name that the site gives itself there.
            #[serde(default)]
            publisher: Option<String>, Fields from Candidate, "publisher", "发布机构";
            /// Where the text was first published (来源).
            source: Option<String>, Fields from Candidate, "source", "来源";
            /// Who edited it for this site (责任编辑).
            editor: Option<String>, Fields from Candidate, "editor", "编辑";
            /// The publish date in ISO 8601, as precise as the page gives it: `2010-12`, `2010-12-15`,
            /// `2010-12-15T09:30:00+08:00`.
            publish_date: Option<String>, Fields from Candidate<Date>, "publish date", "发布时间";
            /// The publish date as the page writes it.
            publish_date_raw: Option<String>, Fields;
            /// When the page was last changed, ISO 8601.
            modified_date: Option<String>, Fields from Candidate<Date>, "modified date", "修改时间";
            /// The date of the last change as the page writes it.
            modified_date_raw: Option<String>, Fields;
            /// The language that the page declares, or that its writing suggests; that of the text where another is declared and
            /// plainly wrong.
            language: Option<String>, Fields from Candidate, "language", "语言";
            /// The page's own description.
            description: Option<String>, Fields from Candidate, "description", "摘要";
            /// The page's keywords, at most 50.
            keywords: Vec<String>, Fields from Candidate, "keywords", "关键词";
            /// The site's own name.
            site_name: Option<String>, Fields from Candidate, "site name", "站名";
            /// The address that the page declares for itself, absolute if the page's address is known.
            canonical_url: Option<String>, Fields from Candidate, "canonical address", "规范网址";
            /// The address by which links and images were made absolute, where the caller gave none and the page declares one
            /// (`base`, `canonical`, `og:url`).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            base_url: Option<String>, Fields;
            /// The licence, by name or address.
            license: Option<String>, Fields from Candidate, "licence", "许可";
            /// The page kind, if the method determines it.
            kind: Option<PageKind>, Fields, "page kind", "页面类型";
            /// The probabilities of all page kinds, the likeliest first; empty if the method does not estimate them.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            kinds: Vec<KindProbability>, Fields;
            /// The kind's group: home, list, content or comment page (block-weighting's paper).
            page_group: Option<PageGroup>, Fields;
            /// The F1 that the method expects of the text, 0 to 1, if the method can estimate it.
            confidence: Option<f32>, Text, "confidence", "置信度";
            /// The method that was requested.
            method: Method, Text, "method", "方法";
            /// How the bytes became text.
            encoding: Decoding, Text, "encoding", "编码";
            /// Warnings for the caller.
            warnings: Vec<Warning>, Fields;
            /// The images of the article: the page's lead image first, the others in document order.
            images: Vec<ArticleImage>, Fields, "images", "图片数";
            /// The main text, with the line breaks that a reader sees.
            text: String, Text;
            /// The words of the text: between blanks and marks; every character of Chinese and Japanese is one.
            #[serde(default)]
            word_count: u32, Text;
            /// The minutes that it takes to read the text, rounded up.
            #[serde(default)]
            reading_minutes: u32, Text;
            /// The direction in which most of the text is written.
            #[serde(default)]
            direction: Option<Direction>, Text;
            /// The text in chunks with their places, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            chunks: Option<Vec<Chunk>>, Form;
            /// The article as Markdown, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            markdown: Option<String>, Form;
            /// The article as safe HTML, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            html: Option<String>, Form;
            /// The article as a tree of blocks, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            body: Option<Vec<Node>>, Form;
            /// The article as XML-TEI, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            tei: Option<String>, Form;
            /// The page without its noise as a safe HTML document with absolute addresses, when asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            page_html: Option<String>, Form;
            /// The next page of the same article or list.
            next_page: Option<String>, Fields, "next page", "下一页";
            /// The pages of the same article or list, in order.
            pages: Vec<String>, Fields;
            /// The addresses of the pages that were joined into this article; empty if it is a single page.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            joined_pages: Vec<String>, Fields;
            /// The article before this one.
            previous_article: Option<Link>, Fields, "previous article", "上一篇";
            /// The article after this one.
            next_article: Option<Link>, Fields, "next article", "下一篇";
            /// Articles that the page calls related.
            related_links: Vec<Link>, Fields, "related", "相关文章";
            /// Readers' comments on an article, and remarks under the answers to a question; separate from the text.
            comments: Vec<Post>, Fields, "comments", "评论数";
            /// The posts of a thread.
            posts: Vec<Post>, Fields, "posts", "帖子数";
            /// The items of a list or of a home page.
            items: Vec<Item>, Fields, "items", "条目数";
            /// The items by their columns, with the columns' headings.
            #[serde(default)]
            groups: Vec<ItemGroup>, Fields;
            /// The facts of a product.
            product: Option<Product>, Fields;
            /// The recipe that the page declares.
            #[serde(default)]
            recipe: Option<Recipe>, Fields;
            /// The event that the page declares and is about.
            #[serde(default)]
            event: Option<Event>, Fields;
        }
    };
}
